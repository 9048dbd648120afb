import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { shareLockAccount } from "@/lib/identity/accounts/share-lock-account";
import { newId } from "@/lib/kernel/ids";
import { readDomainName } from "@/lib/identity/domains/domain-name";
import { insertDomain, listDomainsOf } from "@/lib/identity/domains/repository";

/** A publisher has a few names; more would make a shop window of it. */
export const MAX_DOMAINS = 3;

/**
 * Adds a domain to the actor's account, to be proven; it is shown nowhere before that. Adding one again changes
 * nothing. Throws REQUEST_INVALID for what is no domain (`#/domain`) and for a fourth one (`#/count`), AUTH_FAILED for
 * a closed account.
 */
export async function addDomain(
  { accountId }: Actor,
  written: string,
  clock: Clock = systemClock,
): Promise<void> {
  const domain = readDomainName(written);
  if (domain === null) throw refused("domain", "A domain is expected, such as example.com.");
  await inTransaction(async (tx) => {
    await shareLockAccount(tx, accountId); // its domains are counted by one request at a time
    const own = await listDomainsOf(tx, accountId);
    if (own.some((row) => row.domain === domain)) return;
    if (own.length >= MAX_DOMAINS)
      throw refused("count", `An account has at most ${MAX_DOMAINS} domains: remove one first.`);
    const now = clock.now();
    await insertDomain(tx, { id: newId("dom", now.getTime()), accountId, domain, createdAt: now });
  });
}

const refused = (member: string, detail: string) =>
  new DomainError("REQUEST_INVALID", detail, { details: { errors: [{ pointer: `#/${member}`, detail }] } });
