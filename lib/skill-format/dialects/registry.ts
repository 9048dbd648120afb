import { CHECK_PROFILES, type CheckProfile } from "../profiles";
import { agentSkills } from "./agent-skills";
import { agentSkillsUpstream } from "./agent-skills-upstream";
import { checkRow, keysBelow } from "./check-rows";
import type { Check, DialectTable, Row } from "./dialect";
import { exo } from "./exo";
import { metadata } from "./metadata";
import { usk } from "./usk";
import { vibelife } from "./vibelife";

/** Every dialect and profile a skill can be checked against. */
export const TABLES: Readonly<Record<CheckProfile, DialectTable>> = {
  exo,
  metadata,
  usk,
  vibelife,
  "agent-skills": agentSkills,
  "agent-skills-upstream": agentSkillsUpstream,
};

/** The name of a dialect's document, for people. */
export function dialectTitle(profile: CheckProfile): string {
  return TABLES[profile].title;
}

const byProfile = <T>(make: (table: DialectTable) => T) =>
  Object.fromEntries(CHECK_PROFILES.map((profile) => [profile, make(TABLES[profile])])) as Record<
    CheckProfile,
    T
  >;

/** Every field of a document, in its order. */
export const ROWS: Readonly<Record<CheckProfile, readonly Row[]>> = byProfile(({ sections }) =>
  Object.values(sections).flat(),
);

/** Top-level front matter keys each document names, in its order. */
export const DIALECT_KEYS: Readonly<Record<CheckProfile, readonly string[]>> = byProfile(({ id }) =>
  keysBelow(ROWS[id], ""),
);

/** Names the dialects of the file; a key of this product, known to every dialect. */
export const DIALECTS_KEY = "dialects";

/** Every key some document names. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([DIALECTS_KEY, ...Object.values(DIALECT_KEYS).flat()]);

/** The rules of a document: one for each field, then what no row can say, then the keys it does not name. */
export const RULES: Readonly<Record<CheckProfile, readonly Check[]>> = byProfile((table) => [
  ...ROWS[table.id].map(
    (row): Check =>
      (view, findings) =>
        checkRow(row, ROWS[table.id], { map: view.frontMatter, view, findings }),
  ),
  ...table.checks,
  unknownKeys(table),
]);

/** Keys the document does not name: information when another one does, a warning when none does. */
function unknownKeys({ id, closed = false }: DialectTable): Check {
  return ({ frontMatter }, findings) => {
    for (const [key, node] of frontMatter.entries) {
      if (DIALECT_KEYS[id].includes(key) || (key === DIALECTS_KEY && !closed)) continue;
      const isElsewhere = KNOWN_KEYS.has(key);
      const remark = isElsewhere
        ? `is a key of another dialect, not of ${id}`
        : "is a key of no dialect; it is kept as written";
      if (closed) findings.error("FIELD_UNKNOWN", key, `${remark}; ${id} allows none besides its own`, node);
      else findings.add(isElsewhere ? "info" : "warning", "FIELD_UNKNOWN", key, remark, node);
    }
  };
}
