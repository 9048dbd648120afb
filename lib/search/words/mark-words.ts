import { pairsOf, searchTokens } from "@/lib/search/words/tokens";

export interface MarkedPiece {
  readonly text: string;
  readonly marked: boolean;
}

const PIECES = /\p{sc=Han}+|\p{sc=Hangul}+|[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu;
const RUN = /^[\p{sc=Han}\p{sc=Hangul}]/u;

/** Cuts a text where words begin and end that are found under one of the tokens, so that a page can mark them. */
export function markWords(text: string, tokens: ReadonlySet<string>): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  const add = (piece: string, marked: boolean) => {
    const last = pieces.at(-1);
    if (last?.marked === marked) pieces[pieces.length - 1] = { text: last.text + piece, marked };
    else pieces.push({ text: piece, marked });
  };
  if (tokens.size === 0) return text === "" ? [] : [{ text, marked: false }];
  for (const [piece] of text.matchAll(PIECES)) {
    if (RUN.test(piece)) for (const [character, marked] of markRun(piece, tokens)) add(character, marked);
    else
      add(
        piece,
        searchTokens(piece).some((token) => tokens.has(token)),
      );
  }
  return pieces;
}

/** Each character of a run, and whether it stands in a pair that is found. */
function markRun(run: string, tokens: ReadonlySet<string>): [string, boolean][] {
  const characters = Array.from(run);
  const isPair = pairsOf(run).map((pair) => searchTokens(pair).some((token) => tokens.has(token)));
  return characters.map((character, i) => [character, Boolean(isPair[i]) || Boolean(i > 0 && isPair[i - 1])]);
}
