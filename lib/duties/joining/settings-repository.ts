import type { Database } from "@/lib/db/client";

/** What the market has settled on: the fingerprint of each setting by its name. */
export async function readFingerprints(db: Database): Promise<Map<string, string>> {
  const rows = await db.marketSetting.findMany();
  return new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}

/** Records settings that nobody has recorded; those that are there stay as they are. */
export async function insertFingerprints(
  db: Database,
  settings: readonly { name: string; fingerprint: string }[],
): Promise<void> {
  await db.marketSetting.createMany({
    data: settings.map(({ name, fingerprint }) => ({ name, fingerprint })),
    skipDuplicates: true,
  });
}

export async function upsertFingerprint(
  db: Database,
  { name, fingerprint }: { name: string; fingerprint: string },
): Promise<void> {
  await db.marketSetting.upsert({
    where: { name },
    create: { name, fingerprint },
    update: { fingerprint },
  });
}
