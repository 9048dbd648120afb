import { database } from "@/lib/db/client";
import { likeNames } from "@/lib/registry/like-names";
import { findResembledRow, type Resembled } from "@/lib/registry/resembled-repository";
import type { SkillRow } from "@/lib/registry/views";

export type { Resembled };

/**
 * The older skill of another account that a version may be taken for by its name, null if there is none. A version that a verifier has
 * sealed is taken for itself. A fact of the market and of now, and so no finding of vetting, which depends on the package alone.
 */
export async function findResembled({
  slug,
  auditState,
}: Pick<SkillRow, "slug" | "auditState">): Promise<Resembled | null> {
  const names = auditState === "Audited" ? [] : likeNames(slug);
  return names.length === 0 ? null : findResembledRow(database(), slug, names);
}
