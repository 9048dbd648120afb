import type { MarkedPiece } from "@/lib/registry/search-words/mark-words";

/** A text in pieces, of which those are marked that a search found it by. */
export function MarkedText({ pieces }: { pieces: readonly MarkedPiece[] }) {
  return pieces.map((piece, i) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change places
    piece.marked ? <mark key={i}>{piece.text}</mark> : piece.text,
  );
}
