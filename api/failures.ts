import type { z } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import type { ApiContext } from "@/api/context";
import { env } from "@/lib/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { toProblem, type MemberFault } from "@/lib/http/problems/problem";
import { describeInvalidMember } from "@/lib/http/problems/describe-invalid-member";
import { notJson } from "@/lib/http/read-body";

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

function toFault(target: Target, issue: z.core.$ZodIssue): MemberFault {
  const { path } = issue;
  const detail = describeInvalidMember(issue);
  if (target !== "json")
    return { parameter: path.join("."), detail: givenTwice(issue) ? GIVEN_TWICE : detail };
  const pointer = path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return { pointer: `#${pointer}`, detail };
}

const GIVEN_TWICE = "is given more than once";
const givenTwice = ({ message }: z.core.$ZodIssue) => message.endsWith("received array");
