import type { FaultPlace } from "./fault-place";

/** What the parser says of a text it cannot read. */
export interface ParserFault {
  code: string;
  message: string;
  offset: number;
}

/** A fault in words for its author: the key, what is wrong there and what to do. */
export interface Explanation {
  message: string;
  offset: number;
}

/** Of one kind of fault: its explanation, or undefined when it is another kind. Asked in turn. */
export type Explain = (fault: ParserFault, text: string, place: FaultPlace) => Explanation | undefined;

/** What helps against nearly every sign of YAML in a text. */
export const IN_QUOTES = "put the text in quotes";

/** The key, or the line where no key is near. */
export function subject({ path, hasKey, line }: FaultPlace): string {
  if (hasKey) return path.length > 80 ? `${path.slice(0, 77)}...` : path;
  return path === "" ? `the line ${cut(line)}` : `the line ${cut(line)} below ${path}`;
}

/** A text for a sentence, cut when long. */
export function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return `"${line.length > 40 ? `${line.slice(0, 37)}...` : line}"`;
}
