import { type ErrorCode, PROBLEMS } from "@/lib/kernel/error-codes";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { unavailable, findOutage } from "@/lib/kernel/outage";
import { logFailure, logger } from "@/lib/kernel/observability/logger";
import { randomUUID } from "node:crypto";
import { env } from "@/lib/platform/config/env";

type ProblemStatus = (typeof PROBLEMS)[ErrorCode]["status"];

/**
 * One wrong member: `pointer` into a JSON body (RFC 6901 with `#`; without it into the input of a call), or the name of
 * a query, path or header parameter.
 */
export interface MemberIssue {
  pointer?: string;
  parameter?: string;
  detail: string;
}

/** Body of a failed request: RFC 9457 members, those of USK v1.0 AG4, and our own extensions. */
interface Problem {
  type: string;
  title: string;
  status: ProblemStatus;
  detail: string;
  error_code: ErrorCode;
  findings: readonly unknown[];
  /** For clients from before problem details: the same text as `detail`. */
  message: string;
  status_legacy: "error";
  request_id: string;
  errors?: readonly MemberIssue[];
  retry_after_seconds?: number;
  /** The members of `PUBLIC_DETAILS` that the failure knows, such as `reason` or `needed_lamports`. */
  [extension: string]: unknown;
}

export interface ProblemAnswer {
  status: ProblemStatus;
  headers: Record<string, string>;
  body: Problem;
}

export const PROBLEM_CONTENT_TYPE = "application/problem+json";
const DEFAULT_RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = {
  RATE_LIMITED: 60,
  FAUCET_LIMIT_EXCEEDED: 3600, // the ledger counts by the hour and does not say when it ends
  RUNNER_UNAVAILABLE: 30,
};
const RETRY_AFTER_SECONDS = 5;
const FAULT_OF_OURS = 500;

/**
 * Details of a `DomainError` that a caller may see, and what each says: texts, as extension members in snake_case. Others
 * stay in the log.
 */
const PUBLIC_DETAILS = {
  reason: "A fixed word, where one code has several reasons: of a rejected transaction, for example.",
  state: "Of the quote, or of the call that was paid for.",
  quoteId: "The quote that the failure is about.",
  runId: "The run that the failure is about.",
  expiresAt: "Until when the quote can be paid.",
  latestVersion: "The version that an upload has to be above.",
  sameVersion: "The version that has these very bytes.",
  auditState: "Of the version, as it is now.",
  requiredBump: "What the change asks for: patch, minor or major.",
  requiredVersion: "The least number that the change may have.",
  recipient: "Whose account cannot take the price: creator or treasury.",
  address: "Of that account.",
  priceLamports: "What one call costs.",
  balanceLamports: "What the wallet holds.",
  neededLamports: "What the wallet would have to hold.",
  missingLamports: "What the account would lack.",
  rentExemptMinimumLamports: "The least that the chain lets an account hold.",
  scope: "What the spending limit is about, where it is about a part of the market alone.",
  limitLamports: "The spending limit that the wallet has signed.",
  spentLamports: "What counts against that limit, of the last 24 hours.",
  heldLamports: "What is under way, or held for open quotes, and counts against it too.",
  askedLamports: "What this payment would move.",
  freesAt: "When enough will be 24 hours old.",
  until: "When the spending limit ended.",
  leastAuditState: "What the spending limit asks for.",
  sequence: "Number of the wallet's last statement; 0 for none.",
  digest: "Of the wallet's last statement.",
} as const;

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The members that a problem may have beside those of every problem, each a text, and what they say. */
export const PROBLEM_MEMBERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PUBLIC_DETAILS).map(([name, meaning]) => [toSnakeCase(name), meaning]),
);

/**
 * What a caller is told about a failure. Anything that is not a `DomainError` becomes MARKET_UNAVAILABLE where
 * something the market needs is away, INTERNAL otherwise: it is logged with the request's id and nothing of it is
 * revealed. Of `details` only the known members leave the house. 429 and 503 always say when to come back (RFC 9110,
 * 10.2.3), 401 what to bring (11.6.1).
 */
export function toProblem(error: unknown, request: { requestId: string; baseUrl: string }): ProblemAnswer {
  const known = isDomainError(error) ? error : unexpected(error, request.requestId);
  const { status, title } = PROBLEMS[known.code];
  if (known === error && status >= FAULT_OF_OURS) {
    logger.warn({ err: error, requestId: request.requestId }, "a request failed for a foreseen reason");
  }
  const retryAfterSeconds = findRetryAfter(known, status);
  return {
    status,
    headers: {
      "content-type": PROBLEM_CONTENT_TYPE,
      "cache-control": "no-store",
      ...(retryAfterSeconds === null ? {} : { "retry-after": String(retryAfterSeconds) }),
      ...(known.details["rateLimit"] as Record<string, string> | undefined),
      ...(status === 401 ? { "www-authenticate": 'Bearer realm="emporion"' } : {}),
    },
    body: {
      type: `${request.baseUrl}/errors/${known.code}`,
      title,
      status,
      detail: known.message,
      error_code: known.code,
      findings: listOf(known.details["findings"]),
      message: known.message,
      status_legacy: "error",
      request_id: request.requestId,
      ...extensions(known),
      ...(retryAfterSeconds === null ? {} : { retry_after_seconds: retryAfterSeconds }),
    },
  };
}

function unexpected(error: unknown, requestId: string): DomainError {
  const away = findOutage(error);
  logFailure(
    error,
    { requestId },
    away === null ? "unexpected failure" : "a request failed for what is away",
  );
  if (away !== null) return unavailable(away);
  return new DomainError(
    "INTERNAL",
    `The market failed at this request. Nothing more is known here; quote request ${requestId} when you ask.`,
  );
}

function extensions({ message, details }: DomainError): Record<string, unknown> {
  const faults = listOf(details["errors"]).filter(isMemberFault);
  if (typeof details["parameter"] === "string") {
    faults.push({ parameter: details["parameter"], detail: message });
  }
  return {
    ...publicMembers(details),
    ...(faults.length > 0 ? { errors: faults } : {}),
  };
}

/** Of the details of a failure those that a caller may see, by their names there. */
export function publicMembers(details: DomainError["details"]): Record<string, unknown> {
  const names = Object.keys(PUBLIC_DETAILS).filter((name) => typeof details[name] === "string");
  return Object.fromEntries(names.map((name) => [toSnakeCase(name), details[name]]));
}

function findRetryAfter({ code, details }: DomainError, status: number): number | null {
  const given = details["retryAfterSeconds"];
  if (typeof given === "number" && Number.isFinite(given)) return Math.max(1, Math.ceil(given));
  return status === 429 || status === 503 ? (DEFAULT_RETRY_AFTER_SECONDS[code] ?? RETRY_AFTER_SECONDS) : null;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function isMemberFault(value: unknown): value is MemberIssue {
  return typeof value === "object" && value !== null && "detail" in value && typeof value.detail === "string";
}

/** A failure as a `Response`, for route handlers of the pages' side. */
export function problemResponse(error: unknown): Response {
  const requestId = randomUUID();
  const { status, headers, body } = toProblem(error, { requestId, baseUrl: env().APP_URL });
  return new Response(JSON.stringify(body), { status, headers: { ...headers, "x-request-id": requestId } });
}
