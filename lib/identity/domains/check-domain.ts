import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { FINDING_TEXTS, type Finding } from "@/lib/identity/domains/finding";
import { findDomainRecord, type RecordSearch } from "@/lib/identity/domains/find-domain-record";

/**
 * Looks for the record of a domain of the actor's account (`findDomainRecord`), for a form: throws as that does, and
 * REQUEST_INVALID, whose pointer is the finding (`#/missing`), when the record was not seen or the domain is
 * another account's.
 */
export async function checkDomain(actor: Actor, domain: string, around: RecordSearch = {}): Promise<void> {
  const finding = await findDomainRecord(actor, domain, around);
  if (finding !== "seen") throw notProven(finding);
}

function notProven(finding: Exclude<Finding, "seen">): DomainError {
  const detail = FINDING_TEXTS[finding];
  return new DomainError("REQUEST_INVALID", detail, {
    details: { errors: [{ pointer: `#/${finding}`, detail }] },
  });
}
