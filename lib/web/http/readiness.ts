import { pingDatabase } from "@/lib/web/http/repository";
import { withTimeout } from "@/lib/kernel/with-timeout";
import { logger } from "@/lib/kernel/observability/logger";

const TIMEOUT_MS = 2_000;

let stopping = false;
let wasAway = false;

/** From now on balancers are told to send requests elsewhere. */
export function stopBeingReady(): void {
  stopping = true;
}

/** Whether the process was told to stop, and answers what still comes. */
export const isStopping = (): boolean => stopping;

/**
 * Names of what this process needs for every request and does not reach; empty when it can serve. The log says when
 * that begins and when it ends, however often it is asked.
 */
export async function findUnready(
  ping: () => Promise<void> = pingDatabase,
  timeoutMs = TIMEOUT_MS,
): Promise<string[]> {
  try {
    await withTimeout(ping(), timeoutMs, () => new Error(`no answer within ${timeoutMs} ms`));
    if (wasAway) logger.info("the database answers again");
    wasAway = false;
    return [];
  } catch (error) {
    if (!wasAway) logger.warn({ err: error }, "the database does not answer");
    wasAway = true;
    return ["database"];
  }
}
