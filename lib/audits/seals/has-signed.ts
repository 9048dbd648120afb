import { countAuditsBy } from "@/lib/audits/repository";
import type { Database } from "@/lib/db/client";

/**
 * Whether an account, or a wallet that signs in to it, has signed an audit, not revoked since, of any version
 * of a skill.
 */
export async function hasSigned(
  db: Database,
  { accountId, skillId }: { accountId: string; skillId: string },
): Promise<boolean> {
  return (await countAuditsBy(db, { accountId, skillId })) > 0;
}
