import { systemClock } from "@/lib/kernel/clock";
import { ANYBODY, readAs } from "@/lib/registry/access/reader";
import type { SkillDetail } from "@/lib/registry/views";
import { findSkillRows } from "@/lib/search/rows";
import { namedSkillsOf } from "@/lib/skill-format";

/** A skill that another one's text names, and its present name here; null where everybody finds none. */
export interface NamedHere {
  name: string;
  slug: string | null;
}

/**
 * The other skills that a skill's text names, and which of them are here. Asked as anybody would: a name says nothing of
 * private skills, whoever reads the page. One query.
 */
export async function listNamedSkills({
  body,
  slug,
}: Pick<SkillDetail, "body" | "slug">): Promise<NamedHere[]> {
  const names = namedSkillsOf(body, slug);
  if (names.length === 0) return [];
  const asked = names.map((slugOrId) => ({ slugOrId, version: undefined }));
  const rows = await readAs(ANYBODY, () => findSkillRows(asked, systemClock.now()));
  return names.map((name, at) => {
    const found = rows[at];
    return { name, slug: found && found.quarantineReason === null ? found.row.slug : null };
  });
}
