import { iconPath } from "@/lib/registry/packages/find-icon";
import { DAY_MS } from "@/lib/kernel/clock";
import { toRating } from "@/lib/registry/statistics/rating";
import { type AuthorAgent, statedAccess } from "@/lib/skill-format";
import type { AuthorAgentView, SkillRow } from "@/lib/registry/views";
import {
  type StoredRow,
  selectRowsOfVersions,
  selectSkillRows,
  type AskedSkill,
  type StoredSkill,
} from "@/lib/search/rows-repository";
import type { Closed } from "@/lib/registry/versions/find-version";
import { readYankKind } from "@/lib/registry/versions/yank-kinds";
import { database } from "@/lib/db/client";

export function toSkillRow(stored: StoredRow, now: Date): SkillRow {
  const {
    versionId: _,
    isLatest: __,
    permissions,
    hints,
    origins,
    authorAgent,
    iconDigest,
    ratingSum,
    ratingCount,
    ...row
  } = stored;
  return {
    ...row,
    tags: row.tags ?? [],
    capabilities: row.capabilities ?? [],
    platforms: row.platforms ?? [],
    iconPath: iconDigest && iconPath(iconDigest),
    authorAgent: authorAgent && toAuthorAgentView(authorAgent),
    claimStatus: shownClaim(stored, now),
    access: statedAccess({ permissions, hints, origins }),
    rating: toRating(ratingSum, ratingCount),
    claimExpiresAt: row.claimExpiresAt?.toISOString() ?? null,
    publishedAt: row.publishedAt.toISOString(),
    daysSinceUpdate: Math.max(0, Math.floor((now.getTime() - row.publishedAt.getTime()) / DAY_MS)),
  };
}

/** A draft is over when its time is, whether or not the job that writes it down has run (USK, draft upload). */
function shownClaim({ claimStatus, claimExpiresAt }: StoredRow, now: Date): SkillRow["claimStatus"] {
  if (claimStatus === "draft" && claimExpiresAt !== null && claimExpiresAt <= now) return "expired";
  return claimStatus ?? "registered";
}

/** What is public of an agent's attribution: never anything of a session. */
function toAuthorAgentView({ name, provider, built_at, proven }: AuthorAgent): AuthorAgentView {
  return {
    name,
    ...(provider ? { provider } : {}),
    ...(built_at ? { built_at } : {}),
    proven: proven === true,
  };
}

export type { AskedSkill };

export interface FoundSkill {
  row: SkillRow;
  versionId: string;
  isLatest: boolean;
  latestVersion: string;
  nextVersion: string | null;
  /** Why it is in quarantine; null when it is not. */
  quarantineReason: string | null;
  /** Whether whoever asks is given its files: not of a skill that is called here and not installed. */
  filesGiven: boolean;
  /** Why nobody is given this version; null where it is not closed. */
  closed: Closed | null;
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
  const {
    place: _,
    latestVersion,
    nextVersion,
    quarantineReason,
    closedKind,
    yankReason,
    filesGiven,
    ...stored
  } = found;
  return {
    row: toSkillRow(stored, now),
    versionId: stored.versionId,
    isLatest: stored.isLatest,
    latestVersion,
    nextVersion,
    quarantineReason,
    filesGiven,
    closed: closedKind === null ? null : { kind: readYankKind(closedKind), reason: yankReason },
  };
}

/** The rows of published versions by version id; ids that name none are left out. One query. */
export async function mapSkillRows(versionIds: readonly string[], now: Date): Promise<Map<string, SkillRow>> {
  if (versionIds.length === 0) return new Map();
  const rows = await selectRowsOfVersions(database(), versionIds, now);
  return new Map(rows.map((row) => [row.versionId, toSkillRow(row, now)]));
}
