import { markWords } from "@/lib/registry/search-words/mark-words";

/** A text with the words marked under which a search found it. */
export function MarkedText({ text, found }: { text: string; found: ReadonlySet<string> | undefined }) {
  if (found === undefined || found.size === 0) return text;
  return markWords(text, found).map((piece, i) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change places
    piece.marked ? <mark key={i}>{piece.text}</mark> : piece.text,
  );
}
