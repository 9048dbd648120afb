import type { Database } from "@/lib/db/client";

export interface Window {
  uploads: number;
  since: Date;
}

/** When the address uploaded since `since`, newest first. */
export async function listUploadTimes(db: Database, subject: string, since: Date): Promise<Date[]> {
  const rows = await db.draftUpload.findMany({
    where: { subject, occurredAt: { gt: since } },
    orderBy: { number: "desc" },
    select: { occurredAt: true },
  });
  return rows.map(({ occurredAt }) => occurredAt);
}

/**
 * Adds the next upload of an address, unless a window is full; false when it is, or when another upload took the
 * number. One statement that holds nothing: whoever sees number n sees all before it, as each was added by one that saw
 * the one before, so what is counted is exact.
 */
export async function insertNextUpload(
  db: Database,
  upload: { id: string; subject: string; occurredAt: Date },
  [hour, day]: readonly [Window, Window],
): Promise<boolean> {
  const { id, subject, occurredAt } = upload;
  const added = await db.$executeRaw`
    INSERT INTO "DraftUploads" ("id", "subject", "number", "occurred_at")
    SELECT ${id}, ${subject}, coalesce(max("number"), 0) + 1, ${occurredAt}
    FROM "DraftUploads" WHERE "subject" = ${subject}
    HAVING count(*) FILTER (WHERE "occurred_at" > ${hour.since}) < ${hour.uploads}
      AND count(*) FILTER (WHERE "occurred_at" > ${day.since}) < ${day.uploads}
    ON CONFLICT ("subject", "number") DO NOTHING`;
  return added === 1;
}
