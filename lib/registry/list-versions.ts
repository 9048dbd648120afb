import { auditDuty } from "@/lib/audits/audit-duty";
import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { selectVersionRows, type StoredVersionHistory } from "@/lib/registry/history-repository";
import { findSkill } from "@/lib/registry/skills-repository";
import type { VersionRow } from "@/lib/registry/views";
import { compareVersions } from "@/lib/skill-format";

/** All published versions of a skill, yanked ones included, highest first. Throws SKILL_NOT_FOUND. */
export async function listVersions(slugOrId: string, clock: Clock = systemClock): Promise<VersionRow[]> {
  const rows = await selectVersionRows(database(), slugOrId, clock.now());
  if (rows.length === 0 && !(await findSkill(database(), slugOrId))?.latestVersionId) {
    throw new DomainError("SKILL_NOT_FOUND", `There is no published skill "${slugOrId}".`);
  }
  return rows.map(toVersionRow).sort((a, b) => compareVersions(b.version, a.version) ?? 0);
}

function toVersionRow({ publishedAt, yankedAt, change, ...row }: StoredVersionHistory): VersionRow {
  return {
    ...row,
    change,
    auditDuty: auditDuty(change, row.requiredBump),
    publishedAt: publishedAt?.toISOString() ?? null,
    yankedAt: yankedAt?.toISOString() ?? null,
  };
}
