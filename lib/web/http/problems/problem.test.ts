import { describe, expect, test } from "vitest";
import { ERROR_CODES, PROBLEMS } from "@/lib/kernel/error-codes";
import { DomainError } from "@/lib/kernel/errors";
import { toProblem } from "@/lib/web/http/problems/problem";

const request = { requestId: "req-1", baseUrl: "https://market.example" };

// The statuses that USK v1.0 fixes, and those agreed for its other codes.
const AGREED = {
  AUTH_REQUIRED: 401,
  AUTH_FAILED: 401,
  EMAIL_NOT_VERIFIED: 403,
  FILE_MISSING: 400,
  FILE_INVALID_TYPE: 400,
  SKILL_MD_MISSING: 400,
  CONTENT_TOO_LARGE: 413,
  CONTENT_TOO_MANY_FILES: 400,
  BASE64_DECODE_FAILED: 400,
  CONTENT_TYPE_INVALID: 415,
  VETTING_JOB_NOT_FOUND: 404,
  UPLOAD_FAILED: 422,
  AGENT_AUTHOR_REQUIRED: 400,
  AGENT_AUTHOR_INVALID: 400,
  AGENT_SECRET_REQUIRED: 401,
  AGENT_SECRET_INVALID: 401,
  SKILL_NAME_TAKEN: 409,
  SKILL_NAME_DRAFT_COLLISION: 409,
  CLAIM_TOKEN_INVALID: 404,
  CLAIM_TOKEN_EXPIRED: 410,
  CLAIM_TOKEN_MISMATCH: 403,
  CLAIM_ALREADY_COMPLETED: 409,
  CLAIM_VERIFY_EXPIRED: 410,
  REVIEW_NOT_ALLOWED_ON_DRAFT: 403,
  RATE_LIMITED: 429,
  PATH_INVALID: 400,
  DRAFT_NOT_APPROVED: 422,
  SKILL_NOT_FOUND: 404,
  SCHEMA_NOT_AVAILABLE: 404,
  PAYMENT_REQUIRED: 402,
  RUNNER_UNAVAILABLE: 503,
} as const;

test.each(Object.entries(AGREED))("%s answers %i", (code, status) => {
  expect(PROBLEMS[code as keyof typeof AGREED].status).toBe(status);
});

test("a problem has the members of RFC 9457 and of USK AG4", () => {
  const { status, headers, body } = toProblem(
    new DomainError("SKILL_MD_MISSING", "skill_md is required.", { details: { findings: [{ code: "x" }] } }),
    request,
  );
  expect(status).toBe(400);
  expect(headers["content-type"]).toBe("application/problem+json");
  expect(body).toEqual({
    type: "https://market.example/errors/SKILL_MD_MISSING",
    title: "SKILL.md Missing in Payload",
    status: 400,
    detail: "skill_md is required.",
    error_code: "SKILL_MD_MISSING",
    findings: [{ code: "x" }],
    message: "skill_md is required.",
    status_legacy: "error",
    request_id: "req-1",
  });
});

test("wrong members are listed with their pointers, and unknown details stay inside", () => {
  const errors = [{ pointer: "#/name", detail: "missing" }, "noise"];
  const { body } = toProblem(
    new DomainError("INPUT_INVALID", "no", {
      details: { errors, reason: "schema", neededLamports: "7", internalPath: "/srv" },
    }),
    request,
  );
  expect(body.errors).toEqual([{ pointer: "#/name", detail: "missing" }]);
  expect(body["reason"]).toBe("schema");
  expect(body["needed_lamports"]).toBe("7");
  expect(JSON.stringify(body)).not.toContain("/srv");
});

test("an unforeseen error reveals nothing but the request's id", () => {
  const { status, body } = toProblem(new Error("password is hunter2"), request);
  expect(status).toBe(500);
  expect(body.error_code).toBe("INTERNAL");
  expect(JSON.stringify(body)).not.toContain("hunter2");
  expect(body.detail).toContain("req-1");
});

describe.each(ERROR_CODES.map((code) => [code] as const))("%s", (code) => {
  const { status, headers, body } = toProblem(new DomainError(code, "text"), request);

  test("says when to come back exactly if it is 429 or 503, and what to bring if it is 401", () => {
    expect(headers["retry-after"] !== undefined).toBe(status === 429 || status === 503);
    expect(headers["www-authenticate"] !== undefined).toBe(status === 401);
    expect(body.status).toBe(status);
  });
});

test("a wait that the domain knows replaces the usual one", () => {
  const { headers, body } = toProblem(
    new DomainError("RATE_LIMITED", "slow down", { details: { retryAfterSeconds: 12.2 } }),
    request,
  );
  expect(headers["retry-after"]).toBe("13");
  expect(body.retry_after_seconds).toBe(13);
});
