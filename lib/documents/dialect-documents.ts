import { toDocument, type DocumentText } from "./read-document";
import { listTexts, readText } from "./read-text";

const FOLDER = "dialects";

export interface DialectDocument extends DocumentText {
  id: string;
}

/** The rules of each dialect that are written down in `docs/dialects`; none when the folder is not there. */
export function listDialectDocuments(): DialectDocument[] {
  return listTexts(FOLDER).flatMap((id) => readDialectDocument(id) ?? []);
}

/** Null for an id that names no file of the folder, whatever it looks like. */
export function readDialectDocument(id: string): DialectDocument | null {
  if (!listTexts(FOLDER).includes(id)) return null;
  const document = toDocument(readText(FOLDER, `${id}.md`));
  return document && { id, ...document };
}
