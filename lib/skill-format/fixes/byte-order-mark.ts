import { type FixFinder, issuesWith, lineFix } from "./fix";

/** A byte order mark before the first line is taken away. */
export const byteOrderMark: FixFinder = (source) =>
  issuesWith(source, ["BOM_PRESENT"]).flatMap((issue) => {
    const [first = ""] = source.lines;
    if (!first.startsWith("\uFEFF")) return [];
    return [lineFix("byte-order-mark", issue, { line: 1, from: first, to: first.slice(1) })];
  });
