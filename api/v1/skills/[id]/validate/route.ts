import { createRoute } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { readPlatform } from "@/api/read-platform";
import { compatibilitySchema, surroundingsSchema, toCompatibilityJson } from "@/api/schemas/compatibility";
import { skillParameter } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { checkCompatibility } from "@/lib/conversion/check-compatibility";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";

const MAX_BODY_BYTES = 128 * 1024;

const route = createRoute({
  method: "post",
  path: "/v1/skills/{id}/validate",
  operationId: "checkCompatibility",
  tags: ["Discovery"],
  summary: "Whether a skill will run in given surroundings",
  description: "Compares what the skill declares with what the caller says. Nothing is run, nothing is kept.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter,
    body: jsonRequest(surroundingsSchema),
  },
  responses: {
    200: jsonContent(compatibilitySchema, "One entry for each thing looked at."),
    ...problems(
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
      "SKILL_NOT_FOUND",
      "SKILL_QUARANTINED",
      "VERSION_NOT_FOUND",
    ),
  },
});

export const checkCompatibilityOperation = defineOperation(route, async (c) => {
  const { version, ...given } = c.req.valid("json");
  const target = readPlatform(given.target_platform);
  const detail = await getSkill(c.req.valid("param").id, version === undefined ? {} : { version });
  const compatibility = checkCompatibility(detail.manifest, detail.convertsTo, {
    ...(given.python_version === undefined ? {} : { pythonVersion: given.python_version }),
    ...(given.os === undefined ? {} : { os: given.os }),
    ...(given.installed_packages === undefined ? {} : { installedPackages: given.installed_packages }),
    ...(target === null ? {} : { target }),
  });
  return sendJson(c, toCompatibilityJson(detail, compatibility));
});
