import type { PackageFile } from "@/lib/package";
import { unreadable, readOfficeDocument } from "./office-document";
import { Budget, type OpenedDocument } from "./opened-document";
import { readPdfDocument } from "./pdf-document";
import { readRichText } from "./rich-text";

/** Documents inside documents are opened so deep. */
const MAX_LEVELS = 3;
const MAX_PARTS = 4000;

const OFFICE = /\.(?:do[ct][xm]?|xl[st][xmb]?|pp[ts][xm]?|pot[xm]|od[tspg]|ot[tsp]|epub)$/i;

/** Reads the documents among the files, and those inside them, within the budget. */
export function openDocuments(files: readonly PackageFile[], budget = new Budget()): OpenedDocument[] {
  const opened: OpenedDocument[] = [];
  let parts = 0;
  let level = files;
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
    const found = level.flatMap((file) => openDocument(file, budget) ?? []);
    for (const document of found) {
      parts += document.parts.length;
      opened.push(
        parts <= MAX_PARTS
          ? document
          : unreadable(document.path, "The document has too many parts and was not read."),
      );
    }
    level = parts <= MAX_PARTS ? found.flatMap((document) => document.parts) : [];
  }
  for (const { path } of level.filter(isDocument))
    opened.push(unreadable(path, "The document lies in too many others and was not read."));
  return opened;
}

/** True for what `openDocuments` reads. */
export function isDocument({ path, bytes }: PackageFile): boolean {
  return isPdf(bytes) || isRichText(path, bytes) || isOffice(path, bytes);
}

function openDocument(file: PackageFile, budget: Budget): OpenedDocument | null {
  const { path, bytes } = file;
  if (isPdf(bytes)) return readPdfDocument(file, budget);
  if (isRichText(path, bytes)) return readRichText(file);
  return isOffice(path, bytes) ? readOfficeDocument(file, budget) : null;
}

const isRichText = (path: string, bytes: Uint8Array) => /\.rtf$/i.test(path) || startsWith(bytes, "{\\rtf");

const MAX_HEAD = 1024;

/** Readers look for the head of a PDF among the first thousand bytes; a text that speaks of one is none. */
function isPdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, MAX_HEAD)).toString("latin1");
  return head.startsWith("%PDF-") || (/%PDF-\d\.\d[\r\n]/.test(head) && bytes.some((byte) => byte >= 0x80));
}

/** A ZIP archive whose first entries are those of an office document is one by any name. */
function isOffice(path: string, bytes: Uint8Array): boolean {
  const isArchive = startsWith(bytes, "PK\x03\x04");
  if (OFFICE.test(path)) return isArchive || bytes[0] === 0xd0;
  const head = Buffer.from(bytes.subarray(0, MAX_HEAD)).toString("latin1");
  return isArchive && /\[Content_Types\]\.xml|mimetypeapplication\/(?:vnd\.oasis|epub)/.test(head);
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.subarray(0, text.length)).toString("latin1") === text;
}
