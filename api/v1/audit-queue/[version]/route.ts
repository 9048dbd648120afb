import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { lookupText, wholeNumberOr } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import {
  REVIEW_PROBLEMS,
  reviewOfVersionSchema,
  toReviewJson,
  versionIdParameter,
} from "@/api/schemas/review-of-version";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { getReview } from "@/lib/audits/get-review";
import { env } from "@/lib/config/env";

const MAX_PATH_CHARACTERS = 600;
const MAX_PART = 999;

const route = createRoute({
  method: "get",
  path: "/v1/audit-queue/{version}",
  operationId: "getReviewOfVersion",
  tags: ["Audits"],
  summary: "What a verifier reads before signing",
  description:
    "Every file, against the last sealed version if there is one, findings, differences, examples on both, and the checklist. The lines of one file at a time.",
  security: API_KEY_SECURITY,
  request: {
    params: versionIdParameter,
    query: z.object({
      file: lookupText(MAX_PATH_CHARACTERS).optional().describe("Path of the file whose lines are shown."),
      part: wholeNumberOr(1, { min: 1, max: MAX_PART }).describe("Of a long file."),
    }),
  },
  responses: {
    200: jsonContent(reviewOfVersionSchema, "The review as it stands."),
    ...problems(...REVIEW_PROBLEMS),
  },
});

export const getReviewOfVersionOperation = defineOperation(route, async (c) => {
  const { accountId } = await getActor(c);
  const { file, part } = c.req.valid("query");
  const review = await getReview(accountId, c.req.valid("param").version, { file, part });
  return sendJson(c, toReviewJson(review, env().APP_URL));
});
