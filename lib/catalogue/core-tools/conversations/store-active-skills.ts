import type { ActiveNames } from "@/lib/catalogue/core-tools/conversations/conversation";
import { lockSkills, writeSkills } from "@/lib/catalogue/core-tools/conversations/repository";
import { inTransaction } from "@/lib/db/transaction";

/**
 * Adds what one process has activated to what the conversation has by now, and returns all of it. What another process
 * has activated meanwhile stays, with its version and before what is added.
 */
export function storeActiveSkills(id: string, skills: ActiveNames): Promise<ActiveNames> {
  return inTransaction(async (db) => {
    const held = await lockSkills(db, id);
    if (!held) return skills; // it was ended meanwhile
    const merged = {
      active: merge(held.active, skills.active),
      renamed: merge(held.renamed, skills.renamed),
    };
    await writeSkills(db, id, merged);
    return merged;
  });
}

function merge(held: [string, string][], added: [string, string][]): [string, string][] {
  const names = new Set(held.map(([name]) => name));
  return [...held, ...added.filter(([name]) => !names.has(name))];
}
