import { alikeFinder } from "../values/look-alikes";
import type { Findings } from "../issues/issue";
import { jsonEqual } from "../json-schema/match-schema";
import { hasOverlay, type SkillView } from "../skill-reading";
import { CHECK_PROFILES, type CheckProfile, type Dialect, DIALECTS } from "../types";
import { type MapNode, nodeAt, quote, textAt, textOf, textsOf, toPlain, type YamlNode } from "../yaml/node";
import { agentSkills } from "./agent-skills";
import { agentSkillsUpstream } from "./agent-skills-upstream";
import { checkRow, keysBelow } from "./check-rows";
import type { Check, DialectTable, Row, Test } from "./dialect";
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
const DIALECTS_KEY = "dialects";

export function isCheckProfile(text: string): text is CheckProfile {
  return CHECK_PROFILES.some((profile) => profile === text);
}

/** The dialects the front matter itself names under `dialects:`; unknown names are left out. */
export function readDeclared(frontMatter: MapNode): Dialect[] {
  const node = nodeAt(frontMatter, DIALECTS_KEY);
  const single = textAt(frontMatter, DIALECTS_KEY);
  const names = node?.kind === "list" ? textsOf(node) : single === undefined ? [] : single.split(/[\s,]+/);
  return DIALECTS.filter((dialect) => names.includes(dialect));
}

const IS_PROFILE: Test = {
  code: "FIELD_ENUM",
  severity: "warning",
  fault: (name) => (isCheckProfile(name) ? null : `${quote(name)} is not one of ${DIALECTS.join(", ")}`),
};

const ROW: Row = {
  path: DIALECTS_KEY,
  kind: "texts",
  rule: "the dialects the file is written in",
  otherKind: "warning",
  expected: "a list of dialects",
  each: [IS_PROFILE],
};

/** Reports a `dialects:` key that is no list of dialect names. */
export function checkDeclared(view: SkillView, findings: Findings): void {
  checkRow(ROW, [], { map: view.frontMatter, view, findings });
}

/** Every key some document names. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([DIALECTS_KEY, ...Object.values(DIALECT_KEYS).flat()]);

/** A key in small letters without the signs between its words: `priceLamports` is `price_lamports`. */
const plainKey = (key: string) => key.toLowerCase().replace(/[\s_.-]/g, "");

/** What authors call the price at the top of a file. */
const PRICE = ["price", "lamports", "cost", "fee"].map((key) => [key, "pricing.price_lamports"] as const);

/** Keys that a document reads below another one, by their own name, and where. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ...PRICE,
  ...Object.values(ROWS)
    .flat()
    .filter(({ path }) => /^[^.[\]]+\.[^.[\]]+$/.test(path))
    .map(({ path }) => [plainKey(path.slice(path.lastIndexOf(".") + 1)), path] as const),
]);

const findAlikeKey = alikeFinder(() => KNOWN_KEYS);

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
      const where = isElsewhere
        ? `is a key of another dialect, not of ${id}`
        : "is a key of no dialect; it is kept as written";
      const known = findAlikeKey(key);
      const place = isElsewhere || known !== undefined ? undefined : PLACES.get(plainKey(key));
      const remark =
        known === undefined
          ? place === undefined
            ? where
            : `${where}; it is read as ${place}, and nowhere else`
          : `${where}, and looks like ${quote(known)}`;
      if (closed) findings.error("FIELD_UNKNOWN", key, `${remark}; ${id} allows none besides its own`, node);
      else findings.add(isElsewhere ? "info" : "warning", "FIELD_UNKNOWN", key, remark, node);
    }
  };
}

/**
 * The dialects a package shows signs of, each looked for through its own overlay; an overlay file is itself a
 * sign. `agent-skills` is added for every file with `name` and `description`, and when nothing else is found.
 */
export function detectFrom(viewOf: (dialect: Dialect) => SkillView): Dialect[] {
  const found = DIALECTS.filter((dialect) => {
    const view = viewOf(dialect);
    const { signs = [], isShown } = TABLES[dialect];
    const hasSign = signs.some((key) => nodeAt(view.frontMatter, key) !== undefined);
    return hasSign || isShown?.(view) === true || hasOverlay(view.files, dialect);
  });
  const { frontMatter } = viewOf("agent-skills");
  const isOffered = ["name", "description"].every((key) => textAt(frontMatter, key) !== undefined);
  if ((isOffered || found.length === 0) && !found.includes("agent-skills")) found.push("agent-skills");
  return found;
}

/** A field with a meaning that another dialect writes elsewhere. */
interface SharedField {
  readonly dialect: Dialect;
  readonly path: string;
  readonly means: string;
}

const SHARED: readonly SharedField[] = DIALECTS.flatMap((dialect) =>
  ROWS[dialect].flatMap(({ path, means }) => (means === undefined ? [] : { dialect, path, means })),
);

/** Warns of values of other dialects that differ from this one's; each keeps its own value and exports it. */
export function checkConflicts(
  profile: CheckProfile,
  viewOf: (dialect: Dialect) => MapNode,
  findings: Findings,
): void {
  const valueOf = ({ dialect, path }: SharedField) => nodeAt(viewOf(dialect), ...path.split("."));
  for (const own of SHARED) {
    const node = own.dialect === profile ? valueOf(own) : undefined;
    if (node === undefined) continue;
    const other = SHARED.find(
      (field) => field.means === own.means && field !== own && differs(node, valueOf(field)),
    );
    if (other === undefined) continue;
    const message = `${other.path} gives another ${own.means}; each dialect exports its own`;
    findings.warning("DIALECT_CONFLICT", own.path, message, node);
  }
}

function differs(own: YamlNode, other: YamlNode | undefined): boolean {
  if (other === undefined) return false;
  const [text, otherText] = [textOf(own), textOf(other)];
  return text && otherText ? text !== otherText : !jsonEqual(toPlain(own), toPlain(other));
}
