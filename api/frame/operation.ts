import type { MiddlewareHandler } from "hono";
import { createRoute, type RouteConfig, z } from "@hono/zod-openapi";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import { assertJsonContentType, decodeJsonText, readBody } from "@/lib/web/http/read-body";
import type { RequestLimit } from "@/lib/web/http/limits/request-limits";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import EXAMPLES from "@/api/examples.json";
import { sendCachedJson, sendFactsJson, sendJson, shapeOf, type Age } from "@/api/frame/answer";
import { callerAddress, callerSubject, findActor, findReader, getActor, limitRate } from "@/api/frame/caller";
import type { ApiContext, ApiEnv } from "@/api/frame/context";
import { ignoredParameters } from "@/api/frame/ignored-parameters";
import { factsOfSibling, onlyKind, withJsonOf, type Sibling, type SiblingJson } from "@/api/frame/siblings";
import { jsonOf, type ViewOf } from "@/api/frame/json-of";
import type { CacheKind } from "@/api/frame/answer-cache";
import type { Tag } from "@/api/frame/openapi";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { isAnybody, readAs, readerOf } from "@/lib/registry/access/reader";

/** One of the two headers. A tool made from the description asks for a key only where one is read. */
const API_KEY = [{ ApiKey: [] }, { Bearer: [] }];

/** The bodies that are shown, by operation. `iban-check` is a free skill of the starter catalogue, `loan-amortization` a priced one. */
type Example = Readonly<Record<string, unknown>>;
const EXAMPLE_OF: Readonly<Record<string, Example | undefined>> = EXAMPLES;

type Method = "get" | "post" | "put" | "delete";
/** A JSON answer and what it means; a sentence alone for one without a body; or whatever OpenAPI has. */
type Described = readonly [z.ZodType, string, { headers: object }?] | string | { description: string };
type Success = 200 | 201 | 202;

/** What is known of an operation beside its method and path: how it is described, and what is done before it. */
export interface Facts {
  /** `operationId` of the description. */
  id: string;
  /** The group of the description, if not that of the noun. */
  tag?: Tag;
  summary: string;
  description?: string;
  /** Whether it takes an API key; without this it reads none. What needs one only `sometimes` asks for it itself. */
  key?: "needed" | "optional" | "sometimes";
  /** A key that may only stage versions may do it. */
  stages?: true;
  /**
   * What it shows of skills includes private ones, for whose key or read token may read them (lib/registry/access). What needs a key does so
   * too; every other operation knows nothing of them.
   */
  opens?: true;
  /** Counted before anything else is done, for whom the limit says; the answer tells what is left. */
  limit?: RequestLimit;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  /** The JSON body. */
  json?: z.ZodType;
  /** The most bytes a JSON body may have; 256 KiB if nothing is said. */
  maxBytes?: number;
  /** A body that the operation reads itself. */
  body?: NonNullable<RouteConfig["request"]>["body"];
  /** Other kinds of body that the same handler takes, each by the end of its own path below this one (`siblings.ts`). */
  siblings?: Readonly<Record<string, Sibling>>;
  /** A request body for the description, if not that of `examples.json`; a test sends it to a market. */
  example?: Example;
  answers: Readonly<Record<number, Described>>;
  /** The answer is public, has an entity tag, and may be cached by whoever asks for this long (seconds). */
  cached?: number | Age;
  /** What it is cached as here, in the market. */
  cacheKind?: CacheKind;
  /**
   * Its address is one of a page too: `always` with this method it is the operation that answers; for a `program` only,
   * which accepts no text/html, a person is shown the page.
   */
  besidePage?: "always" | "program";
  /** Failures of its own. Those of key, limit, parameters and JSON body follow from the facts above. */
  problems?: readonly ErrorCode[];
}

/** One operation: its route as OpenAPI describes it, its handler, and the facts that other parts ask for. */
export interface Operation {
  method: string;
  path: string;
  besidePage: Facts["besidePage"];
  route: RouteConfig;
  /** The same as it is answered: it takes the bodies of its siblings too, and is not described. */
  taken: RouteConfig;
  handler: (context: never) => Promise<Response> | Response;
  cacheKind: CacheKind | undefined;
  example: Example | undefined;
}

/** An address beside the operations: not described, and answered as programs of others expect it. */
export interface PlainRoute {
  path: string;
  /** Left out: GET. */
  method?: "post";
  /** It stands below pages: no other address beginning like it is the API's. */
  belowPages?: true;
  cacheKind?: CacheKind | undefined;
  handler: (c: ApiContext) => Promise<Response> | Response;
}

type Read<F extends Facts, Name extends "params" | "query" | "headers" | "json"> = F[Name] extends z.ZodType
  ? z.output<F[Name]>
  : never;
/** What a handler is given: the parts of the request as their schemas made them, and whose key it was. */
interface Asked<F extends Facts> {
  params: Read<F, "params">;
  query: Read<F, "query">;
  headers: Read<F, "headers">;
  json: Read<F, "json"> | SiblingJson<F["siblings"]>;
  actor: F["key"] extends "needed" ? Actor : F["key"] extends "optional" ? Actor | null : never;
  /** Answers with another status than the first of the facts. */
  send: <Status extends Success & keyof F["answers"]>(status: Status, view: ViewIn<F, Status>) => Response;
  /**
   * Answers with an entity tag made of `facts`, which are everything that can change the answer: whoever has it already
   * costs no writing.
   */
  sendUnlessKnown: (facts: unknown, view: () => ViewIn<F, 200>) => Response;
}
type ViewIn<F extends Facts, Status extends Success> =
  F["answers"] extends Readonly<Record<Status, readonly [infer S extends z.ZodType, ...unknown[]]>>
    ? ViewOf<S>
    : never;
type First<F extends Facts> = 200 extends keyof F["answers"]
  ? 200
  : 201 extends keyof F["answers"]
    ? 201
    : 202;
type Answer<F extends Facts> = Response | ViewIn<F, First<F>>;
type Handler<F extends Facts> = (asked: Asked<F>, c: ApiContext) => Promise<Answer<F>> | Answer<F>;

/** The operation at a path; what answers it is named after it, so that its facts say what a handler is given. */
type Add = <const F extends Facts>(path: string, facts: F) => { handle: (handler: Handler<F>) => void };

/** The operations of one noun, in the order in which the description shows them. */
export interface Noun extends Record<Method, Add> {
  readonly operations: readonly Operation[];
}

/**
 * A noun of the API, whose operations are added to it by method. A handler answers what the schema of the first status is
 * written from (`jsonOf`), or a response of its own.
 */
export function noun(tag: Tag): Noun {
  const operations: Operation[] = [];
  const adds =
    (method: Method): Add =>
    (path, facts) => ({
      handle: (handler) => {
        operations.push(operation({ method, path, tag }, facts, handler));
        for (const [end, sibling] of Object.entries<Sibling>(facts.siblings ?? {})) {
          const own = factsOfSibling<Facts>(facts, sibling);
          const takes = onlyKind(sibling, handler as Handler<Facts>);
          operations.push(operation({ method, path: `${path}/${end}`, tag }, own, takes));
        }
      },
    });
  return { operations, get: adds("get"), post: adds("post"), put: adds("put"), delete: adds("delete") };
}

function operation<F extends Facts>(
  { method, path, tag }: { method: Method; path: string; tag: Tag },
  facts: F,
  handler: Handler<F>,
): Operation {
  const { key, limit, cached, cacheKind, example = EXAMPLE_OF[facts.id] } = facts;
  const route = toRoute(method, path, { tag, ...facts });
  const tellIgnored = ignoredParameters(route);
  const [status, ...others] = Object.keys(facts.answers).map(Number) as [Success, ...Success[]];
  const write = Object.fromEntries([status, ...others].map((each) => [each, writerOf(facts.answers[each])]));
  let shape: string | undefined;
  const shapeOfAnswer = () => (shape ??= shapeOf(schemaOf(facts.answers[status]) ?? z.unknown()));
  return {
    method,
    path,
    besidePage: facts.besidePage,
    route,
    taken: {
      ...(facts.siblings ? toRoute(method, path, withJsonOf({ tag, ...facts })) : route),
      ...(facts.json ? { middleware: [jsonBody(facts.maxBytes)] } : {}),
      hide: true,
    },
    cacheKind,
    example,
    handler: async (c: ApiContext) => {
      tellIgnored(c);
      const actor =
        key === "needed" ? await getActor(c, facts) : key === "optional" ? await findActor(c) : null;
      if (limit) await limitRate(c, limit, subjectOf(c, limit, actor));
      const asked = {
        ...readAsked(c, actor),
        send: (other: Success, view: unknown) => sendJson(c, write[other]?.(view), other),
        sendUnlessKnown: (facts: unknown, view: () => unknown) =>
          sendFactsJson(
            c,
            { facts, shape: shapeOfAnswer(), write: () => write[status]?.(view()) },
            cached ?? 0,
          ),
      };
      const answered = async () => {
        const answer = await handler(asked as Asked<F>, c);
        if (answer instanceof Response) return answer;
        const body = write[status]?.(answer);
        return cached === undefined ? sendJson(c, body, status) : sendCachedJson(c, body, cached);
      };
      if (facts.opens && method === "get") return openTo(c, answered);
      return facts.opens || key === "needed" ? readAs(readerOf(actor), answered) : answered();
    },
  };
}

/** What nobody else is told may be there for who asks. */
const REFUSED_TO_OTHERS: ReadonlySet<string> = new Set([
  "SKILL_NOT_FOUND",
  "VERSION_NOT_FOUND",
  "AUDIT_NOT_FOUND",
  "FILES_NOT_GIVEN",
]);

/**
 * Answers as anybody is answered; where anybody is refused, as whoever sends the key or the token is, and nothing keeps that answer. So what
 * is public costs no question of who asks.
 */
async function openTo(c: ApiContext, answered: () => Promise<Response>): Promise<Response> {
  try {
    return await answered();
  } catch (error) {
    if (!isDomainError(error) || !REFUSED_TO_OTHERS.has(error.code)) throw error;
    const reader = await findReader(c);
    if (isAnybody(reader)) throw error;
    const answer = await readAs(reader, answered);
    answer.headers.set("cache-control", "private, no-store");
    return answer;
  }
}

const schemaOf = (described: Described | undefined) =>
  Array.isArray(described) ? ((described as readonly unknown[])[0] as z.ZodType) : null;

function writerOf(described: Described | undefined): (view: unknown) => unknown {
  const schema = schemaOf(described);
  return schema === null ? (view) => view : jsonOf(schema);
}

const readAsked = (c: ApiContext, actor: Actor | null) => {
  const valid = (target: string) => c.req.valid(target as never) as unknown;
  return {
    params: valid("param"),
    query: valid("query"),
    headers: valid("header"),
    json: valid("json"),
    actor,
  };
};

function subjectOf(c: ApiContext, { per }: RequestLimit, actor: Actor | null): string {
  if (per === "address") return callerAddress(c);
  return callerSubject(c, actor);
}

function toRoute(method: Method, path: string, facts: Facts & { tag: Tag }): RouteConfig {
  const { params, query, headers, json, body, answers, cached, key, limit, opens } = facts;
  const isChecked = [params, query, headers, json].some((schema) => schema !== undefined);
  const codes: ErrorCode[] = [
    ...(key === "needed" || key === "sometimes" ? (["AUTH_REQUIRED", "AUTH_FAILED"] as const) : []),
    ...(key === "optional" || (opens && !key) ? (["AUTH_FAILED"] as const) : []),
    ...(key && !facts.stages ? (["PERMISSION_DENIED"] as const) : []),
    ...(isChecked ? (["REQUEST_INVALID"] as const) : []),
    ...(facts.problems ?? []),
    ...(json ? BODY_PROBLEMS : []),
    ...(limit ? (["RATE_LIMITED"] as const) : []),
  ];
  const request = {
    ...(params && { params }),
    ...(query && { query }),
    ...(headers && { headers }),
    ...(json ? { body: { required: true, content: { "application/json": { schema: json } } } } : {}),
    ...(body && { body }),
  };
  return createRoute({
    method,
    path,
    operationId: facts.id,
    tags: [facts.tag],
    summary: facts.summary,
    ...(facts.description === undefined ? {} : { description: facts.description }),
    security: [...(key === "optional" || (opens && !key) ? [{}] : []), ...(key || opens ? API_KEY : [])],
    ...(Object.keys(request).length === 0 ? {} : { request }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, toResponse(answer)])),
      ...(cached === undefined ? {} : { 304: { description: "Unchanged since the given entity tag." } }),
      ...problems(...new Set(codes)),
    },
  });
}

function toResponse(answer: Described) {
  if (typeof answer === "string") return { description: answer };
  if (!Array.isArray(answer)) return answer;
  const [schema, description, more] = answer as readonly [z.ZodType, string, { headers: object }?];
  return { description, content: { "application/json": { schema } }, ...more };
}

const DEFAULT_MAX_BYTES = 256 * 1024;

/**
 * Reads a JSON body within its limits before anything else looks at it, and hands the text on to the validator
 * of the route's schema.
 */
function jsonBody(maxBytes = DEFAULT_MAX_BYTES): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    assertBody(c.req.raw);
    assertJsonContentType(c.req.raw);
    const text = decodeJsonText(await readBody(c.req.raw, { maxBytes }));
    // The body is spent; whoever asks for it from here on gets the checked text.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    await next();
  };
}

/**
 * Who sends nothing is told so, and not that nothing has the wrong type. `body` is asked for last: that makes a stream of
 * the web, which costs more than all else that is read of a request.
 */
function assertBody(request: Request): void {
  const { headers } = request;
  const declared = headers.get("content-length");
  if (declared === null ? headers.has("transfer-encoding") : declared !== "0") return;
  if (headers.has("content-type") || (declared === null && request.body)) return;
  throw new DomainError("REQUEST_INVALID", "The request has no body; send JSON, as application/json.");
}
