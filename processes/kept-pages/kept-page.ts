import type http from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { codingFor, type ContentCoding } from "@/lib/http/content-coding";
import { entityTag, matchesEntityTag } from "@/lib/http/entity-tag";
import { SHARED_SECONDS_OF_SKILLS } from "@/lib/http/skill-cache";
import { LOCALE_COOKIE } from "@/lib/i18n/routing";
import { policyOfKept } from "./policy-of-kept";

const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** It is done once for many readers. */
const OPTIONS = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, gzip: {} };
const OF_CONNECTION =
  /^(?:date|connection|keep-alive|transfer-encoding|content-(?:length|encoding)|etag|cache-control)$/;
const VARIES_BY = "Cookie, Accept-Language, Accept-Encoding";
/** A browser asks each time whether its copy is still true, which costs no page; a cache before many asks soon. */
const CACHED = `public, no-cache, s-maxage=${SHARED_SECONDS_OF_SKILLS}`;

export interface KeptPage {
  html: Buffer;
  etag: string;
  headers: Map<string, string | string[]>;
  /** Made when the first asks for it. */
  encoded: Map<ContentCoding, Promise<Buffer>>;
  /** What it holds in memory, with each form that was made. */
  bytes: number;
}

/** What can be sent to everybody of the answer that `response` is about to give; null where it is one person's. */
export function toKeptPage(response: http.ServerResponse, html: string): KeptPage | null {
  if (response.statusCode !== 200 || html === "" || isUnmet(html)) return null;
  const headers = new Map<string, string | string[]>();
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (value !== undefined && !OF_CONNECTION.test(name))
      headers.set(name, Array.isArray(value) ? value : String(value));
  }
  const cookies = [headers.get("set-cookie") ?? []].flat();
  if (!cookies.every((cookie) => cookie.startsWith(`${LOCALE_COOKIE}=`))) return null;
  const policy = policyOfKept(String(headers.get("content-security-policy") ?? ""), html);
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

/** Sends the page, or says that the reader has it. `grown` is called when the page holds one form more. */
export async function sendKeptPage(
  { headers: asked }: Pick<http.IncomingMessage, "headers">,
  response: http.ServerResponse,
  page: KeptPage,
  {
    revision,
    acceptEncoding,
    end,
    grown,
  }: {
    revision: string;
    acceptEncoding: string | undefined;
    end: http.ServerResponse["end"];
    grown: () => void;
  },
): Promise<void> {
  const coding = codingFor(acceptEncoding);
  const isKnown = matchesEntityTag(asked["if-none-match"], page.etag);
  const body = isKnown ? null : coding === null ? page.html : await encoded(page, coding, grown);
  for (const [name, value] of page.headers) response.setHeader(name, value);
  response.setHeader("etag", page.etag);
  response.setHeader("x-revision", revision);
  if (body === null) response.removeHeader("content-type");
  else {
    response.setHeader("content-length", body.length);
    if (coding !== null) response.setHeader("content-encoding", coding);
  }
  response.statusCode = isKnown ? 304 : 200;
  end(body);
}

function encoded(page: KeptPage, coding: ContentCoding, grown: () => void): Promise<Buffer> {
  const known = page.encoded.get(coding) ?? encode(page, coding, grown);
  page.encoded.set(coding, known);
  return known;
}

async function encode(page: KeptPage, coding: ContentCoding, grown: () => void): Promise<Buffer> {
  const body = await encoders[coding](page.html, OPTIONS[coding]);
  page.bytes += body.length;
  grown();
  return body;
}
