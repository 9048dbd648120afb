import type { Guide } from "./guides";
import { readText } from "./read-text";

export interface DocumentText {
  /** The text of its first heading. */
  title: string;
  /** The first paragraph, as plain text, for a list or a search engine. */
  summary: string;
  /** Markdown without the first heading. */
  body: string;
}

/** A remark to those who edit the file, on lines of its own. */
const COMMENT = /^<!--[\s\S]*?-->\n/gm;

const CODE = /^```[\s\S]*?^```/gm;
/** How the files write the market's own address, for readers of the repository. */
const WRITTEN_ADDRESS = /https:\/\/MARKET|http:\/\/127\.0\.0\.1:3000(?=\/)/g;

/**
 * A guide, whose code names this market by its own `origin`, so that it can be pasted; null when its file is not there.
 */
export function readGuide(guide: Guide, origin: string): DocumentText | null {
  const text = readText(`${guide}.md`);
  return toDocument(text && text.replaceAll(CODE, (code) => code.replaceAll(WRITTEN_ADDRESS, origin)));
}

/** A text of the docs folder as title and body. */
export function toDocument(text: string | null): DocumentText | null {
  if (text === null) return null;
  const shown = text.replaceAll("\r\n", "\n").replaceAll(COMMENT, "");
  const [, title = "", body = ""] = /^# (.+)\n([\s\S]*)$/.exec(shown) ?? [];
  return title === ""
    ? null
    : { title: plain(title), summary: plain(firstParagraph(body)), body: body.trim() };
}

function firstParagraph(body: string): string {
  const paragraph = body
    .trim()
    .split(/\n\s*\n/)
    .find((block) => /^[^#|>`\-*<]/.test(block));
  return (paragraph ?? "").replaceAll("\n", " ");
}

/** Without the marks of Markdown that would show in a list. */
function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .trim();
}
