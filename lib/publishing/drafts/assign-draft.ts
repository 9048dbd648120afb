import { hasSigned } from "@/lib/audits/seals";
import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { setClaimed } from "@/lib/publishing/drafts/repository";
import { nextClaimState, storedClaim } from "@/lib/registry/claim-state";
import { recordEvent } from "@/lib/events/events";
import { refreshListing } from "@/lib/registry/listing/refresh-listing";

/**
 * Gives an open draft to an account: sandbox becomes community, draft becomes claimed (USK, draft upload). Runs in the
 * caller's transaction, which holds the account; false, and nothing done, when it is no open draft any more. Throws
 * AUDIT_NOT_ALLOWED when the account has signed an audit of it, which would become an author's own.
 */
export async function assignDraft(
  db: Database,
  skill: { id: string; slug: string },
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<boolean> {
  const to = storedClaim(nextClaimState("draft", "claim_completed").state);
  if (!(await setClaimed(db, skill.id, { ownerId, to, now }))) return false;
  if (await hasSigned(db, { accountId: ownerId, skillId: skill.id })) throw ownAudit(skill.slug);
  // It is found under its owner's name now.
  await refreshListing(db, skill.id, now);
  const event = { kind: "draft:claimed", skillId: skill.id, data: { slug: skill.slug } } as const;
  await recordEvent(db, event, now, ownerId);
  return true;
}

const ownAudit = (slug: string) =>
  new DomainError(
    "AUDIT_NOT_ALLOWED",
    `This account has signed an audit of "${slug}", which its author never can. Take the audit back first.`,
  );
