import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { lookupText } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import {
  REVIEW_PROBLEMS,
  reviewOfVersionSchema,
  toReviewJson,
  versionIdParameter,
} from "@/api/schemas/review-of-version";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { getReview } from "@/lib/audits/get-review";
import { decideFinding } from "@/lib/audits/review/decide-finding";
import { MAX_DECISION_REASON_CHARACTERS } from "@/lib/audits/review/reviewed-findings";
import { env } from "@/lib/config/env";

const MAX_BODY_BYTES = 8 * 1024;
const MAX_KEY_CHARACTERS = 100;

const route = createRoute({
  method: "put",
  path: "/v1/audit-queue/{version}/findings",
  operationId: "decideFinding",
  tags: ["Audits"],
  summary: "Accept a finding with a reason, or ask for a change",
  description: "What is decided becomes part of the audit that is signed, for everybody to read.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: versionIdParameter,
    body: jsonRequest(
      z
        .object({
          key: lookupText(MAX_KEY_CHARACTERS).min(1).describe("Of the finding, as the review gives it."),
          decision: z.enum(["accepted", "change", "open"]).describe("open: takes the decision back."),
          reason: lookupText(MAX_DECISION_REASON_CHARACTERS).optional().describe("Needed but for `open`."),
        })
        .openapi("FindingDecision"),
    ),
  },
  responses: {
    200: jsonContent(reviewOfVersionSchema, "The review as it stands now."),
    ...problems(...REVIEW_PROBLEMS, "AUDIT_NOT_ALLOWED", ...BODY_PROBLEMS),
  },
});

export const decideFindingOperation = defineOperation(route, async (c) => {
  const { accountId } = await getActor(c);
  const versionId = c.req.valid("param").version;
  const { key: findingKey, decision, reason = "" } = c.req.valid("json");
  await decideFinding({ accountId, versionId, findingKey, decision, reason });
  return sendJson(c, toReviewJson(await getReview(accountId, versionId), env().APP_URL));
});
