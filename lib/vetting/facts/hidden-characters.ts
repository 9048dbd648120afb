import { indexLines } from "../reading/line-index";
import type { SourceFile } from "../reading/source-file";
import type { Fact } from "./fact";

const MAX_FACTS = 5;

interface Hidden {
  readonly at: number;
  readonly length: number;
  readonly traits: readonly string[];
  readonly message: string;
}

/** Text that a person cannot see: tag characters, selectors, direction overrides, zero-width characters. */
export function findHiddenCharacters(file: SourceFile): Fact[] {
  const { text } = file;
  if (
    text === null ||
    !/(?:[\u00ad\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0\udb40]|\u034f|[\ufe00-\ufe0f])/.test(
      text,
    )
  )
    return [];
  const found = [
    ...first(findTags(text)),
    ...first(findSelectors(text)),
    ...first(findOverrides(text, file)),
    ...first(findZeroWidth(text)),
  ];
  if (found.length === 0) return [];
  const lines = indexLines(text);
  return found
    .sort((left, right) => left.at - right.at)
    .slice(0, MAX_FACTS)
    .map(({ at, length, traits, message }) => ({
      kind: "hides-text",
      object: message,
      file: file.path,
      line: lines.lineAt(at),
      origin: "script",
      traits,
      evidence: text.slice(Math.max(0, at - 20), at + Math.min(length, 60) + 20),
    }));
}

/** What is reported of one kind at most: the first of all kinds are among the first of each. */
function first(found: Iterable<Hidden>): Hidden[] {
  const taken: Hidden[] = [];
  for (const each of found) if (taken.push(each) === MAX_FACTS) break;
  return taken;
}

/** Tag characters spell ASCII invisibly. Flags of regions use them behind a black flag. */
function findTags(text: string): Hidden[] {
  if (!text.includes("\udb40")) return [];
  return Array.from(text.matchAll(/(\u{1F3F4})?((?:[\u{E0000}-\u{E007F}])+)/gu)).flatMap(
    (match): Hidden[] => {
      const tags = match[2] ?? "";
      const spelled = Array.from(tags, (unit) =>
        String.fromCharCode((unit.codePointAt(0) ?? 0xe0000) - 0xe0000),
      ).join("");
      const flag = match[1] !== undefined && /^[a-z0-9]{2,6}\u007f$/.test(spelled);
      if (flag) return [];
      const message = `Invisible tag characters spell "${spelled.replace(/[^\x20-\x7e]/g, "").slice(0, 80)}".`;
      return [{ at: match.index, length: tags.length, traits: ["data"], message }];
    },
  );
}

/** A selector chooses the form of the character before it; several in a row choose nothing and spell bytes. */
function findSelectors(text: string): Hidden[] {
  return Array.from(text.matchAll(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/gu), (match) => ({
    at: match.index,
    length: match[0].length,
    traits: ["data"],
    message: `${Array.from(match[0]).length} variation selectors in a row carry hidden data.`,
  }));
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Overrides change the order in which text is shown; in code that is never wanted (CVE-2021-42574). */
function findOverrides(text: string, file: SourceFile): Hidden[] {
  const isCode = file.language !== "markdown" && file.language !== "other";
  return Array.from(text.matchAll(/[\u202a-\u202e\u2066-\u2069]+/g)).flatMap((match): Hidden[] => {
    const override = /[\u202d\u202e]/.test(match[0]);
    const near = text.slice(Math.max(0, match.index - 80), match.index + 80);
    if (!override && RIGHT_TO_LEFT.test(near)) return [];
    const traits = isCode ? ["data", "order"] : ["order"];
    return [
      {
        at: match.index,
        length: match[0].length,
        traits,
        message: "Direction marks show this text in another order than it is read in.",
      },
    ];
  });
}

/** Zero-width characters other than joiners, and joiners where no script uses them. */
const ZERO_WIDTH =
  /(?:[\u200b\u2060-\u2064\u180e\u00ad\ufeff\u200c\u115f\u1160\u3164\uffa0\u2800]|\u200d|\u034f)+/g;
const WORD_BEFORE = /[A-Za-z0-9]$/;
const WORD_AFTER = /^[A-Za-z0-9]/;
/** So many in a row spell something, bit by bit. */
const CARRIES_DATA = 8;
const SOFT_HYPHEN = "\u00ad";

function* findZeroWidth(text: string): Generator<Hidden> {
  for (const { 0: run, index: at } of text.matchAll(ZERO_WIDTH)) {
    const { length } = run;
    if (at === 0 && run === "\ufeff") continue;
    if (length >= CARRIES_DATA && new Set(run).size > 1) {
      const message = `${length} invisible characters in a row carry hidden data.`;
      yield { at, length, traits: ["data"], message };
      continue;
    }
    const splitsWord =
      WORD_BEFORE.test(text.slice(Math.max(0, at - 1), at)) &&
      WORD_AFTER.test(text.slice(at + length, at + length + 1));
    if (splitsWord && run !== SOFT_HYPHEN)
      yield { at, length, traits: [], message: "An invisible character breaks up a word." };
  }
}
