import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { wholeNumberOr } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { lamports, moment } from "@/api/schemas/skill";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { env } from "@/lib/config/env";
import { listQueue } from "@/lib/audits/queue/list-queue";

const MAX_LIMIT = 100;
const MAX_PAGE = 1_000;

const waitingSchema = z
  .object({
    version_id: z.string(),
    skill: z.string(),
    version: z.string(),
    description: z.string(),
    content_language: z.string(),
    duty: z
      .enum(["none", "reduced", "full"])
      .describe(
        "How much of it needs to be read: nothing, what differs from the last sealed version, or every file.",
      ),
    audit_state: z.enum(["Unverified", "Optimistic"]),
    bond_lamports: lamports.nullable(),
    size_bytes: z.int(),
    calls_7d: z.int(),
    published_at: moment,
    audit_asked_at: moment.nullable().describe("Since when its owner asks for an audit."),
    own: z.boolean().describe("It is or was your own: it can be read, not audited."),
    reservation: z.object({ mine: z.boolean(), verifier_name: z.string(), until: moment }).nullable(),
    review_url: z.url(),
  })
  .openapi("WaitingVersion");

const route = createRoute({
  method: "get",
  path: "/v1/audit-queue",
  operationId: "listAuditQueue",
  tags: ["Audits"],
  summary: "Versions that wait for an audit",
  description:
    "For enrolled verifiers; whoever wants to be one applies at /review. Then, of one: read it (GET review_url), reserve it, decide about its findings, tick what was read, prepare the statement, sign it with the verifier's wallet and hand the signature in.",
  security: API_KEY_SECURITY,
  request: {
    query: z.object({
      limit: wholeNumberOr(MAX_LIMIT, { min: 1, max: MAX_LIMIT }),
      page: wholeNumberOr(1, { min: 1, max: MAX_PAGE }),
    }),
  },
  responses: {
    200: jsonContent(
      z.object({
        results: z.array(waitingSchema),
        next_page: z.int().nullable().describe("Null where nothing waits behind these."),
      }),
      "Those asked for first, the longest asked before; then the longest waiting. What is signed meanwhile leaves the list, and what stands behind it moves up.",
    ),
    ...problems("AUTH_REQUIRED", "AUTH_FAILED", "VERIFIER_REQUIRED", "REQUEST_INVALID"),
  },
});

export const listAuditQueueOperation = defineOperation(route, async (c) => {
  const { limit, page } = c.req.valid("query");
  const { rows, more } = await listQueue((await getActor(c)).accountId, { limit, page });
  const results: z.infer<typeof waitingSchema>[] = rows.map((row) => ({
    version_id: row.versionId,
    skill: row.slug,
    version: row.version,
    description: row.description,
    content_language: row.contentLanguage,
    duty: row.duty,
    audit_state: row.auditState,
    bond_lamports: row.bondLamports,
    size_bytes: row.sizeBytes,
    calls_7d: row.calls7d,
    published_at: row.publishedAt,
    audit_asked_at: row.auditAskedAt,
    own: row.own,
    reservation: row.claim && {
      mine: row.claim.mine,
      verifier_name: row.claim.verifierName,
      until: row.claim.until,
    },
    review_url: `${env().APP_URL}/v1/audit-queue/${row.versionId}`,
  }));
  return sendJson(c, { results, next_page: more && page < MAX_PAGE ? page + 1 : null });
});
