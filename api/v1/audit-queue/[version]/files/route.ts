import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import {
  REVIEW_PROBLEMS,
  reviewOfVersionSchema,
  toReviewJson,
  versionIdParameter,
} from "@/api/schemas/review-of-version";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { getReview } from "@/lib/audits/get-review";
import { markFiles } from "@/lib/audits/review/reserve-review";
import { env } from "@/lib/config/env";

const MAX_BODY_BYTES = 128 * 1024;
const MAX_KEYS = 1_000;

const route = createRoute({
  method: "put",
  path: "/v1/audit-queue/{version}/files",
  operationId: "markReviewFiles",
  tags: ["Audits"],
  summary: "Mark files as seen, or take that back",
  description:
    "A seal is prepared only once each file that it covers is marked, by the `key` that the review gives it. The key changes with the file and with what it is read against. Whoever signs answers for it.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: versionIdParameter,
    body: jsonRequest(
      z
        .object({
          keys: z
            .array(z.string().regex(/^[0-9a-f]{64}$/))
            .min(1)
            .max(MAX_KEYS),
          seen: z.boolean(),
        })
        .openapi("SeenFiles"),
    ),
  },
  responses: {
    200: jsonContent(reviewOfVersionSchema, "The review as it stands now."),
    ...problems(...REVIEW_PROBLEMS, "AUDIT_NOT_ALLOWED", ...BODY_PROBLEMS),
  },
});

export const markReviewFilesOperation = defineOperation(route, async (c) => {
  const { accountId } = await getActor(c);
  const versionId = c.req.valid("param").version;
  await markFiles({ accountId, versionId, ...c.req.valid("json") });
  return sendJson(c, toReviewJson(await getReview(accountId, versionId), env().APP_URL));
});
