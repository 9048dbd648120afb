import type http from "node:http";
import { findUnready } from "@/lib/http/readiness";
import { isLocale } from "@/lib/i18n/paths";
import { logger } from "@/lib/observability/logger";

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

/** A document, the policy that lets its scripts run, and its status. */
export interface WholePage {
  html: string;
  policy: string;
  status: number;
  headers: Record<string, string>;
}

/**
 * What is sent in place of the empty document that Next answers where a page found nothing or failed, which scripts would fill; null for
 * any other answer, and where the whole page cannot be had. `unready` names what the process does not reach.
 */
export async function wholePageFor(
  request: http.IncomingMessage,
  { status, html }: { status: number; html: string },
  unready: () => Promise<string[]> = findUnready,
): Promise<WholePage | null> {
  if (!html.startsWith(EMPTY)) return null;
  if (status === 404) return fetchPage(request, NOT_FOUND_PAGE, { status, headers: {} });
  if (status !== 500) return null;
  const from = `from=${encodeURIComponent(request.url ?? "/")}`;
  if ((await unready()).length > 0) {
    const headers = { "retry-after": RETRY_AFTER_SECONDS, "cache-control": "no-store" };
    return fetchPage(request, `${FAILED_PAGE}?${from}`, { status: 503, headers });
  }
  const digest = DIGEST.exec(html)?.[1] ?? UNKNOWN_DIGEST;
  return fetchPage(request, `${FAILED_PAGE}?${from}&digest=${digest}`, { status, headers: {} });
}

/** Asks this same server for a whole page in the language of `request`. One that says what failed knows nobody: that may be what failed. */
async function fetchPage(
  request: http.IncomingMessage,
  page: string,
  answer: Pick<WholePage, "status" | "headers">,
): Promise<WholePage | null> {
  const { localAddress = "127.0.0.1", localPort } = request.socket;
  const host = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
  const language = (request.url ?? "/").split(/[/?]/, 2)[1] ?? "";
  const path = `${isLocale(language) ? `/${language}` : ""}${page}`;
  const headers = new Headers();
  for (const name of PASSED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined && (name !== "cookie" || answer.status === 404)) headers.set(name, value);
  }
  try {
    const response = await fetch(`http://${host}:${localPort}${path}`, {
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const policy = response.headers.get("content-security-policy") ?? "";
    return { html: await response.text(), policy, ...answer };
  } catch (error) {
    logger.warn({ err: error }, "a whole page could not be had; scripts will draw it");
    return null;
  }
}
