import type { Database } from "@/lib/db/client";
import type { PlatformKey as PlatformKeyRow } from "@/lib/db/generated/client";

export type PublishedKey = PlatformKeyRow;

export function findPublishedKey(db: Database, keyId: string): Promise<PublishedKey | null> {
  return db.platformKey.findUnique({ where: { keyId } });
}

/** The key without an end; a unique index allows one. */
export function findCurrentKey(db: Database): Promise<PublishedKey | null> {
  return db.platformKey.findFirst({ where: { validUntil: null } });
}

/** Every key there has been, the one in use first. */
export function listPublishedKeys(db: Database): Promise<PublishedKey[]> {
  return db.platformKey.findMany({
    orderBy: [{ validUntil: { sort: "desc", nulls: "first" } }, { validFrom: "desc" }, { keyId: "asc" }],
  });
}

/** Adds a key while no other one is current. False when one is. */
export async function insertFirstKey(db: Database, keyId: string, validFrom: Date): Promise<boolean> {
  const added = await db.platformKey.createMany({ data: [{ keyId, validFrom }], skipDuplicates: true });
  return added.count === 1;
}

/** Gives the current key its end, unless it is this one. */
export async function endOtherKeys(tx: Database, keyId: string, validUntil: Date): Promise<void> {
  await tx.platformKey.updateMany({
    where: { keyId: { not: keyId }, validUntil: null },
    data: { validUntil },
  });
}

/** Adds a key without an end, or takes the end of a former one away. The current one must have been ended before. */
export async function upsertCurrentKey(tx: Database, keyId: string, validFrom: Date): Promise<void> {
  await tx.platformKey.upsert({
    where: { keyId },
    create: { keyId, validFrom },
    update: { validUntil: null },
  });
}
