import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";
import { readDocument, type ReadDocument } from "./read-document";
import { listTexts } from "./read-text";

const FOLDER = "dialects";
/** `README.md` is for those who browse the folder; its place is taken by our own list. */
const ID = /^[a-z][a-z0-9-]*$/;

export interface DialectDocument extends ReadDocument {
  id: string;
}

/**
 * The texts of `docs/dialects`, which are English: the rules of each dialect, and what they share; none when the folder
 * is not there.
 */
export function listDialectDocuments(): DialectDocument[] {
  return documentIds().flatMap((id) => readDialectDocument(id) ?? []);
}

/** Null for an id that names no file of the folder, whatever it looks like. */
export function readDialectDocument(id: string): DialectDocument | null {
  if (!documentIds().includes(id)) return null;
  const document = readDocument(DEFAULT_LOCALE, FOLDER, `${id}.md`);
  return document && { id, ...document };
}

const documentIds = () => listTexts(FOLDER).filter((id) => ID.test(id));
