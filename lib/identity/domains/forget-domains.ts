import type { Database } from "@/lib/db/client";
import { DOMAIN_EVENTS } from "@/lib/events/domain-events";
import { deleteDomainsOf } from "@/lib/identity/domains/repository";

/** Forgets the domains of an account and what happened to them, in the caller's transaction. */
export function forgetDomainsOf(db: Database, accountId: string): Promise<void> {
  return deleteDomainsOf(db, accountId, DOMAIN_EVENTS);
}
