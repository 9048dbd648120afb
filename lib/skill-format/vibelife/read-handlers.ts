import { lineCounter } from "../document/line-counter";
import type { PythonOutline, WordRange } from "./python-outline";
import { readPython } from "./read-python";

export interface ToolHandler {
  tool: string;
  /** Line of the decorator, from 1. */
  line: number;
  isAsync: boolean;
  /** Names of the parameters in order; `self` of a method left out. */
  parameters: string[];
  /** Names and plain texts in the function, and in the functions of the same file it names. */
  words: ReadonlySet<string>;
}

export type HandlersReading =
  | {
      ok: true;
      handlers: ToolHandler[];
      /** Names and plain texts anywhere in the file, in its order. */
      words: readonly string[];
    }
  | { ok: false; line: number };

/**
 * The functions a Python file registers with `@tool_handler("<tool>")` (VibeLife §5). The file is parsed, never run:
 * what stands in comments and texts registers nothing, and a decorator may run over several lines, sit among others,
 * on a method or in a nested block. A tool whose name is not a plain text is left out. Not `ok` where the file is not
 * Python, with the line of the first fault.
 */
export function readHandlers(source: string): HandlersReading {
  const outline = readPython(source);
  const lineOf = lineCounter(source);
  if ("fault" in outline) return { ok: false, line: lineOf(outline.fault) };
  const handlers = outline.registrations.map(({ tool, from, isAsync, parameters, definition }) => ({
    tool,
    line: lineOf(from),
    isAsync,
    parameters,
    words: definition === null ? new Set<string>() : wordsReachedFrom(definition, outline),
  }));
  return { ok: true, handlers, words: outline.words };
}

/** A handler may leave its work to other functions of the file. */
function wordsReachedFrom(definition: WordRange, { words: all, functions }: PythonOutline): Set<string> {
  const reached = new Map([[definition.first, definition]]);
  const words = new Set<string>();
  for (const { first, end } of reached.values()) {
    for (let at = first; at < end; at += 1) {
      const word = all[at];
      if (word === undefined || words.has(word)) continue;
      words.add(word);
      const named = functions.get(word);
      if (named !== undefined) reached.set(named.first, named);
    }
  }
  return words;
}
