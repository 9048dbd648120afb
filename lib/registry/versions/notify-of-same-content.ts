import type { Database } from "@/lib/db/client";
import { recordEvent } from "@/lib/events/events";
import { insertSameContent, selectSameContent } from "@/lib/registry/versions/versions-repository";

interface Published {
  versionId: string;
  skillId: string;
  slug: string;
}

/**
 * Tells the owner of an earlier skill that another account has published the same content under another name, once for
 * the two skills; in the transaction that publishes.
 */
export async function notifyOfSameContent(
  db: Database,
  { versionId, skillId, slug }: Published,
  now: Date,
): Promise<void> {
  const earlier = await selectSameContent(db, versionId);
  if (earlier === null) return;
  if (!(await insertSameContent(db, { skillId, earlierSkillId: earlier.skillId, foundAt: now }))) return;
  const data = { slug: earlier.slug, copy: slug };
  await recordEvent(db, { kind: "skill:copied", skillId: earlier.skillId, data }, now);
}
