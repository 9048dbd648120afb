import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv } from "@/api/frame/context";
import { codingFor, type ContentCoding, tagAsSent } from "@/lib/web/http/answer-headers";

/** What fits into one packet does not get there sooner by being smaller. */
const MIN_BYTES = 1_400;
const TEXT = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?json\b)/;
/** As quick as gzip, and a tenth smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * Sends texts that everybody may read and keep in the coding the caller accepts. Nothing else is compressed: an answer
 * that is one caller's may hold a key beside what an onlooker made the caller ask for, and its length would tell of it
 * (BREACH); a download is compressed already, and may be asked for in parts.
 */
export function compressAnswer(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    if (!mayVary(c)) return;
    c.res.headers.append("vary", "Accept-Encoding");
    if (c.res.status === 304) return keepTagAsSent(c);
    const coding = codingFor(c.req.header("accept-encoding"));
    if (coding === null || c.req.method !== "GET" || !TEXT.test(c.res.headers.get("content-type") ?? ""))
      return;
    const body = new Uint8Array(await c.res.arrayBuffer());
    const sent = body.length < MIN_BYTES ? body : await encode(body, coding);
    if (sent !== body) describe(c.res.headers, coding);
    c.res = new Response(sent, c.res);
  };
}

/** Only what a cache may hand to others, and is no download. */
function mayVary({ req, res }: ApiContext): boolean {
  if (req.method !== "GET" && req.method !== "HEAD") return false;
  if (res.status !== 200 && res.status !== 304) return false;
  const { headers } = res;
  return (
    (headers.get("cache-control") ?? "").startsWith("public") &&
    !headers.has("accept-ranges") &&
    !headers.has("content-encoding")
  );
}

async function encode(body: Uint8Array, coding: ContentCoding): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await (coding === "br" ? encoders.br(body, BROTLI) : encoders.gzip(body)));
}

/** The tag becomes a weak one: these are other bytes than those it was made of, though they say the same. */
function describe(headers: Headers, coding: ContentCoding): void {
  headers.delete("content-length");
  headers.set("content-encoding", coding);
  const tag = headers.get("etag");
  if (tag !== null) headers.set("etag", weakened(tag));
}

function keepTagAsSent({ req, res }: ApiContext): void {
  const tag = res.headers.get("etag");
  if (tag !== null) res.headers.set("etag", tagAsSent(req.header("if-none-match"), tag));
}

const weakened = (tag: string) => (tag.startsWith("W/") ? tag : `W/${tag}`);
