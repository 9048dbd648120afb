import { ERROR_CODES, type ErrorCode } from "@/lib/error-codes";
import { toDocument, type DocumentText } from "./read-document";
import { readText } from "./read-text";

export function isErrorCode(code: string): code is ErrorCode {
  return ERROR_CODES.some((known) => known === code);
}

/** The page of an error code: what happened, why, what to do next. Every code has one. */
export function readErrorPage(code: ErrorCode): DocumentText | null {
  const document = toDocument(readText("errors", `${code}.md`));
  // The status is shown by the page itself, from the one table of statuses.
  return document && { ...document, body: document.body.replace(/^HTTP \d{3}[^\n]*\s+/, "") };
}
