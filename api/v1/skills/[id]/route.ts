import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { skillParameter, versionParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { skillDetailSchema, toSkillDetailJson } from "@/api/schemas/skill-detail";
import { baseUrl } from "@/lib/http/problem-response";
import { getSkill } from "@/lib/registry/get-skill";

const MAX_AGE_SECONDS = 60;

const route = createRoute({
  method: "get",
  path: "/v1/skills/{id}",
  operationId: "getSkill",
  tags: ["Discovery"],
  summary: "Everything about one version of a skill",
  request: { params: skillParameter, query: z.object({ version: versionParameter }) },
  responses: {
    200: jsonContent(skillDetailSchema, "The skill."),
    304: { description: "Unchanged since the given entity tag." },
    ...problems("REQUEST_INVALID", "SKILL_NOT_FOUND", "VERSION_NOT_FOUND"),
  },
});

export const getSkillOperation = defineOperation(route, async (c) => {
  const { version } = c.req.valid("query");
  const detail = await getSkill(c.req.valid("param").id, version === undefined ? {} : { version });
  return sendCachedJson(c, toSkillDetailJson(detail, baseUrl()), MAX_AGE_SECONDS);
});
