import { LRUCache } from "lru-cache";
import { findSkillId } from "@/lib/catalogue/revisions/repository";
import { CATALOGUE, type Scope } from "@/lib/catalogue/revisions/scope";

const MOST_NAMES = 20_000;
/** A name never passes to another skill, so its id can be remembered. */
const idOfName = new LRUCache<string, string>({ max: MOST_NAMES });

/**
 * The scope of what shows one skill alone, by its id or a name it has or had; without one that of the catalogue. Null
 * where there is no such skill.
 */
export async function findScope(skill: string | null): Promise<Scope | null> {
  if (skill === null) return CATALOGUE;
  const id = idOfName.get(skill) ?? (await findSkillId(skill));
  if (id !== null) idOfName.set(skill, id);
  return id;
}
