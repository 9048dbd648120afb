import type { PackageFile } from "@/lib/package";
import {
  type Budget,
  type Deed,
  type OpenedDocument,
  type Unread,
  concealed,
  shown,
} from "./opened-document";
import { inflateRawSync } from "node:zlib";
import { decodeEntities } from "./entities";

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
function readXmlText(xml: string): string {
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

interface DocumentPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface DocumentArchive {
  readonly parts: readonly DocumentPart[];
  /** False when a part is locked, damaged, packed in an unknown way, or beyond what may be unpacked. */
  readonly complete: boolean;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const MAX_COMMENT = 65_535;
const MAX_PARTS = 2000;

/**
 * The parts of an office document, read as office programs read them: by the central directory, with whatever extra
 * fields and gaps they leave. Strictness is for packages, which are installed; these are only looked through. Null for
 * what is no such archive.
 */
function readDocumentArchive(bytes: Uint8Array, budget: Budget): DocumentArchive | null {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(archive);
  if (end === -1) return null;
  const count = archive.readUInt16LE(end + 10);
  const parts: DocumentPart[] = [];
  let complete = count <= MAX_PARTS;
  let at = archive.readUInt32LE(end + 16);
  for (let read = 0; read < Math.min(count, MAX_PARTS); read++) {
    if (at + CENTRAL_BYTES > archive.length || archive.readUInt32LE(at) !== CENTRAL) {
      complete = false;
      break;
    }
    const nameEnd = at + CENTRAL_BYTES + archive.readUInt16LE(at + 28);
    const name = archive.toString("utf8", at + CENTRAL_BYTES, nameEnd);
    const unpacked = unpackPart(archive, at, budget);
    if (unpacked === null) complete = false;
    else if (!name.endsWith("/")) parts.push({ name, bytes: unpacked });
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return { parts, complete };
}

function findEnd(archive: Buffer): number {
  for (let at = archive.length - END_BYTES; at >= 0 && at >= archive.length - END_BYTES - MAX_COMMENT; at--) {
    if (archive[at] === 0x50 && archive.readUInt32LE(at) === END) return at;
  }
  return -1;
}

/** The content that a record of the central directory points to, or null. */
function unpackPart(archive: Buffer, record: number, budget: Budget): Uint8Array | null {
  const locked = (archive.readUInt16LE(record + 8) & 1) === 1;
  const method = archive.readUInt16LE(record + 10);
  const local = archive.readUInt32LE(record + 42);
  if (locked || local + 30 > archive.length || archive.readUInt32LE(local) !== LOCAL) return null;
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + archive.readUInt32LE(record + 20));
  const unpacked = method === 0 ? packed : method === 8 ? inflate(packed, budget) : null;
  if (unpacked === null || unpacked.length > budget.bytes) return null;
  budget.take(unpacked.length);
  return unpacked;
}

function inflate(packed: Uint8Array, budget: Budget): Uint8Array | null {
  if (budget.bytes <= 0) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: budget.bytes });
  } catch {
    budget.waste(packed.length);
    return null;
  }
}

const XML_PART = /\.(?:xml|xhtml|html?|opf|ncx|vml|rels|svg)$/i;
const OLD_FORMAT = [0xd0, 0xcf, 0x11, 0xe0];
const LOCKED = Buffer.from("EncryptedPackage", "utf16le");

/** Parts that nobody reads: styles, fonts, themes, lists of the other parts. */
const NO_TEXT =
  /(?:^|\/)(?:styles?|stylesWithEffects|fontTable|theme\d*|webSettings|settings|numbering|\[Content_Types\]|calcChain|presProps|viewProps|tableStyles|container)\.xml$|\.rels$/i;

/**
 * An office document (OOXML, OpenDocument, EPUB): its texts put together, the files it carries, what it does when
 * it is opened.
 */
export function readOfficeDocument(file: PackageFile, budget: Budget): OpenedDocument {
  const { path, bytes } = file;
  if (OLD_FORMAT.every((byte, at) => bytes[at] === byte)) return readOldFormat(file);
  const archive = readDocumentArchive(bytes, budget);
  if (archive === null) return unreadable(path, "The document is damaged and could not be read.");
  const unread: Unread[] = archive.complete
    ? []
    : [{ grave: true, message: "A part of the document is locked, damaged or too large and was not read." }];
  return {
    path,
    parts: archive.parts.flatMap((part) => toFile(path, part)),
    deeds: archive.parts.flatMap(findDeeds),
    unread,
  };
}

/** A document of which nothing was read. */
export function unreadable(path: string, message: string): OpenedDocument {
  return { path, parts: [], deeds: [], unread: [{ grave: true, message }] };
}

/** The binary format of before 2007, and the wrapping of documents with a password. */
function readOldFormat({ path, bytes }: PackageFile): OpenedDocument {
  if (Buffer.from(bytes).includes(LOCKED))
    return unreadable(path, "The document is locked with a password and was not read.");
  const message = "The document is of an old binary format, which is read only roughly.";
  return { path, parts: [], deeds: [], unread: [{ grave: false, message }] };
}

function toFile(path: string, { name, bytes }: DocumentPart): PackageFile[] {
  const inner = `${path}!/${name}`;
  if (!XML_PART.test(name)) return [{ path: inner, bytes }];
  if (NO_TEXT.test(name)) return [];
  const text = readXmlText(decodeXml(bytes));
  return text.trim() === "" ? [] : [{ path: inner, bytes: Buffer.from(text) }];
}

/** XML may be in UTF-16, which its first bytes tell. */
function decodeXml(bytes: Uint8Array): string {
  const encoding =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0x3c && bytes[1] === 0)
      ? "utf-16le"
      : (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1] === 0x3c)
        ? "utf-16be"
        : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

const REMOTE_PART =
  /<Relationship\b(?=[^<>]{0,2000}TargetMode\s*=\s*["']External)(?=[^<>]{0,2000}\/(?:attachedTemplate|oleObject|frame|subDocument|externalLinkPath|control)["'])[^<>]{0,2000}>/i;
const STARTS =
  /\bDDE(?:AUTO)?\s+[^<\s]|<ddeLink\b|(?:^|[>=("'])\s*(?:cmd|powershell|mshta|rundll32|msexcel)\s*\|/i;
const ASKS_NETWORK =
  /<(?:\w+:)?f\b[^<>]{0,300}>[^<]{0,500}\b(?:WEBSERVICE|IMPORTXML|IMPORTDATA|RTD|CALL|REGISTER(?:\.ID)?|EXEC)\s*\(/i;

function findDeeds({ name, bytes }: DocumentPart): Deed[] {
  if (/(?:^|\/)vbaProject\.bin$|(?:^|\/)Basic\/.*\.xba$/i.test(name))
    return [{ grave: true, message: "The document carries macros.", evidence: name }];
  if (!/\.(?:xml|rels)$/i.test(name)) return [];
  const text = decodeXml(bytes);
  return DEEDS.flatMap(([pattern, message]) => {
    const match = pattern.exec(text);
    return match === null ? [] : [{ grave: true, message, evidence: match[0] }];
  });
}

const DEEDS: readonly (readonly [RegExp, string])[] = [
  [REMOTE_PART, "The document fetches a part of itself from elsewhere."],
  [STARTS, "A field of the document starts a program."],
  [ASKS_NETWORK, "A formula of the document asks a server or calls a program."],
];
