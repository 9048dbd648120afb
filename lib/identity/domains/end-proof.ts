import type { Database } from "@/lib/db/client";
import type { Finding } from "@/lib/identity/domains/finding";
import { updateDomain, type DomainRow } from "@/lib/identity/domains/repository";
import { recordEvent } from "@/lib/events/events";

/**
 * Takes back the proof of a domain whose row is held, in the caller's transaction: it is shown no more, its owner is
 * told, and finds it among their domains, to prove it again.
 */
export async function endProof(
  db: Database,
  { id, accountId, domain }: DomainRow,
  { kind, finding }: { kind: "domain:ended" | "domain:taken"; finding: Finding },
  now: Date,
): Promise<void> {
  const gone = { provenAt: null, nextCheckAt: null, failedDays: 0, failedAt: null };
  await updateDomain(db, id, { ...gone, finding, checkedAt: now });
  await recordEvent(db, { kind, accountId, data: { domain } }, now);
}
