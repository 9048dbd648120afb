import type { Comment, Token, TokenKind, Tokens } from "./tokens";

/** Collects tokens; offsets are relative to the whole source, also inside an f-string or a template. */
export interface TokenWriter extends Tokens {
  complete: boolean;
  push(kind: TokenKind, text: string, start: number, end: number): void;
  comment(text: string, start: number): void;
  last(): Token | undefined;
}

/** The part of a source that is read, and how deep in expressions of strings it is. */
export interface SourceRange {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly nesting: number;
}

/** What a sticky pattern matches at a place; empty for nothing. */
export function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** Far more than anybody writes into one file; what is beyond is not read, and reported as such. */
const MAX_TOKENS = 1_000_000;

export function tokenWriter(): TokenWriter {
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  const writer: TokenWriter = {
    complete: true,
    tokens,
    comments,
    push(kind, text, start, end) {
      if (tokens.length < MAX_TOKENS) tokens.push({ kind, text, start, end });
      else writer.complete = false;
    },
    comment: (text, start) => void comments.push({ text, start }),
    last: () => tokens.at(-1),
  };
  return writer;
}
