import type { Evolution } from "./evolution";

/** The text of an `evolution.json`: the members of section 4.1 in its order, then those it does not name. */
export function formatEvolution(evolution: Evolution): string {
  const { preferences, fixes, contexts, customPrompts, lastUpdated, lastEvolvedHash, others } = evolution;
  // undefined members are left out; Object.fromEntries keeps a member called __proto__ an ordinary one
  const members = Object.fromEntries([
    ...Object.entries({
      preferences,
      fixes,
      contexts,
      custom_prompts: customPrompts,
      last_updated: lastUpdated,
      last_evolved_hash: lastEvolvedHash,
    }),
    ...Object.entries(others),
  ]);
  return `${JSON.stringify(members, null, 2)}\n`;
}
