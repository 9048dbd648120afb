import type { PackageFile } from "@/lib/package";
import {
  concealed,
  shown,
  type Budget,
  type Deed,
  type OpenedDocument,
  type Unread,
} from "./opened-document";
import { readFonts } from "./pdf-fonts";
import { readPdfObjects, type PdfObjects, type PdfStream } from "./pdf-objects";
import { readPdfPage, type PdfPage } from "./pdf-page";
import { decodeTextString, plainName, readPdfTokens } from "./pdf-tokens";

const MAX_TEXT = 4 * 1024 * 1024;
const MIN_STRING = 10;

/**
 * A PDF document: what its pages show and conceal, the texts beside them, the files it carries and what it does when it
 * is opened.
 */
export function readPdfDocument({ path, bytes }: PackageFile, budget: Budget): OpenedDocument {
  const objects = readPdfObjects(bytes, budget);
  const pages = readPages(objects, budget);
  const beside = readBeside(objects, budget);
  const visible = pages.map((page) => page.visible).join("\n");
  const invisible = pages.map((page) => page.invisible).join("\n");
  // A scan has nothing but letters that are not drawn, over its picture.
  const isScan = visible.trim() === "";
  const text = `${shown(isScan ? invisible : visible)}\n${isScan || invisible.trim() === "" ? "" : concealed(invisible)}`;
  const parts = [
    { path: `${path}!/pages`, bytes: Buffer.from(text.slice(0, MAX_TEXT)) },
    { path: `${path}!/beside`, bytes: Buffer.from(shown(beside).slice(0, MAX_TEXT)) },
    ...carriedFiles(path, objects),
  ].filter((part) => part.bytes.some((byte) => byte > 32));
  const tooLong =
    budget.tokens === 0 || pages.includes(UNREAD_PAGE) || text.length > MAX_TEXT || beside.length > MAX_TEXT;
  return { path, parts, deeds: findDeeds(objects), unread: findUnread(objects, pages, tooLong) };
}

/** What all pages together are drawn with; what is beyond is reported. */
const MAX_DRAWN = 8 * 1024 * 1024;
const MAX_REPEATED = 256 * 1024;
/** What is read once more for each font of one name, of all pages together. */
const MAX_AGAIN = 4 * 1024 * 1024;
const UNREAD_PAGE: PdfPage = { visible: "", invisible: "", complete: true };

const DRAWS = /(?:[)\]>]\s*|\s)(?:Tj|TJ|'|")(?:\s|$)/;

function readPages(objects: PdfObjects, budget: Budget): PdfPage[] {
  const fonts = readFonts(objects);
  const most = Math.max(1, ...Array.from(fonts.values(), (list) => list.length));
  let left = MAX_DRAWN;
  let leftAgain = MAX_AGAIN;
  return objects.streams.flatMap(({ content, dictionary }): PdfPage[] => {
    if (typeof content === "string" || isApart(dictionary)) return [];
    const source = Buffer.from(content).toString("latin1");
    if (!DRAWS.test(source.slice(0, MAX_DRAWN))) return [];
    left -= source.length;
    if (left < 0) return [UNREAD_PAGE];
    const first = readPdfPage(source, fonts, budget);
    // Where several fonts have one name, each reading says something; only one of them makes sense.
    const isTried = source.length * most < MAX_REPEATED && source.length * (most - 1) <= leftAgain;
    if (isTried) leftAgain -= source.length * (most - 1);
    const others = isTried
      ? Array.from({ length: most - 1 }, (_, at) => readPdfPage(source, fonts, budget, at + 1))
      : [];
    const distinct = others.filter(
      (page) => page.visible !== first.visible || page.invisible !== first.invisible,
    );
    return [{ ...first, complete: first.complete && (isTried || most === 1) }, ...distinct];
  });
}

const isApart = (dictionary: string) => /\/Type\s*\/(?:XRef|ObjStm|EmbeddedFile|Metadata)\b/.test(dictionary);

/** Titles, remarks, notes, names of fields and metadata: the strings outside the pages. */
function readBeside({ outside, streams }: PdfObjects, budget: Budget): string {
  const strings: string[] = [];
  let length = 0;
  for (const { kind, text } of readPdfTokens(outside, budget)) {
    if ((kind !== "string" && kind !== "hex") || text.length < MIN_STRING) continue;
    const decoded = decodeTextString(text);
    length += decoded.length;
    if (length > MAX_TEXT) break;
    strings.push(decoded);
  }
  const remarks = Array.from(outside.matchAll(/%([^\r\n]{24,2000})/g), (match) => match[1] ?? "");
  const metadata = streams.flatMap(({ dictionary, content }) =>
    typeof content !== "string" && /\/Type\s*\/Metadata\b/.test(dictionary)
      ? [
          Buffer.from(content)
            .toString("utf8")
            .replace(/<[^<>]{0,2000}>/g, "\n"),
        ]
      : [],
  );
  return [...strings, ...remarks, ...metadata].join("\n\n");
}

function carriedFiles(path: string, { streams }: PdfObjects): PackageFile[] {
  return streams.flatMap(({ dictionary, content }, at) =>
    typeof content !== "string" && /\/Type\s*\/EmbeddedFile\b/.test(dictionary)
      ? [{ path: `${path}!/file-${at + 1}`, bytes: content }]
      : [],
  );
}

const REACHES_OUT =
  /\b(?:submitForm|launchURL|getURL|exportDataObject|importDataObject|mailForm|mailDoc|Net\.HTTP)\b/;

function findDeeds({ outside, streams }: PdfObjects): Deed[] {
  const names = plainName(outside);
  const scripts = streams
    .filter(isScriptText)
    .map(({ content }) => (typeof content === "string" ? "" : Buffer.from(content).toString("latin1")));
  const hasScript = /\/JavaScript\b|\/JS\s*[(<\d]/.test(names);
  const deeds: Deed[] = [];
  const launch = /\/S\s*\/Launch\b/.exec(names);
  if (launch !== null)
    deeds.push({
      grave: true,
      message: "The document starts a program.",
      evidence: around(names, launch.index),
    });
  if (hasScript) {
    const opens = /\/OpenAction\b/.test(names) || [names, ...scripts].some((text) => REACHES_OUT.test(text));
    const message = opens
      ? "The document runs a script when it is opened, or sends what is filled in."
      : "The document holds scripts.";
    deeds.push({
      grave: opens,
      message,
      evidence: around(names, names.search(/\/JavaScript\b|\/JS\s*[(<\d]/)),
    });
  }
  const carried = streams.filter(({ dictionary }) => /\/Type\s*\/EmbeddedFile\b/.test(dictionary)).length;
  if (carried > 0)
    deeds.push({ grave: false, message: "The document carries other files.", evidence: `${carried}` });
  return deeds;
}

const isScriptText = ({ dictionary, content }: PdfStream) =>
  typeof content !== "string" && content.length < MAX_TEXT && !/\/Type\s*\/|\/Subtype\s*\//.test(dictionary);
const around = (text: string, at: number) => text.slice(Math.max(0, at - 20), at + 100);

function findUnread(
  { outside, streams, complete }: PdfObjects,
  pages: readonly PdfPage[],
  tooLong: boolean,
): Unread[] {
  if (/\/Encrypt\s+\d|\/Encrypt\s*<</.test(outside))
    return [{ grave: true, message: "The document is locked and could not be read." }];
  const found: Unread[] = [];
  if (!complete || tooLong || streams.some(({ content }) => content === "unknown" || content === "damaged"))
    found.push({
      grave: true,
      message: "A part of the document is damaged, too large or packed in an unusual way and was not read.",
    });
  if (pages.some((page) => !page.complete))
    found.push({
      grave: false,
      message: "A font of the document does not say what its letters are; they were not read.",
    });
  const isPicture = streams.some(
    ({ dictionary, content }) => content === "picture" || /\/Subtype\s*\/Image\b/.test(dictionary),
  );
  if (
    isPicture &&
    pages.every((page) => `${page.visible}${page.invisible}`.trim() === "") &&
    found.length === 0
  )
    found.push({ grave: false, message: "The document holds no text; what its pictures show was not read." });
  return found;
}
