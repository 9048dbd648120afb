import type http from "node:http";
import { isLocale } from "@/lib/i18n/paths";
import { MISSING_PAGE_HEADER } from "@/lib/i18n/page-address";
import { logger } from "@/lib/observability/logger";

/** The page of `app/[locale]/not-found-page`. */
export const NOT_FOUND_PAGE = "/not-found-page";
const PASSED_HEADERS = ["cookie", "accept-language"] as const;
const PATIENCE_MS = 5_000;

/** A document and the policy that lets its scripts run. */
export interface WholePage {
  html: string;
  policy: string;
}

/** True for the empty document that Next sends where a page found nothing; scripts would fill it. */
export function isEmptyNotFound(status: number, html: string): boolean {
  return status === 404 && html.startsWith('<!DOCTYPE html><html id="__next_error__">');
}

/** Asks this same server for the whole "not found" page in the language of `request`; null when it cannot be had. */
export async function fetchNotFoundPage(request: http.IncomingMessage): Promise<WholePage | null> {
  const { localAddress = "127.0.0.1", localPort } = request.socket;
  const host = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
  const { pathname, search } = new URL(request.url ?? "/", "http://any");
  const language = pathname.split("/", 2)[1] ?? "";
  const prefix = isLocale(language) ? `/${language}` : "";
  const path = `${prefix}${NOT_FOUND_PAGE}${search}`;
  const headers = new Headers({ [MISSING_PAGE_HEADER]: pathname.slice(prefix.length) || "/" });
  for (const name of PASSED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  try {
    const response = await fetch(`http://${host}:${localPort}${path}`, {
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { html: await response.text(), policy: response.headers.get("content-security-policy") ?? "" };
  } catch (error) {
    logger.warn({ error }, "the whole page for 404 could not be had; scripts will draw it");
    return null;
  }
}
