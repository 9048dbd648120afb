import { callerSubject, findActor } from "@/api/caller";
import type { ApiContext } from "@/api/context";
import { isDomainError } from "@/lib/kernel/errors";
import { isCrawler } from "@/lib/http/crawlers";
import type { Asker } from "@/lib/catalogue/search/record-question";
import type { CountedCaller } from "@/lib/identity/counted-caller";

const AGENT_NAME = /^[A-Za-z0-9._-]{1,80}(?=@|$)/;

/**
 * Who a download counts for, and a search that found nothing; null for crawlers and for clients that only look whether
 * there is an update. A key that does not work makes nobody of a reader: reading needs none.
 */
export function countedCaller(c: ApiContext): Promise<CountedCaller | null> {
  c.set("counted", true);
  return readCaller(c);
}

/** Who a search counts for. What was found may be kept for others, who are then not counted for some seconds. */
export const askerOf =
  (c: ApiContext): Asker =>
  (found) =>
    found ? readCaller(c) : countedCaller(c);

/** True for crawlers, and for clients that only look whether there is an update; `header` reads a header. */
export const isUncounted = (header: (name: string) => string | undefined): boolean =>
  isCrawler(header("user-agent")) || header("x-skills-update-check") !== undefined;

/** Who it is, whatever their answer; it may be one that is kept for others. */
export async function readCaller(c: ApiContext): Promise<CountedCaller | null> {
  if (isUncounted((name) => c.req.header(name))) return null;
  return { ...(await accountOf(c)), agentName: agentNameOf(c), address: callerSubject(c, null) };
}

async function accountOf(c: ApiContext): Promise<{ accountId?: string }> {
  try {
    const actor = await findActor(c);
    return actor ? { accountId: actor.accountId } : {};
  } catch (error) {
    if (!isDomainError(error, "AUTH_FAILED")) throw error;
    return {};
  }
}

const agentNameOf = (c: ApiContext) => AGENT_NAME.exec(c.req.header("x-agent-author") ?? "")?.[0];
