import type { Database } from "@/lib/db/client";

export interface RefusedFormRow {
  id: string;
  sealed: Uint8Array<ArrayBuffer>;
  expiresAt: Date;
}

export async function insertRefusedForm(db: Database, row: RefusedFormRow): Promise<void> {
  await db.refusedForm.create({ data: row });
}

/** Deletes the row and returns it; null when there is none. Of several at once, one gets it. */
export async function takeRow(db: Database, id: string): Promise<RefusedFormRow | null> {
  const row = await db.refusedForm.findUnique({ where: { id } });
  if (!row) return null;
  return (await db.refusedForm.deleteMany({ where: { id } })).count === 1 ? row : null;
}
