import { iconPath } from "@/lib/registry/packages/find-icon";
import { DAY_MS } from "@/lib/kernel/clock";
import { toRating } from "@/lib/registry/statistics/rating";
import type { AuthorAgent } from "@/lib/skill-format";
import type { AuthorAgentView, SkillRow } from "@/lib/registry/views";
import { statedAccess } from "@/lib/skill-format";
import type { StoredRow } from "@/lib/search/row-sql";

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
