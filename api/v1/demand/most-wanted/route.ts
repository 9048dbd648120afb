import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { problems } from "@/api/schemas/problem";
import { moment } from "@/api/schemas/skill";
import { listWanted } from "@/lib/registry/list-wanted";

const MAX_AGE_SECONDS = 60;

const wantedSchema = z
  .object({
    status: z.literal("success"),
    results: z.array(
      z.object({
        query: z.string(),
        searches: z.int(),
        last_asked_at: moment,
        matched_skill: z.string().nullable().describe("Name of a skill published since that answers it."),
      }),
    ),
  })
  .openapi("MostWanted");

const route = createRoute({
  method: "get",
  path: "/v1/demand/most-wanted",
  operationId: "listMostWanted",
  tags: ["Discovery"],
  summary: "What is searched for and nobody has published",
  request: {
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(50),
      matched: z.enum(["true", "false"]).optional().describe("true: also what has been published since."),
    }),
  },
  responses: {
    200: jsonContent(wantedSchema, "Searches without result, most asked first."),
    304: { description: "Unchanged since the given entity tag." },
    ...problems("REQUEST_INVALID"),
  },
});

export const listMostWantedOperation = defineOperation(route, async (c) => {
  const { limit, matched } = c.req.valid("query");
  const rows = await listWanted({ limit, matched: matched === "true" });
  const results = rows.map((row) => ({
    query: row.query,
    searches: row.searches,
    last_asked_at: row.lastAskedAt,
    matched_skill: row.matchedSlug ?? null,
  }));
  return sendCachedJson(
    c,
    { status: "success", results } satisfies z.infer<typeof wantedSchema>,
    MAX_AGE_SECONDS,
  );
});
