import { createRoute, z } from "@hono/zod-openapi";
import { ageOfSkills, sendFactsJson, shapeOf } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { skillParameter, versionParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { skillDetailSchema, toSkillDetailJson } from "@/api/schemas/skill-detail";
import { env } from "@/lib/config/env";
import { findConfusableName } from "@/lib/registry/names/find-confusable-name";
import { findImageMatch } from "@/lib/running/runners/compare-image";
import { findSameContent } from "@/lib/registry/versions/find-same-content";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import type { SkillDetail } from "@/lib/registry/views";

const AGE = ageOfSkills(60);
const SHAPE = shapeOf(skillDetailSchema);

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
    ...problems("REQUEST_INVALID", "SKILL_NOT_FOUND", "VERSION_NOT_FOUND", "SKILL_QUARANTINED"),
  },
});

export const getSkillOperation = defineOperation(route, async (c) => {
  const { version } = c.req.valid("query");
  const detail = await getSkill(c.req.valid("param").id, version === undefined ? {} : { version });
  const [resembled, same, image] = await Promise.all([
    findConfusableName(detail),
    findSameContent(detail),
    findImageMatch(detail),
  ]);
  const write = () => toSkillDetailJson(detail, { resembled, same, image }, env().APP_URL);
  return sendFactsJson(c, { facts: [factsOf(detail), resembled, same, image], shape: SHAPE, write }, AGE);
});

/** Everything about a version that can change; its long texts follow from the digests of its package and its report. */
function factsOf(detail: SkillDetail) {
  const replays = detail.examples.map(({ replay }) => replay);
  const texts = {
    manifest: 0,
    skillMd: 0,
    body: 0,
    reports: 0,
    inputSchema: 0,
    outputSchema: 0,
    findings: 0,
    examples: 0,
  };
  return [{ ...detail, ...texts }, replays];
}
