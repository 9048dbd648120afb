import { createRoute } from "@hono/zod-openapi";
import { ageOfSkills, sendCachedText } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { askerOf } from "@/api/counted-caller";
import { defineOperation } from "@/api/context";
import { limitRate } from "@/api/limits/limit-rate";
import { problems } from "@/api/schemas/problem";
import { searchQuery, toSkillSearch } from "@/api/schemas/search";
import { env } from "@/lib/config/env";
import { searchSkills } from "@/lib/catalogue/search/search-skills";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";
import { listAvailableSkills } from "@/lib/skill-format";

const AGE = ageOfSkills(60);
const XML = "application/xml; charset=utf-8";

const route = createRoute({
  method: "get",
  path: "/v1/agent/available-skills",
  operationId: "listAvailableSkills",
  tags: ["Discovery"],
  summary: "A search as the <available_skills> XML of a system prompt",
  description:
    "Takes what `/v1/agent/search` takes. The location is the skill's page: nothing is installed, and the descriptions are the publishers' own words.",
  request: { query: searchQuery },
  responses: {
    200: {
      description: "One page of skills: name, description, location.",
      content: { "application/xml": { schema: { type: "string" as const } } },
    },
    304: { description: "Unchanged since the given entity tag." },
    ...problems("REQUEST_INVALID", "RATE_LIMITED"),
  },
});

/** Agent Skills, "Integrate skills": the list of skills that a model is given. */
export const listAvailableSkillsOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.search, callerAddress(c));
  const { rows } = await searchSkills(toSkillSearch(c.req.valid("query")), { asker: askerOf(c) });
  const records = rows.map(({ slug, description }) => ({
    name: slug,
    description,
    location: `${env().APP_URL}/skills/${slug}`,
  }));
  return sendCachedText(c, listAvailableSkills(records), XML, AGE);
});
