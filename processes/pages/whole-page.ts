import type http from "node:http";
import { findUnready } from "@/lib/web/http/readiness";
import { ASKED_PAGE_HEADER, FAILURE_HEADER, isLocale } from "@/lib/platform/i18n/paths";
import { logger } from "@/lib/kernel/observability/logger";
import { barePage } from "./bare-page";
import { failedByOutage } from "./failures";

/** The page of `app/[locale]/not-found-page`. */
export const NOT_FOUND_PAGE = "/not-found-page";
/** The page of `app/[locale]/failed-page`. */
const FAILED_PAGE = "/failed-page";
const PASSED_HEADERS = ["cookie", "accept-language"] as const;
const PATIENCE_MS = 5_000;
const EMPTY = '<!DOCTYPE html><html id="__next_error__">';
/** Next's name for a failure, as it stands in what its scripts would read; the log has it too. */
const DIGEST = /digest\\?":\\?"(\d{1,12})/;
const UNKNOWN_DIGEST = "0";
const RETRY_AFTER_SECONDS = "5";
/** What Next answers where not even its own page for failures can be read. */
const NO_PAGE_AT_ALL = "Internal Server Error";

/** A document, the policy that lets its scripts run, and its status. */
export interface WholePage {
  html: string;
  policy: string;
  status: number;
  headers: Record<string, string>;
}

/**
 * What is sent in place of the empty document that Next answers where a page found nothing or failed, which scripts
 * would fill; null for any other answer, and where the whole page cannot be had; of a market that is away the sentences
 * alone are sent then. `unready` names what the process does not reach.
 */
export async function wholePageFor(
  request: http.IncomingMessage,
  { status, html }: { status: number; html: string },
  unready: () => Promise<string[]> = findUnready,
): Promise<WholePage | null> {
  if (!html.startsWith(EMPTY) && html !== NO_PAGE_AT_ALL) return null;
  if (status === 404) return fetchPage(request, NOT_FOUND_PAGE, { status, headers: {} });
  // The page that says what failed can fail too; whoever asked for it here is answered without it.
  if (status !== 500 || request.headers[ASKED_PAGE_HEADER] !== undefined) return null;
  const digest = DIGEST.exec(html)?.[1] ?? UNKNOWN_DIGEST;
  if (failedByOutage(digest) || (await unready()).length > 0) {
    const headers = { "retry-after": RETRY_AFTER_SECONDS, "cache-control": "no-store" };
    return (await fetchPage(request, FAILED_PAGE, { status: 503, headers })) ?? bare(request);
  }
  return fetchPage(request, FAILED_PAGE, { status, headers: {} }, digest);
}

const bare = ({ url = "/", headers }: http.IncomingMessage): WholePage =>
  barePage("unavailable", { path: url, acceptLanguage: headers["accept-language"] });

/**
 * Asks this same server for a whole page in the language of `request`. One that says what failed knows nobody: that may
 * be what failed.
 */
async function fetchPage(
  request: http.IncomingMessage,
  page: string,
  answer: Pick<WholePage, "status" | "headers">,
  digest?: string,
): Promise<WholePage | null> {
  const { localAddress = "127.0.0.1", localPort } = request.socket;
  const host = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
  const { url = "/" } = request;
  const [asked = "/"] = url.split("?", 1);
  const language = asked.split("/", 2)[1] ?? "";
  const prefix = isLocale(language) ? `/${language}` : "";
  const headers = new Headers({ [ASKED_PAGE_HEADER]: asked.slice(prefix.length) || "/" });
  if (digest !== undefined) headers.set(FAILURE_HEADER, digest);
  for (const name of PASSED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined && (name !== "cookie" || answer.status === 404)) headers.set(name, value);
  }
  try {
    const response = await fetch(`http://${host}:${localPort}${prefix}${page}${url.slice(asked.length)}`, {
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.status >= 500) return null;
    const policy = response.headers.get("content-security-policy") ?? "";
    return { html: await response.text(), policy, ...answer };
  } catch (error) {
    logger.warn({ err: error }, "a whole page could not be had; scripts will draw it");
    return null;
  }
}
