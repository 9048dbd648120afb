import { listAuditsOfAccount, type OwnAuditRow } from "@/lib/audits/repository";
import { database } from "@/lib/db/client";

const PAGE_SIZE = 50;

/** An audit of one's own, moments as text. */
export type OwnAudit = Omit<OwnAuditRow, "issuedAt" | "revokedAt"> & {
  issuedAt: string;
  revokedAt: string | null;
};

/** What the verifier has signed, newest first; `more` was signed before what the page shows. */
export async function listOwnAudits(
  accountId: string,
  page = 1,
): Promise<{ audits: OwnAudit[]; more: boolean }> {
  const span = { skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE + 1 };
  const rows = await listAuditsOfAccount(database(), accountId, span);
  const audits = rows.slice(0, PAGE_SIZE).map(({ issuedAt, revokedAt, ...row }) => ({
    ...row,
    issuedAt: issuedAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  }));
  return { audits, more: rows.length > PAGE_SIZE };
}
