import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { agentNameParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { getIdentityStats } from "@/lib/identity/accounts/get-identity-stats";

const MAX_AGE_SECONDS = 60;

const totals = z.object({
  total_uploads: z.int().describe("Skills uploaded without an account."),
  total_claimed: z.int().describe("Of these, how many a person made theirs."),
  total_expired: z.int().describe("Of these, how many nobody claimed in 30 days."),
  claim_success_rate: z.number().min(0).max(1).describe("0 without uploads."),
});

const identityStatsSchema = totals
  .extend({
    status: z.literal("success"),
    name: z.string(),
    stats: totals.describe("The same, for clients that read it here."),
  })
  .openapi("AgentIdentityStats");

const route = createRoute({
  method: "get",
  path: "/v1/agent-authors/{name}/identity-stats",
  operationId: "getAgentIdentityStats",
  tags: ["Discovery"],
  summary: "How many of an agent's drafts people have claimed",
  request: { params: z.object({ name: agentNameParameter }) },
  responses: {
    200: jsonContent(identityStatsSchema, "Totals; zeros for an unknown name."),
    304: { description: "Unchanged since the given entity tag." },
    ...problems("REQUEST_INVALID"),
  },
});

export const getAgentIdentityStatsOperation = defineOperation(route, async (c) => {
  const stats = await getIdentityStats(c.req.valid("param").name);
  const numbers: z.infer<typeof totals> = {
    total_uploads: stats.totalUploads,
    total_claimed: stats.totalClaimed,
    total_expired: stats.totalExpired,
    claim_success_rate: stats.claimSuccessRate,
  };
  const body: z.infer<typeof identityStatsSchema> = {
    status: "success",
    name: stats.name,
    ...numbers,
    stats: numbers,
  };
  return sendCachedJson(c, body, MAX_AGE_SECONDS);
});
