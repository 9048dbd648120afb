import { ERROR_CODES, type ErrorCode } from "@/lib/kernel/error-codes";
import { readDocument, type ReadDocument } from "./read-document";

export interface ErrorPage extends ReadDocument {
  /** What the code says in a few words, in the language of the page: in English, the title of its problem. */
  problem: string;
}

/**
 * The first line of a page, with the status for those who read the file. The page itself takes it from the one
 * table of statuses.
 */
const STATUS_LINE = /^HTTP \d{3}: ([^\n]+)\s+/;

export function isErrorCode(code: string): code is ErrorCode {
  return ERROR_CODES.some((known) => known === code);
}

/** The page of an error code: what happened, why, what to do next. Every code has one. */
export function readErrorPage(code: ErrorCode, locale: string): ErrorPage | null {
  const document = readDocument(locale, "errors", `${code}.md`);
  if (!document) return null;
  const [, problem = ""] = STATUS_LINE.exec(document.body) ?? [];
  return { ...document, problem, body: document.body.replace(STATUS_LINE, "") };
}
