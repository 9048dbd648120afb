import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { agentNameParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { getAgentAuthorStats } from "@/lib/identity/agents/get-agent-author-stats";

const MAX_AGE_SECONDS = 60;

const numbersSchema = z.object({
  name: z.string(),
  skills_count: z.int(),
  total_downloads: z.int(),
  downloads_7d: z.int(),
  avg_rating: z.number().nullable(),
  top_categories: z.array(z.string()),
});

const statsSchema = z
  .object({
    status: z.literal("success"),
    ...numbersSchema.shape,
    stats: numbersSchema.describe("The same once more, where published clients look for it."),
  })
  .openapi("AgentAuthorStats");

const route = createRoute({
  method: "get",
  path: "/v1/agent-authors/{name}/stats",
  operationId: "getAgentAuthorStats",
  tags: ["Discovery"],
  summary: "What an agent has published",
  request: {
    params: z.object({ name: agentNameParameter }),
  },
  responses: {
    200: jsonContent(
      statsSchema,
      "Totals over the skills whose newest version names this agent; zeros for an unknown name.",
    ),
    304: { description: "Unchanged since the given entity tag." },
    ...problems("REQUEST_INVALID"),
  },
});

export const getAgentAuthorStatsOperation = defineOperation(route, async (c) => {
  const stats = await getAgentAuthorStats(c.req.valid("param").name);
  const numbers: z.infer<typeof numbersSchema> = {
    name: stats.name,
    skills_count: stats.skillsCount,
    total_downloads: stats.downloadsTotal,
    downloads_7d: stats.downloads7d,
    avg_rating: stats.averageRating,
    top_categories: stats.topCategories,
  };
  const body: z.infer<typeof statsSchema> = { status: "success", ...numbers, stats: numbers };
  return sendCachedJson(c, body, MAX_AGE_SECONDS);
});
