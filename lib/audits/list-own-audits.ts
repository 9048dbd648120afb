import { listAuditsOfAccount } from "@/lib/audits/repository";
import { database } from "@/lib/db/client";

const MOST = 50;

export interface OwnAudit {
  id: string;
  slug: string;
  version: string;
  verdict: string;
  issuedAt: string;
  revokedAt: string | null;
}

/** What the verifier has signed, newest first. */
export async function listOwnAudits(accountId: string): Promise<OwnAudit[]> {
  const rows = await listAuditsOfAccount(database(), accountId, MOST);
  return rows.map(({ id, verdict, issuedAt, revokedAt, version }) => ({
    id,
    verdict,
    slug: version.skill.slug,
    version: version.version,
    issuedAt: issuedAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  }));
}
