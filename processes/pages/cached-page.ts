import type http from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import {
  codingFor,
  type ContentCoding,
  entityTag,
  matchesEntityTag,
  SHARED_SECONDS_OF_SKILLS,
} from "@/lib/web/http/answer-headers";
import { isPlainPage, cachedPagePolicy } from "./page-policy";

const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** It is done once for many readers. */
const OPTIONS = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, gzip: {} };
const OF_CONNECTION =
  /^(?:date|connection|keep-alive|transfer-encoding|content-(?:length|encoding)|etag|cache-control)$/;
const VARIES_BY = "Cookie, Accept-Language, Accept-Encoding";
/** A browser asks each time whether its copy is still true, which costs no page; a cache before many asks soon. */
const CACHED = `public, no-cache, s-maxage=${SHARED_SECONDS_OF_SKILLS}`;
/** With a cookie it is one reader's, and no cache before many has it. */
const OF_ONE_READER = "private, no-cache";

export interface CachedPage {
  html: Buffer;
  etag: string;
  headers: Map<string, string | string[]>;
  /** Made when the first asks for it. */
  encoded: Map<ContentCoding, Promise<Buffer>>;
  /** What it holds in memory, with each form that was made. */
  bytes: number;
}

/**
 * What can be sent to everybody of the answer that `response` is about to give; null where it is one person's, and for a
 * page that React brings to life: its scripts hold what the page shows, so no digest of them is known before.
 */
export function toCachedPage(
  response: http.ServerResponse,
  html: string,
  inlineScripts: readonly string[],
): CachedPage | null {
  if (response.statusCode !== 200 || !isPlainPage(html) || isUnmet(html)) return null;
  const headers = new Map<string, string | string[]>();
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (value !== undefined && !OF_CONNECTION.test(name))
      headers.set(name, Array.isArray(value) ? value : String(value));
  }
  if (headers.has("set-cookie")) return null;
  const policy = cachedPagePolicy(String(headers.get("content-security-policy") ?? ""), inlineScripts);
  if (policy === null) return null;
  headers.set("content-security-policy", policy);
  headers.set("cache-control", CACHED);
  headers.set("vary", [headers.get("vary") ?? [], VARIES_BY].flat().join(", "));
  const body = Buffer.from(html);
  const texts = [...headers].flat(2).reduce((sum, text) => sum + text.length, 0);
  const bytes = body.length + texts;
  return { html: body, etag: `W/${entityTag(body)}`, headers, encoded: new Map(), bytes };
}

/** A search that found nothing is counted for each who asks (app/[locale]/skills). */
const isUnmet = (html: string) => html.includes('data-unmet=""');

/** What is one reader's of an answer with a cached page. */
export interface Reader {
  acceptEncoding: string | undefined;
  /** Their `If-None-Match`. */
  condition: string | undefined;
  /** The `Set-Cookie` they are sent beside the page. */
  setCookie: string | null;
}

/** Sends the page, or says that the reader has it. `grown` is called when the page holds one form more. */
export async function sendCachedPage(
  response: http.ServerResponse,
  page: CachedPage,
  { acceptEncoding, condition, setCookie }: Reader,
  { revision, end, grown }: { revision: string; end: http.ServerResponse["end"]; grown: () => void },
): Promise<void> {
  const coding = codingFor(acceptEncoding);
  const isKnown = matchesEntityTag(condition, page.etag);
  const body = isKnown ? null : coding === null ? page.html : await encoded(page, coding, grown);
  for (const [name, value] of page.headers) response.setHeader(name, value);
  response.setHeader("etag", page.etag);
  response.setHeader("x-revision", revision);
  if (setCookie !== null) {
    response.setHeader("set-cookie", setCookie);
    response.setHeader("cache-control", OF_ONE_READER);
  }
  if (body === null) response.removeHeader("content-type");
  else {
    response.setHeader("content-length", body.length);
    if (coding !== null) response.setHeader("content-encoding", coding);
  }
  response.statusCode = isKnown ? 304 : 200;
  end(body);
}

function encoded(page: CachedPage, coding: ContentCoding, grown: () => void): Promise<Buffer> {
  const known = page.encoded.get(coding) ?? encode(page, coding, grown);
  page.encoded.set(coding, known);
  return known;
}

async function encode(page: CachedPage, coding: ContentCoding, grown: () => void): Promise<Buffer> {
  const body = await encoders[coding](page.html, OPTIONS[coding]);
  page.bytes += body.length;
  grown();
  return body;
}
