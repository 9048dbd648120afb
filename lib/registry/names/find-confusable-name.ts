import { database } from "@/lib/db/client";
import { similarNames } from "@/lib/registry/names/similar-names";
import { listResembledRows, type Resembled } from "@/lib/registry/names/names-repository";
import type { SkillRow } from "@/lib/registry/views";

export type { Resembled };
export type Named = Pick<SkillRow, "slug" | "auditState">;

/**
 * The older skill of another account that a version may be taken for by its name, null if there is none. A version that
 * a verifier has sealed is taken for itself. A fact of the market and of now, and so no finding of vetting, which
 * depends on the package alone.
 */
export async function findConfusableName(version: Named): Promise<Resembled | null> {
  return (await listConfusableNames([version])).get(version.slug) ?? null;
}

/** The same for several, by slug; one query, and none where no name can be mistaken. */
export async function listConfusableNames(
  versions: readonly Named[],
): Promise<ReadonlyMap<string, Resembled>> {
  const given = versions
    .filter(({ auditState }) => auditState !== "Audited")
    .map(({ slug }) => ({ slug, names: similarNames(slug) }))
    .filter(({ names }) => names.length > 0);
  return given.length === 0 ? new Map() : listResembledRows(database(), given);
}
