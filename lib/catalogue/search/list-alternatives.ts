import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { SkillRow } from "@/lib/registry/views";
import { listMatches } from "@/lib/catalogue/search/list-matches";
import { listLikeSkills } from "@/lib/catalogue/search/list-like-skills";

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
