/** More lines than anybody writes into one source; what is beyond is reported as not read. */
const MAX_PIECES = 200_000;
/** Longer lines are read in pieces, cut where a statement ends. */
const MAX_PIECE = 2000;
const PADDING = /[ \t]{20,}/g;

interface Piece {
  readonly text: string;
  /** Offset of the line it stands in. */
  readonly start: number;
}

/**
 * The lines of a source; a line that was pushed far to the right is moved back, and a very long one comes in pieces.
 */
export function readPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    if (pieces.length >= MAX_PIECES) break;
    for (let rest = line.replace(PADDING, " "); rest.trim() !== "";) {
      const cut =
        rest.length <= MAX_PIECE
          ? rest.length
          : Math.max(rest.lastIndexOf(";", MAX_PIECE) + 1, MAX_PIECE / 2);
      pieces.push({ text: rest.slice(0, cut), start });
      rest = rest.slice(cut);
    }
    start += line.length + 1;
  }
  return pieces;
}
