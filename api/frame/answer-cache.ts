import type { IncomingHttpHeaders } from "node:http";
import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv, Download } from "@/api/frame/context";
import { formOf } from "@/api/frame/paths";
import { isOfFrame, routeOf } from "@/api/frame/request-frame";
import {
  findScope,
  readAsNewAs,
  readRevision,
  CATALOGUE,
  type Scope,
} from "@/lib/registry/revisions/revisions";
import { env } from "@/lib/platform/config/env";
import { codingFor, matchesEntityTag, tagAsSent } from "@/lib/web/http/answer-headers";
import { AnswerCache } from "@/lib/web/http/answer-cache/answer-cache";

const SECOND_MS = 1_000;
/** Counters move without a revision: what is shown of them is at most this old. */
const COUNTED_BY_MS = 30 * SECOND_MS;
/** Who searches is counted, for the suggestions made to others: what is frequent is to be seen so. */
const SEARCHED_BY_MS = 4 * SECOND_MS;

const RELEASE_CACHE_MS = 3_600 * SECOND_MS;
const LONGEST_ADDRESS = 1_000;

/**
 * What an answer shows: one skill alone; its details, which name others beside it, and which programs read for its
 * downloads and calls, so that these are always those of the moment; any skill; what a search for skills finds; or
 * nothing that changes while the process lives. Without one it is made anew each time: it shows what no revision speaks
 * of, or counts who asks.
 */
export type CacheKind = "skill" | "details" | "catalogue" | "search" | "release";

const CACHE_MS: Readonly<Record<CacheKind, number>> = {
  skill: COUNTED_BY_MS,
  details: COUNTED_BY_MS,
  catalogue: COUNTED_BY_MS,
  search: SEARCHED_BY_MS,
  release: RELEASE_CACHE_MS,
};

export interface CachedRead {
  shows: CacheKind;
  /** Id or name of the skill it is about, if of one. */
  skill: string | null;
  cacheMs: number;
}

/** Finds what a read is cached as; `address` is path and query. */
export type FindCachedRead = (address: string) => CachedRead | null;

/** Makes it from routes that say what they are cached as. The skill is the first parameter of their path. */
export function cachedReads(
  routes: readonly { path: string; cacheKind?: CacheKind | undefined }[],
): FindCachedRead {
  const forms = routes.flatMap(({ path, cacheKind }) =>
    cacheKind ? [{ form: formOf(path), shows: cacheKind }] : [],
  );
  return (address) => {
    if (address.length > LONGEST_ADDRESS) return null;
    const path = address.split("?", 1)[0] ?? "";
    for (const { form, shows } of forms) {
      const found = form.exec(path);
      if (found === null) continue;
      const isOfOne = shows === "skill" || shows === "details";
      return { shows, skill: isOfOne ? (found[1] ?? null) : null, cacheMs: CACHE_MS[shows] };
    }
    return null;
  };
}

export interface CachedAnswer {
  body: Uint8Array<ArrayBuffer>;
  /** Without those of the frame (`requestFrame`) and those of one caller. */
  headers: [string, string][];
  etag: string | null;
  /** Of a package: who is sent it is counted. */
  download: Download | undefined;
  /** The operation it is counted under. */
  route: string;
}

export const REVISION = "x-revision";
/** Without what it says of a body, a 304 has the headers of the 200 (RFC 9110, 15.4.5). */
export const OF_BODY = /^(?:content-type|content-length|content-encoding)$/;
/** By these an answer may differ from caller to caller, or be a part of one. */
const OF_ONE_CALLER = ["authorization", "x-api-key", "cookie", "range", "x-agent-author", "x-agent-secret"];
/** Of what does not change while the process lives. */
const OF_THIS_RELEASE = "0";
const MEGABYTE = 1024 * 1024;
/** One large package would drive out all others. */
const LARGEST_PART = 32;
/** In memory, with its name, and the lists it stands in. */
const BYTES_OF_HEADER = 200;

let answers: AnswerCache<CachedAnswer> | undefined;

/** The cache of this process; null where it is set to have none. */
export function answerCache(): AnswerCache<CachedAnswer> | null {
  const bytes = env().KEPT_ANSWERS_MB * MEGABYTE;
  if (bytes === 0) return null;
  return (answers ??= new AnswerCache({ bytes, largest: bytes / LARGEST_PART, sizeOf }));
}

const sizeOf = ({ body, headers }: CachedAnswer) => body.length + headers.length * BYTES_OF_HEADER;

/** The name of an answer; `address` is path and query. */
export const keyOf = (acceptEncoding: string | undefined, address: string) =>
  `${codingFor(acceptEncoding) ?? ""} ${address}`;

export interface KnownRevision {
  /** Null for what does not come from the database. */
  scope: Scope | null;
  /** The skill whose counters are of it too. */
  counting?: Scope;
  revision: string;
}

/** The revision of what an answer shows, as the primary has it; null where there is no such skill. */
export async function revisionFor({ shows, skill }: CachedRead): Promise<KnownRevision | null> {
  if (shows === "release") return { scope: null, revision: OF_THIS_RELEASE };
  const scope = await findScope(skill);
  if (scope === null) return null;
  if (shows === "details")
    return {
      scope: CATALOGUE,
      counting: scope,
      revision: await readRevision(CATALOGUE, { counting: scope }),
    };
  return { scope, revision: await readRevision(scope) };
}

export const isOfOneCaller = (header: (name: string) => unknown) =>
  OF_ONE_CALLER.some((name) => header(name) !== undefined);

/** A header of a request as Hono reads it. */
export const headerOf =
  (headers: IncomingHttpHeaders) =>
  (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };

/** Of them no answer shows anything. */
const WHO_IS_COUNTED = ["user-agent", "x-forwarded-for", "x-skills-update-check"];
/** What is said to one caller and not to the next, and what the bytes say themselves. */
const NOT_CACHED = /^(?:ratelimit|x-request-id$|set-cookie$|date$|x-revision$|content-length$)/;

/**
 * Sends a public read as it was made before, while nothing it shows has changed since, on whichever process: each asks
 * for the revision first, which is one small statement, unless it shows nothing that changes. Whoever names a key, or
 * is counted, is answered anew.
 */
export function cacheAnswers(cachedRead: FindCachedRead): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const answers = answerCache();
    const isEverybodys = c.req.method === "GET" && !isOfOneCaller((name) => c.req.header(name));
    const read = answers !== null && isEverybodys ? cachedRead(addressOf(c)) : null;
    const known = read && (await revisionFor(read));
    if (answers === null || read === null || known === null) return next();
    const { revision } = known;
    const key = keyOf(c.req.header("accept-encoding"), addressOf(c));
    const condition = c.req.header("if-none-match");
    const { answer, made } = await answers.answer(key, { revision, ms: read.cacheMs }, () =>
      readAsNewAs(known, async () => {
        c.req.raw = reduceToKey(c.req.raw);
        await next();
        return toAnswer(c);
      }),
    );
    if (answer === null) return made ? undefined : next();
    const isKnown = answer.etag !== null && matchesEntityTag(condition, answer.etag);
    if (made && !isKnown) return c.header(REVISION, revision);
    if (answer.download !== undefined) c.set("download", answer.download);
    c.res = undefined; // else the headers of what was made stay
    c.res = toResponse(answer, revision, isKnown ? condition : undefined);
    return undefined;
  };
}

function addressOf({ req }: ApiContext): string {
  const start = req.url.indexOf("/", "https://".length);
  return start === -1 ? "/" : req.url.slice(start);
}

/**
 * A request that says only what the key of its answer says, and who is counted: the answer is made for all who ask, also
 * for those who have it already, and cannot differ by any other header of whoever came first.
 */
function reduceToKey(request: Request): Request {
  const headers = new Headers();
  for (const name of WHO_IS_COUNTED) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const coding = codingFor(request.headers.get("accept-encoding"));
  if (coding !== null) headers.set("accept-encoding", coding);
  return new Request(request, { headers });
}

async function toAnswer(c: ApiContext): Promise<CachedAnswer | null> {
  const { status, headers } = c.res;
  if (status !== 200 || c.get("counted") || !(headers.get("cache-control") ?? "").startsWith("public"))
    return null;
  const body = new Uint8Array(await c.res.clone().arrayBuffer());
  const cached = [...headers].filter(([name]) => !NOT_CACHED.test(name) && !isOfFrame(name));
  return {
    body,
    headers: [...cached, ["content-length", String(body.length)]],
    etag: headers.get("etag"),
    download: c.get("download"),
    route: routeOf(c),
  };
}

/** `condition` is the one that names the tag of the answer, of who has it already. */
function toResponse({ body, headers, etag }: CachedAnswer, revision: string, condition?: string): Response {
  const all: [string, string][] = [...headers, [REVISION, revision]];
  if (condition === undefined) return new Response(body, { headers: all });
  const sent = new Headers(all.filter(([name]) => !OF_BODY.test(name)));
  if (etag !== null) sent.set("etag", tagAsSent(condition, etag));
  return new Response(null, { status: 304, headers: sent });
}
