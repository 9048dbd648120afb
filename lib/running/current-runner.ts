import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { DisabledRunner } from "@/lib/running/disabled-runner";
import type { SkillRunner } from "@/lib/running/skill-runner";
import { env } from "@/lib/env";

let runner: SkillRunner | undefined;

/** The runner of this process, chosen by `RUNNER`. There is no weaker one to fall back to: a missing sandbox refuses calls. */
export function currentRunner(): SkillRunner {
  if (runner) return runner;
  const { RUNNER, RUNNER_CONCURRENCY, RUNNER_QUEUE } = env();
  runner =
    RUNNER === "disabled"
      ? new DisabledRunner()
      : new BubblewrapRunner({ concurrency: RUNNER_CONCURRENCY, maxWaiting: RUNNER_QUEUE });
  return runner;
}
