/** A piece of a line; `hidden` stands for a character that nobody would see, or that turns what stands around it. */
interface ShownPart {
  /** Where it begins in the line. */
  at: number;
  text: string;
  hidden: boolean;
}

/** Controls but the tab, format characters (which turn, join or hide text) and what fills a line with nothing. */
const UNSEEN = /[^\P{C}\t]|[\u115F\u1160\u3164\uFFA0]|\u034F|\p{Variation_Selector}/gu;

/** Longer lines are cut: a page that holds one of a megabyte is read by nobody. */
const MAX_LINE = 2_000;

/**
 * A line of a file as pieces to show, each unseen character named by its number (`⟨U+202E⟩`). Pure; the text of the pieces
 * together is the line where it hides nothing and is not too long.
 */
export function toShownParts(line: string): ShownPart[] {
  const plain = line.replace(/\r$/, "");
  const cut = plain.length > MAX_LINE ? plain.slice(0, MAX_LINE) : plain;
  const parts: ShownPart[] = [];
  let from = 0;
  for (const { 0: unseen, index } of cut.matchAll(UNSEEN)) {
    if (index > from) parts.push({ at: from, text: cut.slice(from, index), hidden: false });
    parts.push({ at: index, text: nameOf(unseen), hidden: true });
    from = index + unseen.length;
  }
  if (from < cut.length) parts.push({ at: from, text: cut.slice(from), hidden: false });
  if (cut.length < plain.length)
    parts.push({ at: cut.length, text: `… +${plain.length - cut.length}`, hidden: true });
  return parts;
}

const nameOf = (character: string) =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
