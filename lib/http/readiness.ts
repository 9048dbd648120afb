import { pingDatabase } from "@/lib/http/readiness-repository";
import { logger } from "@/lib/observability/logger";

const TIMEOUT_MS = 2_000;

/** Names of what this process needs for every request and does not reach; empty when it can serve. */
export async function findUnready(ping: () => Promise<void> = pingDatabase): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    await Promise.race([ping(), tooSlow]);
    return [];
  } catch (error) {
    logger.warn({ err: error }, "the database does not answer");
    return ["database"];
  } finally {
    clearTimeout(timer);
  }
}
