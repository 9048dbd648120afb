import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { deleteDomain } from "@/lib/identity/domains/repository";

/**
 * Takes a domain off the actor's account; it is shown nowhere from then on. Throws NOT_FOUND for one it does not have.
 */
export async function removeDomain({ accountId }: Actor, domain: string): Promise<void> {
  if (await deleteDomain(database(), { accountId, domain })) return;
  throw new DomainError("NOT_FOUND", "Your account does not have this domain.");
}
