import { database } from "@/lib/db/client";
import { findCalledSkill } from "@/lib/registry/names/find-called-skill";

/** What the skill is called now that is or was called this; null when there is none. One query. */
export async function findPresentName(name: string): Promise<string | null> {
  return (await findCalledSkill(database(), name))?.slug ?? null;
}
