import type { PackageFile } from "@/lib/package";
import { readDocumentArchive, type DocumentPart } from "./document-archive";
import type { Budget, Deed, OpenedDocument, Unread } from "./opened-document";
import { readXmlText } from "./xml-text";

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
