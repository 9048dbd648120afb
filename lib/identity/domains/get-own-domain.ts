import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { readDomainName } from "@/lib/identity/domains/domain-name";
import { listOwnDomains, type OwnDomain } from "@/lib/identity/domains/list-domains";

/** A domain of the actor's account, however it is written. Throws NOT_FOUND for one it does not have. */
export async function getOwnDomain({ accountId }: Actor, written: string): Promise<OwnDomain> {
  const name = readDomainName(written);
  const found = (await listOwnDomains(accountId)).find(({ domain }) => domain === name);
  if (found) return found;
  throw new DomainError("NOT_FOUND", "Your account does not have this domain.");
}
