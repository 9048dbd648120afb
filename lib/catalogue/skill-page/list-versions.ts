import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { selectVersionRows, type StoredVersionHistory } from "@/lib/catalogue/skill-page/detail-repository";
import { skillQuarantined } from "@/lib/kernel/errors";
import { findSkill } from "@/lib/registry/find-skill";
import type { VersionRow } from "@/lib/registry/views";
import { compareVersions } from "@/lib/skill-format";
import { notPublished } from "@/lib/registry/versions/find-version";

/**
 * All published versions of a skill, yanked ones included, highest first. Throws SKILL_NOT_FOUND and SKILL_QUARANTINED.
 */
export async function listVersions(slugOrId: string, clock: Clock = systemClock): Promise<VersionRow[]> {
  const rows = await selectVersionRows(database(), slugOrId, clock.now());
  if (rows.length === 0) await assertPublished(slugOrId);
  return rows.map(toVersionRow).sort((a, b) => compareVersions(b.version, a.version) ?? 0);
}

async function assertPublished(slugOrId: string): Promise<void> {
  const skill = await findSkill(database(), slugOrId);
  if (skill?.quarantineReason) throw skillQuarantined(slugOrId, skill.quarantineReason);
  if (!skill?.latestVersionId) {
    throw notPublished(slugOrId);
  }
}

function toVersionRow({ publishedAt, yankedAt, ...row }: StoredVersionHistory): VersionRow {
  return {
    ...row,
    publishedAt: publishedAt?.toISOString() ?? null,
    yankedAt: yankedAt?.toISOString() ?? null,
  };
}
