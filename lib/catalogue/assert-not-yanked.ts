import { listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { versionWithdrawn } from "@/lib/registry/versions/find-version";
import type { SkillDetail } from "@/lib/registry/views";

type AskedVersion = Pick<SkillDetail, "withdrawn" | "slug" | "versionId" | "version">;

/**
 * Throws VERSION_NOT_AVAILABLE, with the reason, for a version that was yanked. A skill whose versions are all yanked,
 * or whose owner closed their account, is still found: its page goes on showing the last of them.
 */
export async function assertNotYanked(asked: AskedVersion): Promise<void> {
  if (!asked.withdrawn) return;
  throw versionWithdrawn(asked.slug, asked.version, await findYankReason(asked));
}

/** Why a version was yanked; null for one that stands. */
export async function findYankReason({ withdrawn, slug, versionId }: AskedVersion): Promise<string | null> {
  if (!withdrawn) return null;
  const row = (await listVersions(slug)).find((each) => each.id === versionId);
  return row?.yankReason ?? "no reason given";
}
