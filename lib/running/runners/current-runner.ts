import os from "node:os";
import { env } from "@/lib/platform/config/env";
import type { IsolationPolicy } from "@/lib/platform/config/isolation-policy";
import { DomainError } from "@/lib/kernel/errors";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { DockerRunner } from "@/lib/running/docker/runner";
import { GvisorRunner } from "@/lib/running/gvisor/runner";
import { QueuedRunner } from "@/lib/running/queue/queued-runner";
import { DatabaseSlots, type SlotStore } from "@/lib/running/queue/slots-repository";
import { RemoteRunner } from "@/lib/running/remote/runner";
import type { ProbeResult, RunOutcome, SkillRunner } from "@/lib/running/runners/skill-runner";

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

const REASON = "Running skills is switched off on this server.";
const REMEDY = "Set RUNNER=auto to run them in a sandbox.";

/** Refuses every run: for servers that only list and sell downloads. */
export class DisabledRunner implements SkillRunner {
  readonly name = "disabled";

  probe(): Promise<ProbeResult> {
    return Promise.resolve({ ok: false, reason: REASON, remedy: REMEDY });
  }

  run(): Promise<RunOutcome> {
    return Promise.reject(new DomainError("RUNNER_UNAVAILABLE", `${REASON} ${REMEDY}`));
  }

  async close(): Promise<void> {}
}

export interface RunnerDescription {
  readonly name: string;
  readonly probe: ProbeResult;
  readonly policy: IsolationPolicy;
}

/**
 * What runs skills on this server and what it really enforces, as seen by the runner itself, and what the server
 * asks for.
 */
export async function describeRunner(): Promise<RunnerDescription> {
  const runner = currentRunner();
  return { name: runner.name, probe: await runner.probe(), policy: env().MIN_ISOLATION };
}
