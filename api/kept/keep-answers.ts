import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv, Download } from "@/api/context";
import { keptRead, type KeptRead } from "@/api/kept/kept-reads";
import { readRevision } from "@/lib/catalogue/revisions/read-revision";
import { findScope } from "@/lib/catalogue/revisions/find-scope";
import { CATALOGUE } from "@/lib/catalogue/revisions/scope";
import { env } from "@/lib/config/env";
import { codingFor } from "@/lib/http/content-coding";
import { matchesEntityTag, tagAsSent } from "@/lib/http/entity-tag";
import { KeptAnswers } from "@/lib/http/kept-answers/kept-answers";

interface Answer {
  body: Uint8Array<ArrayBuffer>;
  headers: [string, string][];
  etag: string | null;
  /** Of a package: who is sent it is counted. */
  download: Download | undefined;
}

/** By these an answer may differ from caller to caller, or be a part of one. */
const OF_ONE_CALLER = ["authorization", "x-api-key", "cookie", "range", "x-agent-author", "x-agent-secret"];
/** What is said to one caller and not to the next. */
const NOT_KEPT = /^(?:ratelimit|x-request-id|set-cookie|date|x-revision$)/;
/** Without what it says of a body, a 304 has the headers of the 200 (RFC 9110, 15.4.5). */
const OF_BODY = /^(?:content-type|content-length|content-encoding)$/;
const REVISION = "x-revision";
/** Of what does not change while the process lives. */
const OF_THIS_RELEASE = "0";
const MEGABYTE = 1024 * 1024;
/** One large package would drive out all others. */
const LARGEST_PART = 32;

/** In memory, with its name, and the lists it stands in. */
const BYTES_OF_HEADER = 200;

let answers: KeptAnswers<Answer> | undefined;

/**
 * Sends a public read as it was made before, while nothing it shows has changed since, on whichever process: each asks
 * for the revision first, which is one small statement, unless it shows nothing that changes. Whoever names a key, or
 * is counted, is answered anew.
 */
export function keepAnswers(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const bytes = env().KEPT_ANSWERS_MB * MEGABYTE;
    const read = c.req.method === "GET" && bytes > 0 && !isOfOneCaller(c) ? keptRead(addressOf(c)) : null;
    const revision = read && (await revisionFor(read));
    if (read === null || revision === null) return next();
    answers ??= new KeptAnswers({ bytes, largest: bytes / LARGEST_PART, sizeOf });
    const key = `${codingFor(c.req.header("accept-encoding")) ?? ""} ${addressOf(c)}`;
    const condition = c.req.header("if-none-match");
    const { answer, made } = await answers.answer(key, { revision, ms: read.keptMs }, async () => {
      c.req.raw = withoutCondition(c.req.raw);
      await next();
      return toAnswer(c);
    });
    if (answer === null) return made ? undefined : next();
    const isKnown = answer.etag !== null && matchesEntityTag(condition, answer.etag);
    if (made && !isKnown) return c.header(REVISION, revision);
    if (answer.download !== undefined) c.set("download", answer.download);
    c.res = undefined; // else the headers of what was made stay
    c.res = toResponse(answer, revision, isKnown ? condition : undefined);
    return undefined;
  };
}

const sizeOf = ({ body, headers }: Answer) => body.length + headers.length * BYTES_OF_HEADER;

/** Null where there is no such skill. */
async function revisionFor({ shows, skill }: KeptRead): Promise<string | null> {
  if (shows === "release") return OF_THIS_RELEASE;
  const scope = await findScope(skill);
  if (scope === null) return null;
  return shows === "details" ? readRevision(CATALOGUE, { counting: scope }) : readRevision(scope);
}

const isOfOneCaller = ({ req }: ApiContext) => OF_ONE_CALLER.some((name) => req.header(name) !== undefined);

function addressOf({ req }: ApiContext): string {
  const start = req.url.indexOf("/", "https://".length);
  return start === -1 ? "/" : req.url.slice(start);
}

/** The answer is made for all who ask, also for those who have it already. */
function withoutCondition(request: Request): Request {
  if (!request.headers.has("if-none-match")) return request;
  const headers = new Headers(request.headers);
  headers.delete("if-none-match");
  return new Request(request, { headers });
}

async function toAnswer(c: ApiContext): Promise<Answer | null> {
  const { status, headers } = c.res;
  if (status !== 200 || c.get("counted") || !(headers.get("cache-control") ?? "").startsWith("public"))
    return null;
  return {
    body: new Uint8Array(await c.res.clone().arrayBuffer()),
    headers: [...headers].filter(([name]) => !NOT_KEPT.test(name)),
    etag: headers.get("etag"),
    download: c.get("download"),
  };
}

/** `condition` is the one that names the tag of the answer, of who has it already. */
function toResponse({ body, headers, etag }: Answer, revision: string, condition?: string): Response {
  const all: [string, string][] = [...headers, [REVISION, revision]];
  if (condition === undefined) return new Response(body, { headers: all });
  const sent = new Headers(all.filter(([name]) => !OF_BODY.test(name)));
  if (etag !== null) sent.set("etag", tagAsSent(condition, etag));
  return new Response(null, { status: 304, headers: sent });
}
