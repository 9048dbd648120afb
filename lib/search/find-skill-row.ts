import { database } from "@/lib/db/client";
import type { SkillRow } from "@/lib/registry/views";
import { selectRow, selectRowsOfVersions, toSkillRow } from "@/lib/search/row-repository";

export interface FoundSkill {
  row: SkillRow;
  versionId: string;
  isLatest: boolean;
  latestVersion: string;
  /** Why it is in quarantine; null when it is not. */
  quarantineReason: string | null;
}

/** A published skill as the named version has it, or the latest; null when there is none. Expired drafts are found too. */
export async function findSkillRow(
  slugOrId: string,
  version: string | undefined,
  now: Date,
): Promise<FoundSkill | null> {
  const asked = { slugOrId, now, ...(version === undefined ? {} : { version }) };
  const found = await selectRow(database(), asked);
  if (!found) return null;
  const { latestVersion, quarantineReason, ...stored } = found;
  return {
    row: toSkillRow(stored, now),
    versionId: stored.versionId,
    isLatest: stored.isLatest,
    latestVersion,
    quarantineReason,
  };
}

/** The rows of published versions by version id; ids that name none are left out. One query. */
export async function mapSkillRows(versionIds: readonly string[], now: Date): Promise<Map<string, SkillRow>> {
  if (versionIds.length === 0) return new Map();
  const rows = await selectRowsOfVersions(database(), versionIds, now);
  return new Map(rows.map((row) => [row.versionId, toSkillRow(row, now)]));
}
