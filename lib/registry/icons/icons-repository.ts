import type { Database } from "@/lib/db/client";

/** True while a published version of a skill that is not in quarantine has this icon. */
export async function isShownIcon(db: Database, iconDigest: string): Promise<boolean> {
  const row = await db.skillVersion.findFirst({
    where: { iconDigest, publishedAt: { not: null }, skill: { quarantinedAt: null } },
    select: { id: true },
  });
  return row !== null;
}
