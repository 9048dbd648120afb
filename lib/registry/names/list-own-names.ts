import { database } from "@/lib/db/client";
import { listNamesOfOwner } from "@/lib/registry/names/names-repository";

const MAX_SKILLS = 200;

export interface NamesOfSkill {
  slug: string;
  /** What its next version may call it instead; null while nothing is asked for. */
  nextName: string | null;
  /** Names it had, which lead to it; the newest first. */
  before: string[];
}

/** The skills of an account by name, at most 200, each with its other names. */
export async function listOwnNames(accountId: string): Promise<NamesOfSkill[]> {
  const skills = await listNamesOfOwner(database(), accountId, MAX_SKILLS);
  return skills.map(({ slug, names: [last, ...rest] }) => {
    const nextName = last && last.name !== slug ? last.name : null;
    const others = [...(last ? [last] : []), ...rest].filter(
      ({ name }) => name !== slug && name !== nextName,
    );
    return { slug, nextName, before: others.map(({ name }) => name) };
  });
}
