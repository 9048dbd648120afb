import { listVersions } from "@/lib/catalogue/skill-page/list-versions";
import { versionWithdrawn } from "@/lib/registry/versions/version-withdrawn";
import type { SkillDetail } from "@/lib/registry/views";

/**
 * Throws VERSION_NOT_AVAILABLE, with the reason, for a version that was yanked. A skill whose versions are all yanked,
 * or whose owner closed their account, is still found: its page goes on showing the last of them.
 */
export async function assertNotYanked({
  withdrawn,
  slug,
  versionId,
  version,
}: Pick<SkillDetail, "withdrawn" | "slug" | "versionId" | "version">): Promise<void> {
  if (!withdrawn) return;
  const row = (await listVersions(slug)).find((each) => each.id === versionId);
  throw versionWithdrawn(slug, version, row?.yankReason);
}
