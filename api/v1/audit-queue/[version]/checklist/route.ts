import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import {
  checklistItem,
  REVIEW_PROBLEMS,
  reviewOfVersionSchema,
  toReviewJson,
  versionIdParameter,
} from "@/api/schemas/review-of-version";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { getReview } from "@/lib/audits/get-review";
import { markItem } from "@/lib/audits/review/reserve-review";
import { env } from "@/lib/config/env";

const MAX_BODY_BYTES = 1024;

const route = createRoute({
  method: "put",
  path: "/v1/audit-queue/{version}/checklist",
  operationId: "markReviewItem",
  tags: ["Audits"],
  summary: "Tick an item of the checklist, or untick it",
  description:
    "Only that loose dependencies are justified. That the files were read follows from the marks of each (PUT …/files), and the rest from facts. Whoever signs answers for it.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: versionIdParameter,
    body: jsonRequest(z.object({ item: checklistItem, marked: z.boolean() }).openapi("ReviewMark")),
  },
  responses: {
    200: jsonContent(reviewOfVersionSchema, "The review as it stands now."),
    ...problems(...REVIEW_PROBLEMS, "AUDIT_NOT_ALLOWED", ...BODY_PROBLEMS),
  },
});

export const markReviewItemOperation = defineOperation(route, async (c) => {
  const { accountId } = await getActor(c);
  const versionId = c.req.valid("param").version;
  await markItem({ accountId, versionId, ...c.req.valid("json") });
  return sendJson(c, toReviewJson(await getReview(accountId, versionId), env().APP_URL));
});
