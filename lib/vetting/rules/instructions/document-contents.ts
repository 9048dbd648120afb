import { LOW_STRONG, MEDIUM_STRONG } from "../../grade";
import type { Finding } from "../../finding";
import type { OpenedDocument } from "../../reading/documents/opened-document";
import type { SourceFile } from "../../reading/source-file";
import { lineText } from "../../match-places";
import { report, type Rule } from "../../rule";

const ACTIVE = "suspicious.active_document";
const NOT_READ = "suspicious.document_not_read";

/** Sees documents that act when they are opened, and says which could not be read. */
export const documentContents: Rule = {
  id: "document-contents",
  title: "A document acts when it is opened, or was not read",
  why: "Office documents and PDF hold macros, scripts and fields that start programs, and text that only whoever opens them sees. What is locked or damaged was not cleared.",
  remedy:
    "Save the document without macros, scripts, remote parts and passwords, or put its text into a Markdown file.",
  codes: [ACTIVE, NOT_READ],
  check({ documents, files }) {
    return documents.flatMap(checkDocument).concat(files.flatMap(checkTable));
  },
};

function checkDocument({ path, deeds, unread, parts }: OpenedDocument): Finding[] {
  const place = { file: path, line: 1 };
  return [
    ...deeds.map(({ message, grave, evidence }) =>
      report(documentContents, {
        code: ACTIVE,
        ...(grave ? MEDIUM_STRONG : LOW_STRONG),
        ...place,
        message,
        evidence,
      }),
    ),
    ...unread.map(({ message, grave }) =>
      report(documentContents, {
        code: NOT_READ,
        ...(grave ? MEDIUM_STRONG : LOW_STRONG),
        ...place,
        message,
        evidence: `${parts.length} parts read`,
      }),
    ),
  ];
}

/**
 * A cell that a spreadsheet program takes for a formula which starts a program or asks a server; on one line, however
 * many are empty.
 */
const ACTIVE_CELL =
  /(?:^|[,;\t"])[ \t]{0,20}[=+@-][ \t]{0,20}(?:(?:cmd|powershell|mshta|rundll32|msexcel|regsvr32)(?:\.exe)?\s*\||(?:WEBSERVICE|IMPORTXML|IMPORTDATA|IMPORTHTML|DDE)\s*\(\s*"{1,2}https?:)/im;

function checkTable({ path, text }: SourceFile): Finding[] {
  if (text === null || !/\.(?:csv|tsv)$/i.test(path)) return [];
  const match = ACTIVE_CELL.exec(text);
  if (match === null) return [];
  const line = text.slice(0, match.index).split("\n").length;
  const message = "A cell of the table starts a program or asks a server when it is opened.";
  return [
    report(documentContents, {
      code: ACTIVE,
      ...MEDIUM_STRONG,
      file: path,
      line,
      message,
      evidence: lineText(text, match.index + 1),
    }),
  ];
}
