import { listAuditsOfAccount } from "@/lib/audits/repository";
import { database } from "@/lib/db/client";

const PAGE_SIZE = 50;

export interface OwnAudit {
  id: string;
  slug: string;
  version: string;
  verdict: string;
  issuedAt: string;
  revokedAt: string | null;
  /** A seal that a challenge, upheld since, has ended. */
  overturned: boolean;
  /** A seal of a difference that rests on no other: it counts for nothing. */
  unfounded: boolean;
}

/** What the verifier has signed, newest first; `more` was signed before what the page shows. */
export async function listOwnAudits(
  accountId: string,
  page = 1,
): Promise<{ audits: OwnAudit[]; more: boolean }> {
  const span = { skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE + 1 };
  const rows = await listAuditsOfAccount(database(), accountId, span);
  const audits = rows
    .slice(0, PAGE_SIZE)
    .map(({ id, verdict, scope, restsOn, issuedAt, revokedAt, version }) => ({
      id,
      verdict,
      slug: version.skill.slug,
      version: version.version,
      issuedAt: issuedAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
      unfounded: verdict === "seal" && scope !== "full" && restsOn.length === 0,
      overturned:
        verdict === "seal" &&
        version.challenges.some(({ decidedAt }) => decidedAt !== null && decidedAt >= issuedAt),
    }));
  return { audits, more: rows.length > PAGE_SIZE };
}
