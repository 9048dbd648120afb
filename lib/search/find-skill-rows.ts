import { database } from "@/lib/db/client";
import type { SkillRow } from "@/lib/registry/views";
import {
  selectRowsOfVersions,
  selectSkillRows,
  type AskedSkill,
  type StoredSkill,
} from "@/lib/search/repository";
import { toSkillRow } from "@/lib/search/to-skill-row";

export type { AskedSkill };

export interface FoundSkill {
  row: SkillRow;
  versionId: string;
  isLatest: boolean;
  latestVersion: string;
  nextVersion: string | null;
  /** Why it is in quarantine; null when it is not. */
  quarantineReason: string | null;
}

/**
 * Published skills in the order they are asked for, each as the named version has it, or the latest; null where there
 * is none. Expired drafts are found too. One query.
 */
export async function findSkillRows(asked: readonly AskedSkill[], now: Date): Promise<(FoundSkill | null)[]> {
  if (asked.length === 0) return [];
  const rows = await selectSkillRows(database(), { asked, now });
  return asked.map((_, place) => {
    const found = rows.find((row) => row.place === place);
    return found ? toFoundSkill(found, now) : null;
  });
}

function toFoundSkill(found: StoredSkill, now: Date): FoundSkill {
  const { place: _, latestVersion, nextVersion, quarantineReason, ...stored } = found;
  return {
    row: toSkillRow(stored, now),
    versionId: stored.versionId,
    isLatest: stored.isLatest,
    latestVersion,
    nextVersion,
    quarantineReason,
  };
}

/** The rows of published versions by version id; ids that name none are left out. One query. */
export async function mapSkillRows(versionIds: readonly string[], now: Date): Promise<Map<string, SkillRow>> {
  if (versionIds.length === 0) return new Map();
  const rows = await selectRowsOfVersions(database(), versionIds, now);
  return new Map(rows.map((row) => [row.versionId, toSkillRow(row, now)]));
}
