import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv } from "@/api/context";
import {
  isOfOneCaller,
  keptAnswers,
  keyOf,
  OF_BODY,
  REVISION,
  revisionFor,
  type KeptAnswer,
} from "@/api/kept/kept-answer";
import { keptRead } from "@/api/kept/kept-reads";
import { isOfFrame, routeOf } from "@/api/request-frame";
import { codingFor } from "@/lib/http/content-coding";
import { readAsNewAs } from "@/lib/catalogue/revisions/read-as-new-as";
import { matchesEntityTag, tagAsSent } from "@/lib/http/entity-tag";

/** Of them no answer shows anything. */
const WHO_IS_COUNTED = ["user-agent", "x-forwarded-for", "x-skills-update-check"];
/** What is said to one caller and not to the next, and what the bytes say themselves. */
const NOT_KEPT = /^(?:ratelimit|x-request-id$|set-cookie$|date$|x-revision$|content-length$)/;

/**
 * Sends a public read as it was made before, while nothing it shows has changed since, on whichever process: each asks
 * for the revision first, which is one small statement, unless it shows nothing that changes. Whoever names a key, or
 * is counted, is answered anew.
 */
export function keepAnswers(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const answers = keptAnswers();
    const isEverybodys = c.req.method === "GET" && !isOfOneCaller((name) => c.req.header(name));
    const read = answers !== null && isEverybodys ? keptRead(addressOf(c)) : null;
    const known = read && (await revisionFor(read));
    if (answers === null || read === null || known === null) return next();
    const { revision } = known;
    const key = keyOf(c.req.header("accept-encoding"), addressOf(c));
    const condition = c.req.header("if-none-match");
    const { answer, made } = await answers.answer(key, { revision, ms: read.keptMs }, () =>
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

async function toAnswer(c: ApiContext): Promise<KeptAnswer | null> {
  const { status, headers } = c.res;
  if (status !== 200 || c.get("counted") || !(headers.get("cache-control") ?? "").startsWith("public"))
    return null;
  const body = new Uint8Array(await c.res.clone().arrayBuffer());
  const kept = [...headers].filter(([name]) => !NOT_KEPT.test(name) && !isOfFrame(name));
  return {
    body,
    headers: [...kept, ["content-length", String(body.length)]],
    etag: headers.get("etag"),
    download: c.get("download"),
    route: routeOf(c),
  };
}

/** `condition` is the one that names the tag of the answer, of who has it already. */
function toResponse({ body, headers, etag }: KeptAnswer, revision: string, condition?: string): Response {
  const all: [string, string][] = [...headers, [REVISION, revision]];
  if (condition === undefined) return new Response(body, { headers: all });
  const sent = new Headers(all.filter(([name]) => !OF_BODY.test(name)));
  if (etag !== null) sent.set("etag", tagAsSent(condition, etag));
  return new Response(null, { status: 304, headers: sent });
}
