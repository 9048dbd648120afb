import { DomainError, isDomainError } from "@/lib/errors";
import type { ErrorCode } from "@/lib/error-codes";
import { unavailable, whatIsAway } from "@/lib/http/what-is-away";
import { logger } from "@/lib/observability/logger";

/** The one table of HTTP statuses. A code without an entry does not compile. */
export const PROBLEMS = {
  AUTH_REQUIRED: { status: 401, title: "API key required" },
  AUTH_FAILED: { status: 401, title: "API key not accepted" },
  EMAIL_NOT_VERIFIED: { status: 403, title: "E-mail address not verified" },
  PERMISSION_DENIED: { status: 403, title: "Not allowed for this account" },
  CONFIRMATION_REQUIRED: { status: 403, title: "Person not confirmed" },
  ACCOUNT_HELD: { status: 409, title: "Account not free to be closed" },
  FILE_MISSING: { status: 400, title: "No file in the upload" },
  FILE_INVALID_TYPE: { status: 400, title: "File is not a .skill package" },
  SKILL_MD_MISSING: { status: 400, title: "SKILL.md missing" },
  CONTENT_TOO_LARGE: { status: 413, title: "Content too large" },
  CONTENT_TOO_MANY_FILES: { status: 400, title: "Too many files" },
  BASE64_DECODE_FAILED: { status: 400, title: "Base64 not readable" },
  CONTENT_TYPE_INVALID: { status: 415, title: "Content type not supported" },
  PATH_INVALID: { status: 400, title: "File path not allowed" },
  ARCHIVE_INVALID: { status: 400, title: "Archive not acceptable" },
  PUBLICATION_NOT_FOUND: { status: 404, title: "Package under way not found" },
  VETTING_JOB_NOT_FOUND: { status: 404, title: "Vetting job not found" },
  UPLOAD_FAILED: { status: 422, title: "Upload not accepted" },
  VERSION_NOT_HIGHER: { status: 409, title: "Version not higher than the latest" },
  VERSION_NOT_FOUND: { status: 404, title: "Version not found" },
  VERSION_NOT_AVAILABLE: { status: 409, title: "Version not available" },
  AGENT_AUTHOR_REQUIRED: { status: 400, title: "Agent name required" },
  AGENT_AUTHOR_INVALID: { status: 400, title: "Agent name malformed" },
  AGENT_SECRET_REQUIRED: { status: 401, title: "Agent secret required" },
  AGENT_SECRET_INVALID: { status: 401, title: "Agent secret not accepted" },
  SKILL_NAME_TAKEN: { status: 409, title: "Skill name taken" },
  SKILL_NAME_RESERVED: { status: 409, title: "Skill name reserved" },
  SKILL_NAME_DRAFT_COLLISION: { status: 409, title: "Skill name held by a draft" },
  SKILL_NOT_FOUND: { status: 404, title: "Skill not found" },
  SKILL_QUARANTINED: { status: 403, title: "Skill in quarantine" },
  SCHEMA_NOT_AVAILABLE: { status: 404, title: "No call schema" },
  DIALECT_NOT_AVAILABLE: { status: 422, title: "Not available as this format" },
  PACKAGE_CORRUPT: { status: 500, title: "Stored package damaged" },
  CLAIM_TOKEN_INVALID: { status: 404, title: "Claim token unknown" },
  CLAIM_TOKEN_EXPIRED: { status: 410, title: "Claim token expired" },
  CLAIM_TOKEN_MISMATCH: { status: 403, title: "Claim token of another draft" },
  CLAIM_ALREADY_COMPLETED: { status: 409, title: "Already claimed" },
  CLAIM_VERIFY_EXPIRED: { status: 410, title: "Confirmation link expired" },
  REVIEW_NOT_ALLOWED_ON_DRAFT: { status: 403, title: "Drafts cannot be reviewed" },
  REVIEW_NOT_ALLOWED: { status: 403, title: "Own skills cannot be reviewed" },
  REPORT_ALREADY_FILED: { status: 409, title: "Already reported today" },
  REPORT_NOT_FOUND: { status: 404, title: "Report not found" },
  TRANSFER_NOT_FOUND: { status: 404, title: "Offer not found" },
  TRANSFER_NOT_POSSIBLE: { status: 409, title: "Skill not free to change owners" },
  APPEAL_NOT_POSSIBLE: { status: 409, title: "Nothing to appeal" },
  DECISION_NOT_POSSIBLE: { status: 409, title: "Nothing to decide" },
  DECISION_NOT_ALLOWED: { status: 403, title: "Not yours to decide" },
  DRAFT_NOT_APPROVED: { status: 422, title: "Draft not approved" },
  REQUEST_INVALID: { status: 400, title: "Request not valid" },
  NOT_FOUND: { status: 404, title: "Nothing here" },
  METHOD_NOT_ALLOWED: { status: 405, title: "Method not allowed" },
  RATE_LIMITED: { status: 429, title: "Too many requests" },
  INPUT_INVALID: { status: 422, title: "Input does not match the skill's schema" },
  SKILL_NOT_RUNNABLE: { status: 409, title: "Skill cannot be run here" },
  RUNNER_UNAVAILABLE: { status: 503, title: "Sandbox not available" },
  RUNNER_BUSY: { status: 503, title: "Sandbox busy" },
  ISOLATION_TOO_WEAK: { status: 503, title: "Sandbox not strong enough" },
  RUN_NOT_FOUND: { status: 404, title: "Run not found" },
  RUN_IN_PROGRESS: { status: 409, title: "Run in progress" },
  PAYMENT_REQUIRED: { status: 402, title: "Payment required" },
  PRICE_NOT_PAYABLE: { status: 422, title: "Price cannot be paid" },
  PAYER_BALANCE_TOO_LOW: { status: 422, title: "Balance too low" },
  PAYMENT_CREDENTIAL_INVALID: { status: 422, title: "Payment credential not accepted" },
  IDEMPOTENCY_KEY_REUSED: { status: 409, title: "Idempotency key used for another request" },
  QUOTE_NOT_FOUND: { status: 404, title: "Quote not found" },
  QUOTE_EXPIRED: { status: 410, title: "Quote expired" },
  QUOTE_ALREADY_PAID: { status: 409, title: "Quote already paid" },
  TRANSACTION_REJECTED: { status: 422, title: "Transaction does not pay the quote" },
  SIGNATURE_ALREADY_USED: { status: 409, title: "Signature already used" },
  SETTLEMENT_FAILED: { status: 409, title: "Payment ended without a grant" },
  GRANT_NOT_FOUND: { status: 404, title: "Grant not found" },
  GRANT_ALREADY_CONSUMED: { status: 409, title: "Grant already used" },
  LEDGER_UNAVAILABLE: { status: 503, title: "Ledger not available" },
  FAUCET_NOT_AVAILABLE: { status: 404, title: "No faucet here" },
  FAUCET_LIMIT_EXCEEDED: { status: 429, title: "Faucet limit reached" },
  RECEIPT_NOT_FOUND: { status: 404, title: "Receipt not found" },
  SIGN_IN_CHALLENGE_INVALID: { status: 401, title: "Sign-in question unknown or expired" },
  SIGN_IN_SIGNATURE_INVALID: { status: 401, title: "Sign-in signature not accepted" },
  WALLET_ALREADY_LINKED: { status: 409, title: "Wallet belongs to another account" },
  VERIFIER_REQUIRED: { status: 403, title: "Enrolled verifiers only" },
  AUDIT_NOT_ALLOWED: { status: 403, title: "Audit not allowed" },
  AUDIT_STATEMENT_MISMATCH: { status: 409, title: "Statement is not the one prepared" },
  AUDIT_SIGNATURE_INVALID: { status: 422, title: "Audit signature not valid" },
  AUDIT_NOT_FOUND: { status: 404, title: "Audit not found" },
  AUDIT_STATE_CHANGED: { status: 409, title: "Audit state has changed" },
  BOND_NOT_LOCKED: { status: 422, title: "No deposit is locked for this version" },
  BOND_MOVE_REFUSED: { status: 422, title: "The deposit is not opened or moved" },
  REVIEW_RESERVED: { status: 409, title: "Reserved by another verifier" },
  REVIEW_INCOMPLETE: { status: 409, title: "The checklist is not done" },
  CHALLENGE_NOT_ALLOWED: { status: 409, title: "Challenge not possible" },
  CHALLENGE_NOT_FOUND: { status: 404, title: "Challenge not found" },
  LOG_ENTRY_NOT_FOUND: { status: 404, title: "Not in the log" },
  RANGE_NOT_SATISFIABLE: { status: 416, title: "Range not satisfiable" },
  MARKET_UNAVAILABLE: { status: 503, title: "Market not available" },
  INTERNAL: { status: 500, title: "Fault of the market" },
} as const satisfies Record<ErrorCode, { status: number; title: string }>;

type ProblemStatus = (typeof PROBLEMS)[ErrorCode]["status"];

/** One wrong member: `pointer` into a JSON body (RFC 6901 with `#`; without it into the input of a call), or the name of a query, path or header parameter. */
export interface MemberFault {
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
  errors?: readonly MemberFault[];
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

/** Details of a `DomainError` that a caller may see, as extension members in snake_case. Others stay in the log. */
const PUBLIC_DETAILS = [
  "reason", // a fixed word, where one code has several reasons (a rejected transaction, for example)
  "state",
  "quoteId",
  "runId",
  "expiresAt",
  "latestVersion",
  "auditState",
  "requiredBump",
  "requiredVersion",
  "recipient",
  "address",
  "priceLamports",
  "balanceLamports",
  "neededLamports",
  "missingLamports",
  "rentExemptMinimumLamports",
] as const;

/**
 * What a caller is told about a failure. Anything that is not a `DomainError` becomes MARKET_UNAVAILABLE where something the market
 * needs is away, INTERNAL otherwise: it is logged with the request's id and nothing of it is revealed. Of `details` only the known members leave the house. 429 and 503 always
 * say when to come back (RFC 9110, 10.2.3), 401 what to bring (11.6.1).
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
  const away = whatIsAway(error);
  if (away !== null) {
    logger.error({ err: error, requestId, away }, "a request failed for what is away");
    return unavailable(away);
  }
  logger.error({ err: error, requestId }, "unexpected failure");
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
  const members = PUBLIC_DETAILS.filter((name) =>
    ["string", "number", "boolean"].includes(typeof details[name]),
  );
  return {
    ...Object.fromEntries(members.map((name) => [toSnakeCase(name), details[name]])),
    ...(faults.length > 0 ? { errors: faults } : {}),
  };
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function findRetryAfter({ code, details }: DomainError, status: number): number | null {
  const given = details["retryAfterSeconds"];
  if (typeof given === "number" && Number.isFinite(given)) return Math.max(1, Math.ceil(given));
  return status === 429 || status === 503 ? (DEFAULT_RETRY_AFTER_SECONDS[code] ?? RETRY_AFTER_SECONDS) : null;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function isMemberFault(value: unknown): value is MemberFault {
  return typeof value === "object" && value !== null && "detail" in value && typeof value.detail === "string";
}
