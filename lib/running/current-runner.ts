import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { DisabledRunner } from "@/lib/running/disabled-runner";
import { QueuedRunner } from "@/lib/running/queued-runner";
import type { SkillRunner } from "@/lib/running/skill-runner";
import { env } from "@/lib/env";

let runner: SkillRunner | undefined;

/** The runner of this process, chosen by `RUNNER`. There is no weaker one to fall back to: a missing sandbox refuses calls. */
export function currentRunner(): SkillRunner {
  if (runner) return runner;
  const { RUNNER, RUNNER_CONCURRENCY, RUNNER_QUEUE, RUNNER_WARM, RUNTIME_IMAGES } = env();
  if (RUNNER === "disabled") return (runner = new DisabledRunner());
  const queue = { concurrency: RUNNER_CONCURRENCY, maxWaiting: RUNNER_QUEUE };
  runner = new QueuedRunner(
    new BubblewrapRunner({ warm: RUNNER_WARM, imageDirectory: RUNTIME_IMAGES }),
    queue,
  );
  return runner;
}
