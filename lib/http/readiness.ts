import { pingDatabase } from "@/lib/http/readiness-repository";
import { withTimeout } from "@/lib/kernel/with-timeout";
import { logger } from "@/lib/kernel/observability/logger";

const TIMEOUT_MS = 2_000;

/** Names of what this process needs for every request and does not reach; empty when it can serve. */
export async function findUnready(ping: () => Promise<void> = pingDatabase): Promise<string[]> {
  try {
    await withTimeout(ping(), TIMEOUT_MS, () => new Error(`no answer within ${TIMEOUT_MS} ms`));
    return [];
  } catch (error) {
    logger.warn({ err: error }, "the database does not answer");
    return ["database"];
  }
}
