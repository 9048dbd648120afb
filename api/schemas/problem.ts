import { z } from "@hono/zod-openapi";
import { PROBLEM_CONTENT_TYPE, PROBLEM_MEMBERS } from "@/lib/web/http/problems/problem";
import { ERROR_CODES, type ErrorCode, PROBLEMS } from "@/lib/kernel/error-codes";

const memberFault = z.object({
  pointer: z
    .string()
    .optional()
    .describe("RFC 6901: `#/…` is a place in the JSON body, `/…` (INPUT_INVALID) one in the skill's input."),
  parameter: z.string().optional().describe("Query, path or header parameter."),
  detail: z.string(),
});

const problemSchema = z
  .looseObject({
    type: z.url().describe("Page of the error code."),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    error_code: z.enum(ERROR_CODES).describe("Branch on this."),
    findings: z.array(z.unknown()).describe("Issues of an upload, with path and line."),
    message: z.string().describe("Same as detail, for clients from before RFC 7807."),
    status_legacy: z.literal("error"),
    request_id: z.string(),
    errors: z.array(memberFault).optional(),
    retry_after_seconds: z.int().optional(),
    ...Object.fromEntries(
      Object.entries(PROBLEM_MEMBERS).map(([name, meaning]) => [
        name,
        z.string().optional().describe(meaning),
      ]),
    ),
  })
  .openapi("Problem", {
    description: "RFC 9457 problem details with the members of USK v1.0 AG4.",
    examples: [
      example("REQUEST_INVALID", {
        detail: "The request is not valid: limit must be at least 1.",
        errors: [{ parameter: "limit", detail: "must be at least 1" }],
      }),
      example("RATE_LIMITED", {
        detail: "60 are allowed in 60 s. Try again in 12 s.",
        retry_after_seconds: 12,
      }),
    ],
  });

/** A problem as it is answered. */
function example(code: ErrorCode, { detail, ...more }: { detail: string; [member: string]: unknown }) {
  return {
    type: `https://market.example/errors/${code}`,
    ...PROBLEMS[code],
    detail,
    error_code: code,
    findings: [],
    message: detail,
    status_legacy: "error",
    request_id: "0d3bb3a4-6d0c-4b64-9a44-0a5a5f0f3f61",
    ...more,
  };
}

/** Why a body is refused before it is read. */
export const BODY_PROBLEMS = ["CONTENT_TYPE_INVALID", "CONTENT_TOO_LARGE"] as const satisfies ErrorCode[];
/** Why a skill that is named cannot be shown, a version of it, or one that is still given and sold. */
export const SKILL_PROBLEMS = ["SKILL_NOT_FOUND", "SKILL_QUARANTINED"] as const satisfies ErrorCode[];
export const VERSION_PROBLEMS = [
  ...SKILL_PROBLEMS,
  "VERSION_NOT_FOUND",
  "VERSION_CLOSED",
] as const satisfies ErrorCode[];
export const CURRENT_VERSION_PROBLEMS = [
  ...VERSION_PROBLEMS,
  "VERSION_NOT_AVAILABLE",
] as const satisfies ErrorCode[];
/** Why nothing can be run at this moment. */
export const RUNNER_PROBLEMS = [
  "RUNNER_UNAVAILABLE",
  "RUNNER_BUSY",
  "ISOLATION_TOO_WEAK",
] as const satisfies ErrorCode[];

/** The failures an operation names, for its description: one entry for each status. */
export function problems(...codes: readonly ErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      describeProblems(codes.filter((code) => PROBLEMS[code].status === status)),
    ]),
  );
}

function describeProblems(codes: readonly ErrorCode[]) {
  return {
    description: codes.map((code) => `${code}: ${PROBLEMS[code].title}.`).join(" "),
    content: { [PROBLEM_CONTENT_TYPE]: { schema: problemSchema } },
  };
}
