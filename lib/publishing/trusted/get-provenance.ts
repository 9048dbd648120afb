import { database, type Database } from "@/lib/db/client";
import { openProvenance, type Provenance } from "@/lib/identity/workloads/provenance-statement";
import type { DsseEnvelope } from "@/lib/log/attestation/dsse";
import { findProvenance } from "@/lib/publishing/trusted/repository";

export interface SignedProvenance {
  keyId: string;
  envelope: DsseEnvelope;
  said: Provenance;
}

/** Where a version came from, as the market signed it when a CI sent it; null for what a person or a key sent. */
export const getProvenance = (versionId: string): Promise<SignedProvenance | null> =>
  findSignedProvenance(database(), versionId);

/** The same within a transaction. */
export async function findSignedProvenance(
  db: Database,
  versionId: string,
): Promise<SignedProvenance | null> {
  const envelope = await findProvenance(db, versionId);
  const keyId = envelope?.signatures[0]?.keyid;
  const said = keyId === undefined ? null : openProvenance(envelope, keyId);
  return envelope === null || keyId === undefined || said === null ? null : { keyId, envelope, said };
}
