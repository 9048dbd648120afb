import { z } from "zod";
import { systemClock } from "@/lib/kernel/clock";
import { LIMITS } from "../bubblewrap/limits";
import { RUN_LABEL } from "./container-spec";
import type { EngineClient } from "./engine-client";

/** No run lasts as long, its start and its end included. */
const LEFT_AFTER_MS = 2 * LIMITS.maxTimeoutMs;

const listedSchema = z.array(z.object({ Id: z.string(), Created: z.number() })).nullable();

/**
 * Removes containers of runs that began more than `olderThanMs` ago. The process that would have ended them was killed,
 * and nothing else ends what is in them. Whose they were does not matter: several processes may share an engine.
 */
export async function removeLeftContainers(
  engine: EngineClient,
  { olderThanMs = LEFT_AFTER_MS }: { olderThanMs?: number } = {},
): Promise<void> {
  const filters = encodeURIComponent(JSON.stringify({ label: [RUN_LABEL] }));
  const listed =
    listedSchema.parse(await engine.call("GET", `/containers/json?all=1&filters=${filters}`)) ?? [];
  const before = systemClock.now().getTime() - olderThanMs;
  for (const { Id: id, Created: createdSeconds } of listed) {
    if (createdSeconds * 1_000 <= before) await engine.call("DELETE", `/containers/${id}?force=1&v=1`);
  }
}
