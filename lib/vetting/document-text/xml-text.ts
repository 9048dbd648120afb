import { decodeEntities } from "./entities";
import { concealed, shown } from "./opened-document";

/** Elements behind which a line ends: paragraphs, cells, rows and items of the office formats and of pages. */
const ENDS_LINE =
  /^(?:p|h|h[1-6]|si|c|row|tr|td|th|li|div|br|cr|line-break|table-row|table-cell|list-item|comment|title|subject|description|keywords|section|blockquote|pre)$/;
const ENDS_WORD = /^(?:tab|s|ptab|noBreakHyphen)$/;
/** Attributes that carry text of their own. */
const SPOKEN =
  /\s(?:[\w-]+:)?(?:descr|title|alt|tooltip|summary|prompt)\s*=\s*(?:"([^"]{10,20000})"|'([^']{10,20000})')/g;
/** Properties of a run that keep it from being seen; sizes are half points. */
const CONCEALS =
  /^(?:vanish|webHidden|specVanish)(?![\w-])|^color\b[^]*\bval\s*=\s*["'](?:FFFFF[0-9A-F]|FEFEFE)["']|^szC?s?\b[^]*\bval\s*=\s*["'][0-4]["']/i;
const SWITCHED_OFF = /\bval\s*=\s*["'](?:0|false|off|none)["']/i;
const NUMBER = /^\s*[-+]?[\d.,]+(?:e[-+]?\d+)?%?\s*$/i;

/**
 * What a part of an office document says: its runs put together again, a line for each paragraph or cell. What it does
 * not show (hidden, white or tiny letters, deleted text, remarks) comes as comments. One pass, whatever the part holds.
 */
export function readXmlText(xml: string): string {
  const out: string[] = [];
  const hidden: string[] = [];
  let isConcealed = false;
  let element = "";
  const say = (text: string) => {
    if (text === "" || element === "instrText") return;
    if (element === "v" && NUMBER.test(text)) return;
    if (isConcealed || element === "delText") hidden.push(text);
    else out.push(shown(text));
  };
  const flush = () => {
    if (hidden.length > 0) out.push(concealed(hidden.splice(0).join("")));
  };
  for (let at = 0; at < xml.length;) {
    const open = xml.indexOf("<", at);
    if (open === -1 || open > at) {
      say(decodeEntities(xml.slice(at, open === -1 ? xml.length : open)));
      if (open === -1) break;
    }
    const { end, text } = readMarkup(xml, open);
    if (text !== null) {
      if (xml.startsWith("<!--", open)) hidden.push(text);
      else say(text);
      at = end;
      continue;
    }
    const tag = xml.slice(open + 1, end - 1);
    at = end;
    const name = localName(tag);
    if (tag.startsWith("/")) {
      if (name === "r") isConcealed = false;
      if (ENDS_LINE.test(name)) {
        flush();
        out.push("\n");
      }
      element = "";
      continue;
    }
    element = name;
    if (CONCEALS.test(tag.replace(/^[\w-]+:/, "")) && !SWITCHED_OFF.test(tag)) isConcealed = true;
    if (name === "r") isConcealed = false;
    if (tag.includes("="))
      for (const match of tag.matchAll(SPOKEN))
        out.push(`\n${shown(decodeEntities(match[1] ?? match[2] ?? ""))}\n`);
    if (ENDS_WORD.test(name)) out.push(" ");
    else if (tag.endsWith("/") && ENDS_LINE.test(name)) out.push("\n");
  }
  flush();
  return out.join("");
}

/** Where the markup at `open` ends, with its text if it is a comment or a section of plain text. */
function readMarkup(xml: string, open: number): { end: number; text: string | null } {
  for (const [start, close] of SECTIONS) {
    if (!xml.startsWith(start, open)) continue;
    const end = xml.indexOf(close, open + start.length);
    const stop = end === -1 ? xml.length : end;
    return { end: stop + close.length, text: xml.slice(open + start.length, stop) };
  }
  const end = xml.indexOf(">", open);
  return { end: end === -1 ? xml.length + 1 : end + 1, text: null };
}

const SECTIONS = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
] as const;

function localName(tag: string): string {
  const name = /^\/?([^\s/]{1,100})/.exec(tag)?.[1] ?? "";
  return name.slice(name.indexOf(":") + 1);
}
