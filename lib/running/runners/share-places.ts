import os from "node:os";
import { env } from "@/lib/config/env";
import type { SharedPlaces } from "./shared-places";

type Make = (pool: string) => SharedPlaces;

// One for the process: pages and the agent API are bundled apart, each with a runner of its own.
const holder = globalThis as unknown as { emporionSharedPlaces?: Make };

/** From now on the runners of this process count their places together with those of other processes. */
export function sharePlaces(make: Make): void {
  holder.emporionSharedPlaces = make;
}

/** The places of the runner elsewhere, or of this machine; none where a process has them for itself. */
export function placesOfRunner(): SharedPlaces | undefined {
  const { RUNNER, RUNNER_URL } = env();
  const pool = RUNNER === "remote" ? `runner ${RUNNER_URL}` : `machine ${os.hostname()}`;
  return holder.emporionSharedPlaces?.(pool);
}
