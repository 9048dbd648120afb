import { findNewestOpening } from "@/lib/audits/bond/vault/vaults-repository";
import { database } from "@/lib/db/client";

/** The vault of the newest opening of a version that this market has sent and whose deposit nobody has seen; or null. */
export async function findSentVault(versionId: string): Promise<string | null> {
  return (await findNewestOpening(database(), versionId))?.vaultAddress ?? null;
}
