import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { SkillRow } from "@/lib/registry/views";
import { planCriteria } from "@/lib/search/plan-criteria";
import { selectHits } from "@/lib/search/repository";
import { toSkillRow } from "@/lib/search/to-skill-row";
import { listMatches } from "@/lib/search/list-matches";

type Kind = Pick<SkillRow, "category" | "capabilities">;

/**
 * Listed skills of the same category, or where none is said with the same first capability, without those of `except`;
 * most used first. Nothing for a skill that says neither. One query.
 */
export async function listLikeSkills(
  { category, capabilities: [capability] }: Kind,
  { limit, except }: { limit: number; except: readonly string[] },
  clock: Clock = systemClock,
): Promise<SkillRow[]> {
  if (category === null && capability === undefined) return [];
  const now = clock.now();
  const criteria = await planCriteria(
    database(),
    category === null ? { capability: capability ?? "" } : { category },
  );
  const rows = await selectHits(database(), { criteria, now, limit: limit + except.length, offset: 0 });
  return rows
    .filter(({ slug }) => !except.includes(slug))
    .slice(0, limit)
    .map((row) => toSkillRow(row, now));
}

const SHOWN = 4;

type Gone = Pick<SkillRow, "slug" | "category" | "capabilities">;

/**
 * Listed skills that may serve instead of one that is offered no more: of its kind, most used first; where there are
 * none, those that its name finds. At most four; one query for the kind, at most three for the words.
 */
export async function listAlternatives(skill: Gone, clock: Clock = systemClock): Promise<SkillRow[]> {
  const like = await listLikeSkills(skill, { limit: SHOWN, except: [skill.slug] }, clock);
  if (like.length > 0) return like;
  return listMatches({ q: `${skill.slug.replaceAll("-", " ")} `, limit: SHOWN }, { clock, byMeaning: false });
}
