import { RE2JS } from "re2js";
import { PATTERN_MAX_STEPS } from "../constants";

/** A schema that cannot be evaluated safely. Thrown and caught inside this folder only. */
export class Undecidable extends Error {}

/** Texts longer than this are not run through a pattern: linear time still adds up. */
const PATTERN_INPUT_MAX = 100_000;
const PATTERN_MAX_CHARACTERS = 2_000;
/** Steps of a pattern's program on characters of a text that take as long as one step of an evaluation. */
const WORK_OF_STEP = 300;

/**
 * The patterns of one document, compiled once each, and the work that all of them may take on all texts together.
 * Searching takes time linear in the text, but times the pattern's size: one of a kilobyte takes seconds on a long text.
 */
export class PatternWork {
  private steps = 0;
  private readonly compiled = new Map<string, RE2JS>();

  /** Searches a text for a pattern. Throws `Undecidable` for what RE2 cannot express, or once the work is used up. */
  matches(pattern: string, text: string): boolean {
    if (text.length > PATTERN_INPUT_MAX) throw new Undecidable("a text is too long for its pattern");
    const expression = this.compiled.get(pattern) ?? this.compile(pattern);
    this.spend((expression.programSize() * (text.length + 1)) / WORK_OF_STEP);
    return expression.matcher(text).find();
  }

  private compile(pattern: string): RE2JS {
    if (pattern.length > PATTERN_MAX_CHARACTERS) throw new Undecidable("a pattern is too long");
    this.spend(patternSize(pattern));
    try {
      const expression = RE2JS.compile(RE2JS.translateRegExp(pattern));
      this.compiled.set(pattern, expression);
      return expression;
    } catch {
      throw new Undecidable(`the pattern ${pattern.slice(0, 80)} needs lookaround or back-references`);
    }
  }

  private spend(steps: number): void {
    this.steps += steps;
    if (this.steps > PATTERN_MAX_STEPS) throw new Undecidable("the patterns take too long to evaluate");
  }
}

/** A class such as `\p{L}` is hundreds of ranges, copied as often as it is repeated. */
const PROPERTY_SIZE = 20;

/** One group, or the whole pattern: what stands in it so far, and what stood in it last, which may yet be repeated. */
interface Group {
  before: number;
  last: number;
}

/**
 * How many steps the program of a regular expression has, about, from its text alone: what is repeated is copied, so that
 * 20 characters can stand for millions. Finding this out takes one pass; compiling the pattern takes as long as the number
 * says. A text that is no pattern gets some number.
 */
export function patternSize(pattern: string): number {
  const open: Group[] = [];
  let group: Group = { before: 1, last: 0 };
  const add = (size: number): void => {
    group.before += group.last;
    group.last = size;
  };
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at];
    if (sign === "\\") {
      const property = /^\\[pP]\{[^}]{0,60}\}/.exec(pattern.slice(at, at + 65))?.[0];
      add(property === undefined ? 1 : PROPERTY_SIZE);
      at += (property?.length ?? 2) - 1;
    } else if (sign === "[") {
      const end = endOfClass(pattern, at);
      add(1 + PROPERTY_SIZE * countProperties(pattern.slice(at, end)));
      at = end;
    } else if (sign === "(") {
      open.push(group);
      group = { before: 2, last: 0 };
    } else if (sign === ")") {
      const size = group.before + group.last;
      group = open.pop() ?? { before: 0, last: 0 };
      add(size);
    } else if (sign === "*" || sign === "+" || sign === "?") {
      group.last += 1;
    } else if (sign === "{") {
      const repeated = /^\{(\d{1,9})(?:,(\d{0,9}))?\}/.exec(pattern.slice(at, at + 22));
      if (repeated === null) add(1);
      else {
        const [least, most] = [Number(repeated[1]), Number(repeated[2] ?? 0)];
        group.last = group.last * Math.max(1, least, most) + Math.max(0, most - least);
        at += repeated[0].length - 1;
      }
    } else add(1);
  }
  return open.reduce((sum, { before, last }) => sum + before + last, group.before + group.last);
}

function endOfClass(pattern: string, from: number): number {
  for (let at = from + 1; at < pattern.length; at += 1) {
    if (pattern[at] === "\\") at += 1;
    else if (pattern[at] === "]" && at > from + 1) return at;
  }
  return pattern.length;
}

const countProperties = (text: string) => text.match(/\\[pP]/g)?.length ?? 0;
