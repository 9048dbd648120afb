import { COMMANDING } from "./commanding";
import { DESTROYING } from "./destroying";
import { FALSIFYING } from "./falsifying";
import { HABITS } from "./habits";
import { meant, saysIn, type Passage, type PassageFrame } from "./passage";
import type { TurnRow } from "./turn-row";
import { WEAKENING } from "./weakening";

const ROWS = [...DESTROYING, ...WEAKENING, ...FALSIFYING, ...COMMANDING, ...HABITS];

/** One frame for each row. */
export const TURN_FRAMES: readonly PassageFrame[] = ROWS.map((row) => (passage) => {
  const { kind, words, says = [], least = 1, together = false, unless, themes, isPlain = false } = row;
  if (!hasAll(passage, words)) return null;
  const said = says.map((pattern) => saysIn(passage, pattern));
  const [first, ...others] = words;
  const found =
    first === undefined ? said.slice(0, 1).filter((place) => place !== null) : meant(passage, first);
  const kinds = new Set(found.map(({ step, start, end }) => step.text.slice(start, end).toLowerCase()));
  const at = found.find(({ step }) =>
    others.every((classes) => meant(together ? [step] : passage, classes).length > 0),
  );
  if (at === undefined || kinds.size < least || said.includes(null)) return null;
  if (unless !== undefined && passage.some(({ text }) => unless.test(text))) return null;
  return { kind, at, themes, isPlain, isHeavy: row.isHeavy === true };
});

/** Cheap, and false for nearly all passages. */
const hasAll = (passage: Passage, words: TurnRow["words"]) =>
  words.every((classes) => passage.some(({ hits }) => hits.some(({ is }) => classes.includes(is))));
