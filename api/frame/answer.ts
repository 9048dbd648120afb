import { z } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import type { ApiContext } from "@/api/frame/context";
import { env } from "@/lib/platform/config/env";
import { entityTag, matchesEntityTag, SHARED_SECONDS_OF_SKILLS } from "@/lib/web/http/answer-headers";
import { describeInvalidMember } from "@/lib/kernel/json/describe-invalid-member";
import { type MemberIssue, toProblem } from "@/lib/web/http/problems/problem";
import { notJson } from "@/lib/web/http/read-body";
import { DomainError } from "@/lib/kernel/errors";

const JSON_TYPE = "application/json";
/**
 * What a caller keeps for a while but a cache in front of many callers asks for again soon: whatever shows skills, so
 * that a quarantine reaches everybody within five seconds.
 */
export interface Age {
  seconds: number;
  sharedSeconds: number;
}

/** An age for answers that show skills. */
export const ageOfSkills = (seconds: number): Age => ({
  seconds,
  sharedSeconds: SHARED_SECONDS_OF_SKILLS,
});

/** A JSON answer that nobody caches: it is one caller's, or true only now. */
export function sendJson(c: ApiContext, body: unknown, status: 200 | 201 | 202 | 403 | 410 = 200): Response {
  return c.body(JSON.stringify(body), status, { "content-type": JSON_TYPE, "cache-control": "no-store" });
}

/**
 * A public JSON answer that may be cached for `age` (seconds), with its entity tag; 304 without a body when the caller
 * has it already.
 */
export function sendCachedJson(c: ApiContext, body: unknown, age: number | Age): Response {
  const text = JSON.stringify(body);
  return sendTagged(c, { etag: entityTag(text), age, write: () => text });
}

/** The same for a text of another type. */
export function sendCachedText(c: ApiContext, text: string, type: string, age: number | Age): Response {
  return sendTagged(c, { etag: entityTag(text), age, write: () => text, type });
}

/**
 * The same for an answer whose facts are known before it is written: `facts` is everything that can change it, and the
 * description of its members (`shape`), so that a new release of the market is a new tag. Whoever has it already costs
 * no writing.
 */
export function sendFactsJson(
  c: ApiContext,
  { facts, shape, write }: { facts: unknown; shape: string; write: () => unknown },
  age: number | Age,
): Response {
  const etag = entityTag(`${shape}\n${JSON.stringify(facts)}`);
  return sendTagged(c, { etag, age, write: () => JSON.stringify(write()) });
}

/** The digest of what an answer's description says, for `sendFactsJson`. */
export function shapeOf(schema: z.ZodType): string {
  return entityTag(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any" })));
}

function sendTagged(
  c: ApiContext,
  {
    etag,
    age,
    write,
    type = JSON_TYPE,
  }: { etag: string; age: number | Age; write: () => string; type?: string },
): Response {
  const cacheControl =
    typeof age === "number"
      ? `public, max-age=${age}`
      : `public, max-age=${age.seconds}, s-maxage=${age.sharedSeconds}`;
  const headers = { etag, "cache-control": cacheControl };
  if (matchesEntityTag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
  return c.body(write(), 200, { ...headers, "content-type": type });
}

const MAX_FAULTS = 20;

/** The answer to whatever was thrown. */
export function sendProblem(c: ApiContext, error: unknown): Response {
  const requestId = c.get("requestId");
  const { status, headers, body } = toProblem(translated(error), { requestId, baseUrl: env().APP_URL });
  // What is left of an unwanted body would otherwise be read as the next request of the connection.
  const close = status === 413 ? { connection: "close" } : {};
  return c.body(JSON.stringify(body), status, { ...headers, ...close });
}

/** What Hono itself throws, in our codes. */
function translated(error: unknown): unknown {
  if (!(error instanceof HTTPException)) return error;
  if (error.status === 415) {
    return new DomainError("CONTENT_TYPE_INVALID", "Send the body as application/json.", { cause: error });
  }
  return error.status === 400 ? notJson(error) : error;
}

type Target = "query" | "param" | "json" | "header" | "form" | "cookie";

/** What a request that does not fit its description is told. */
export function requestInvalid(target: Target, error: z.ZodError): DomainError {
  const errors = error.issues.slice(0, MAX_FAULTS).map((issue) => toFault(target, issue));
  const [first] = errors;
  const where = first?.parameter ?? first?.pointer ?? "";
  return new DomainError(
    "REQUEST_INVALID",
    `The request is not valid: ${where === "#" ? "its body" : where} ${first?.detail ?? ""}.`,
    {
      details: { errors },
    },
  );
}

function toFault(target: Target, issue: z.core.$ZodIssue): MemberIssue {
  const { path } = issue;
  const detail = describeInvalidMember(issue);
  if (target !== "json")
    return { parameter: path.join("."), detail: givenTwice(issue) ? GIVEN_TWICE : detail };
  const pointer = path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return { pointer: `#${pointer}`, detail };
}

const GIVEN_TWICE = "is given more than once";
const givenTwice = ({ message }: z.core.$ZodIssue) => message.endsWith("received array");
