import { headers } from "next/headers";
import { currentActor } from "@/lib/web/auth/current-actor";
import { subscriberOfStamped, isCrawler } from "@/lib/web/http/client-address";
import type { CountedCaller } from "@/lib/identity/counted-caller";

/** The visitor of a page as far as counting goes; null for crawlers. */
export async function currentVisitor(): Promise<CountedCaller | null> {
  return isCrawler((await headers()).get("user-agent")) ? null : currentSubject();
}

/** The same for what a crawler never does: sending a form. */
export async function currentSubject(): Promise<CountedCaller> {
  const actor = await currentActor();
  const address = subscriberOfStamped((await headers()).get("x-forwarded-for"));
  return { ...(actor ? { accountId: actor.accountId } : {}), address };
}
