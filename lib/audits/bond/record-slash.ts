import { setBondSlashed } from "@/lib/audits/bond/moves/moves-repository";
import type { Slash } from "@/lib/audits/bond/vault/vault-history";
import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import type { Database } from "@/lib/db/client";

export interface SlashedBond {
  id: string;
  versionId: string;
  vaultAddress: string;
  slug: string;
  version: string;
}

/** The bond is `slashed` and an entry of the log says so, once however many see it. In the caller's transaction. */
export async function recordSlash(
  db: Database,
  { id, versionId, vaultAddress, slug, version }: SlashedBond,
  { destination, lamports, transaction, seen }: Slash,
  at: Date,
): Promise<void> {
  if (!(await setBondSlashed(db, id, { seen, checkedAt: at }))) return;
  const data = {
    slug,
    version,
    vault: vaultAddress,
    lamports: lamports.toString(),
    destination,
    transaction,
  };
  await recordAuditEvent(db, { kind: "bond:slashed", subjectId: versionId, actor: vaultAddress, data }, at);
}
