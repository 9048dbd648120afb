import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { problems } from "@/api/schemas/problem";
import { REVIEW_PROBLEMS, versionIdParameter } from "@/api/schemas/review-of-version";
import { moment } from "@/api/schemas/skill";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { releaseReview, reserveReview } from "@/lib/audits/review/reserve-review";

const PATH = "/v1/audit-queue/{version}/reservation";

const reserveRoute = createRoute({
  method: "put",
  path: PATH,
  operationId: "reserveReview",
  tags: ["Audits"],
  summary: "Reserve a version for two hours",
  description:
    "So that two verifiers do not read the same one unknowingly; sent again, it extends the reservation. Its examples are run on the version before as well.",
  security: API_KEY_SECURITY,
  request: { params: versionIdParameter },
  responses: {
    200: jsonContent(z.object({ version_id: z.string(), until: moment }), "It is yours until then."),
    ...problems(...REVIEW_PROBLEMS, "AUDIT_NOT_ALLOWED", "REVIEW_RESERVED"),
  },
});

export const reserveReviewOperation = defineOperation(reserveRoute, async (c) => {
  const { accountId } = await getActor(c);
  const versionId = c.req.valid("param").version;
  const { until } = await reserveReview({ accountId, versionId });
  return sendJson(c, { version_id: versionId, until: until.toISOString() });
});

const releaseRoute = createRoute({
  method: "delete",
  path: PATH,
  operationId: "releaseReview",
  tags: ["Audits"],
  summary: "Give a reservation back",
  security: API_KEY_SECURITY,
  request: { params: versionIdParameter },
  responses: {
    200: jsonContent(z.object({ status: z.literal("success") }), "Without one nothing changes."),
    ...problems(...REVIEW_PROBLEMS, "AUDIT_NOT_ALLOWED"),
  },
});

export const releaseReviewOperation = defineOperation(releaseRoute, async (c) => {
  const { accountId } = await getActor(c);
  await releaseReview({ accountId, versionId: c.req.valid("param").version });
  return sendJson(c, { status: "success" });
});
