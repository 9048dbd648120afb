import { RE2JS } from "re2js";
import { PATTERN_MAX_STEPS } from "../constants";
import { patternSize } from "./pattern-size";
import { Undecidable } from "./undecidable";

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
