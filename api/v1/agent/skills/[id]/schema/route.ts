import { createRoute, z } from "@hono/zod-openapi";
import { ageOfSkills, sendFactsJson, shapeOf } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { skillParameter, versionParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { callSchemaSchema, toCallSchemaJson } from "@/api/schemas/call-schema";
import { DomainError } from "@/lib/kernel/errors";
import { assertNotYanked } from "@/lib/catalogue/assert-not-yanked";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";

const AGE = ageOfSkills(300);
const SHAPE = shapeOf(callSchemaSchema);

const route = createRoute({
  method: "get",
  path: "/v1/agent/skills/{id}/schema",
  operationId: "getCallSchema",
  tags: ["Discovery"],
  summary: "How a skill is called: schemas, interface, examples",
  request: { params: skillParameter, query: z.object({ version: versionParameter }) },
  responses: {
    200: jsonContent(callSchemaSchema, "The call schema."),
    304: { description: "Unchanged since the given entity tag." },
    ...problems(
      "REQUEST_INVALID",
      "SKILL_NOT_FOUND",
      "VERSION_NOT_FOUND",
      "SKILL_QUARANTINED",
      "VERSION_NOT_AVAILABLE",
      "SCHEMA_NOT_AVAILABLE",
    ),
  },
});

export const getCallSchemaOperation = defineOperation(route, async (c) => {
  const { version } = c.req.valid("query");
  const detail = await getSkill(c.req.valid("param").id, version === undefined ? {} : { version });
  await assertNotYanked(detail); // a model that is to call it reads this, and it is its publisher's words
  const { inputSchema, outputSchema, tools } = detail;
  if (inputSchema === null && outputSchema === null && tools.length === 0) {
    throw new DomainError("SCHEMA_NOT_AVAILABLE", `"${detail.slug}" does not declare how it is called.`);
  }
  const { versionId, packageDigest, trustLevel, examples, obstacles, publisherDomains } = detail;
  const replays = examples.map(({ replay }) => replay);
  const facts = [versionId, packageDigest, trustLevel, replays, obstacles, publisherDomains];
  return sendFactsJson(c, { facts, shape: SHAPE, write: () => toCallSchemaJson(detail) }, AGE);
});
