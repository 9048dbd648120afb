import { createRoute, z } from "@hono/zod-openapi";
import { ageOfSkills, sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { wholeNumberOr } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { moment } from "@/api/schemas/skill";
import { listWanted } from "@/lib/catalogue/list-wanted";

const AGE = ageOfSkills(60);
const DEFAULT_DAYS = 30;
const MAX_DAYS = 90;
const queryType = z.enum(["keyword", "capability"]);

const wantedSchema = z
  .object({
    status: z.literal("success"),
    results: z.array(
      z.object({
        query: z.string(),
        query_type: queryType,
        searches: z.int().describe("Ever."),
        zero_result_count: z
          .int()
          .describe("In the days asked about: one for each identity and UTC day that found no full match."),
        first_asked_at: moment,
        last_asked_at: moment,
        matched_skill: z.string().nullable().describe("Name of the newest skill that answers it."),
        matched_skills: z.array(z.string()).describe("Skills published since that answer it, newest first."),
      }),
    ),
    items: z
      .array(
        z.object({
          query: z.string(),
          query_type: queryType,
          zero_result_count: z.int(),
          last_seen: moment,
        }),
      )
      .describe("The same wishes, as clients of USK stores read them."),
  })
  .openapi("MostWanted");

const route = createRoute({
  method: "get",
  path: "/v1/demand/most-wanted",
  operationId: "listMostWanted",
  tags: ["Discovery"],
  summary: "What is searched for and no skill answers in full",
  description:
    "A search is shown once at least three identities asked it, at three addresses and on three days, and no administrator has taken it away.",
  request: {
    query: z.object({
      days: wholeNumberOr(DEFAULT_DAYS, { min: 1, max: MAX_DAYS }).describe("UTC days, today included."),
      limit: wholeNumberOr(20, { min: 1, max: 100 }),
      type: z.enum(["keyword", "capability", "all"]).default("all"),
      matched: z
        .enum(["true", "false"])
        .default("true")
        .describe("false: without what a skill published since answers."),
    }),
  },
  responses: {
    200: jsonContent(wantedSchema, "Searches without a full match, most asked first."),
    304: { description: "Unchanged since the given entity tag." },
    ...problems("REQUEST_INVALID"),
  },
});

export const listMostWantedOperation = defineOperation(route, async (c) => {
  const { days, limit, type, matched } = c.req.valid("query");
  const kind = type === "all" ? undefined : type;
  const rows = await listWanted({ limit, days, kind, matched: matched === "true" });
  const body: z.infer<typeof wantedSchema> = {
    status: "success",
    results: rows.map((row) => ({
      query: row.query,
      query_type: row.kind,
      searches: row.searches,
      zero_result_count: row.recentSearches,
      first_asked_at: row.firstAskedAt,
      last_asked_at: row.lastAskedAt,
      matched_skill: row.matchedSlugs[0] ?? null,
      matched_skills: row.matchedSlugs,
    })),
    items: rows.map((row) => ({
      query: row.query,
      query_type: row.kind,
      zero_result_count: row.recentSearches,
      last_seen: row.lastAskedAt,
    })),
  };
  return sendCachedJson(c, body, AGE);
});
