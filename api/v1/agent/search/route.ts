import { createRoute } from "@hono/zod-openapi";
import { ageOfSkills, sendCachedJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { askerOf } from "@/api/counted-caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { limitRate } from "@/api/limits/limit-rate";
import { problems } from "@/api/schemas/problem";
import { searchQuery, searchResultSchema, toSearchResultJson, toSkillSearch } from "@/api/schemas/search";
import { env } from "@/lib/config/env";
import { searchSkills } from "@/lib/catalogue/search/search-skills";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const AGE = ageOfSkills(60);

const route = createRoute({
  method: "get",
  path: "/v1/agent/search",
  operationId: "searchSkills",
  tags: ["Discovery"],
  summary: "Search skills by capability, words and conditions",
  description:
    "Without parameters: all published skills. Best match first; popularity orders matches and never makes one.",
  request: { query: searchQuery },
  responses: {
    200: jsonContent(searchResultSchema, "Matching skills, one page."),
    304: { description: "Unchanged since the given entity tag." },
    ...problems("REQUEST_INVALID", "RATE_LIMITED"),
  },
});

export const searchOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.search, callerAddress(c));
  const search = toSkillSearch(c.req.valid("query"));
  const result = await searchSkills(search, { asker: askerOf(c) });
  return sendCachedJson(c, toSearchResultJson(result, env().APP_URL), AGE);
});
