import type { Database } from "@/lib/db/client";
import type { PlatformKey as PlatformKeyRow } from "@/lib/db/generated/client";

export type PublishedKey = PlatformKeyRow;

export function findPublishedKey(db: Database, keyId: string): Promise<PublishedKey | null> {
  return db.platformKey.findUnique({ where: { keyId } });
}

/** Every key there has been, the newest first. */
export function listPublishedKeys(db: Database): Promise<PublishedKey[]> {
  return db.platformKey.findMany({ orderBy: [{ validFrom: "desc" }, { keyId: "asc" }] });
}

/**
 * Adds a key and gives the ones before it their end. Must run inside one transaction. False when it was there already.
 */
export async function insertPublishedKey(
  tx: Database,
  keyId: string,
  { validFrom, othersUntil }: { validFrom: Date; othersUntil: Date },
): Promise<boolean> {
  const added = await tx.platformKey.createMany({ data: [{ keyId, validFrom }], skipDuplicates: true });
  if (added.count === 0) return false;
  await tx.platformKey.updateMany({
    where: { keyId: { not: keyId }, validUntil: null },
    data: { validUntil: othersUntil },
  });
  return true;
}
