import { env } from "@/lib/config/env";
import { currentRunner } from "@/lib/running/runners/current-runner";
import type { IsolationPolicy } from "@/lib/config/isolation-policy";
import type { ProbeResult } from "@/lib/running/runners/skill-runner";

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
