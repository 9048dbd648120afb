import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { lookupText, skillParameter } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import { askForName } from "@/lib/registry/names/ask-for-name";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 1024;
const MAX_NAME_CHARACTERS = 100;

const route = createRoute({
  method: "post",
  path: "/v1/skills/{id}/names",
  operationId: "askForName",
  tags: ["Publishing"],
  summary: "Ask for another name of your skill",
  description:
    "Keeps the name for the skill, which is renamed by a version whose SKILL.md bears it (a minor release at least). Old names go on leading to the skill. The present name gives up what was asked for. Five names at most.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter,
    body: jsonRequest(
      z
        .object({ name: lookupText(MAX_NAME_CHARACTERS).describe("a-z, 0-9 and single hyphens.") })
        .openapi("NameWish"),
    ),
  },
  responses: {
    200: jsonContent(
      z
        .object({
          skill_id: z.string(),
          name: z.string().describe("What the skill is called now."),
          next_name: z
            .string()
            .nullable()
            .describe("What its next version may call it; null when that is its present name."),
        })
        .openapi("NameAsked"),
      "The name is kept.",
    ),
    ...problems(
      "AUTH_REQUIRED",
      "AUTH_FAILED",
      "PERMISSION_DENIED",
      "SKILL_NOT_FOUND",
      "SKILL_QUARANTINED",
      "SKILL_NAME_TAKEN",
      "SKILL_NAME_RESERVED",
      "SKILL_NAME_DRAFT_COLLISION",
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
      "RATE_LIMITED",
    ),
  },
});

export const askForNameOperation = defineOperation(route, async (c) => {
  const actor = await getActor(c);
  await consumeRateLimit(REQUEST_LIMITS.names, actor.accountId);
  const wish = { actor, skill: c.req.valid("param").id, name: c.req.valid("json").name };
  const { skillId, slug, nextName } = await askForName(wish);
  return sendJson(c, { skill_id: skillId, name: slug, next_name: nextName });
});
