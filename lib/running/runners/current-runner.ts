import os from "node:os";
import { env } from "@/lib/config/env";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { DisabledRunner } from "@/lib/running/runners/disabled-runner";
import { DockerRunner } from "@/lib/running/docker/runner";
import { GvisorRunner } from "@/lib/running/gvisor/runner";
import { QueuedRunner } from "@/lib/running/runners/queued-runner";
import { RemoteRunner } from "@/lib/running/remote/runner";
import { DatabaseSlots } from "@/lib/running/runners/run-slots-repository";
import type { SkillRunner } from "@/lib/running/runners/skill-runner";
import type { SlotStore } from "@/lib/running/runners/slot-store";

let runner: SkillRunner | undefined;

/**
 * The runner of this process, chosen by `RUNNER`. There is no weaker one to fall back to: a missing sandbox
 * refuses calls.
 */
export function currentRunner(): SkillRunner {
  return (runner ??= chooseRunner());
}

function chooseRunner(): SkillRunner {
  const { RUNNER, RUNNER_CONCURRENCY, RUNNER_QUEUE } = env();
  if (RUNNER === "disabled") return new DisabledRunner();
  return new QueuedRunner(MAKERS[RUNNER](), {
    concurrency: RUNNER_CONCURRENCY,
    maxWaiting: RUNNER_QUEUE,
    slots: slotsOfRunner(),
  });
}

// One for the process: pages and the agent API are bundled apart, each with a runner of its own.
const holder = globalThis as unknown as { emporionSharesSlots?: true };

/** From now on the runners of this process count their slots together with those of other processes. */
export function shareSlots(): void {
  holder.emporionSharesSlots = true;
}

/** The slots of the runner elsewhere, or of this machine; none where a process has them for itself. */
function slotsOfRunner(): SlotStore | undefined {
  const { RUNNER, RUNNER_URL } = env();
  if (holder.emporionSharesSlots !== true) return undefined;
  const pool = RUNNER === "remote" ? `runner ${RUNNER_URL}` : `machine ${os.hostname()}`;
  return new DatabaseSlots(pool);
}

const bubblewrap = () =>
  new BubblewrapRunner({ warm: env().RUNNER_WARM, imageDirectory: env().RUNTIME_IMAGES });

const MAKERS: Readonly<Record<"auto" | "bwrap" | "gvisor" | "docker" | "remote", () => SkillRunner>> = {
  auto: bubblewrap,
  bwrap: bubblewrap,
  gvisor: () => new GvisorRunner({ imageDirectory: env().RUNTIME_IMAGES }),
  docker() {
    const { DOCKER_SOCKET: socketPath, DOCKER_RUNTIME: ociRuntime, DOCKER_IMAGES: images } = env();
    return new DockerRunner({ socketPath, ociRuntime, images });
  },
  remote() {
    const { RUNNER_URL: url, RUNNER_SECRET: secret } = env();
    if (url === undefined || secret === undefined) {
      throw new Error("RUNNER=remote needs RUNNER_URL and RUNNER_SECRET.");
    }
    return new RemoteRunner({ url, secret });
  },
};
