/** What is taken from a Python file. */
export interface PythonOutline {
  /** Names and plain texts in the order of the file. */
  words: readonly string[];
  /** The words of a function, by its name; of several with one name the last. */
  functions: ReadonlyMap<string, WordRange>;
  /** What `@tool_handler("<tool>")` registers, in the order of the file. */
  registrations: readonly Registration[];
}

/** Index of the first word, and of the one behind the last. */
export interface WordRange {
  first: number;
  end: number;
}

export interface Registration {
  tool: string;
  /** Where the decorator stands. */
  from: number;
  isAsync: boolean;
  /** Names of the parameters in order; `self` of a method left out. */
  parameters: string[];
  /** The words of the decorated function; null for a class. */
  definition: WordRange | null;
}

/** The name of the decorator that registers a tool. */
export const REGISTERING = "tool_handler";

const MAX_TOOL_CHARACTERS = 200;

/** The tool the texts of a decorator's argument name; undefined where one of them is no plain text. */
export function toolNamed(texts: readonly (string | undefined)[]): string | undefined {
  const tool = texts.includes(undefined) ? "" : texts.join("");
  return tool === "" || tool.length > MAX_TOOL_CHARACTERS ? undefined : tool;
}

/** The value of a plain text as written; undefined for bytes and for escapes, which no tool name needs. */
export function plainText(written: string): string | undefined {
  const text = /^([uUrR]?)("""|'''|"|')(.*)\2$/s.exec(written)?.[3];
  return text === undefined || text.includes("\\") ? undefined : text;
}
