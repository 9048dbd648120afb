import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { lookupText, skillParameter, versionText } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { moment } from "@/api/schemas/skill";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { MAX_YANK_REASON_CHARACTERS, yankVersion } from "@/lib/registry/versions/yank-version";

const MAX_BODY_BYTES = 4096;

const reason = lookupText(MAX_YANK_REASON_CHARACTERS)
  .min(1)
  .describe("Everybody who used the version reads it.");

const route = createRoute({
  method: "post",
  path: "/v1/skills/{id}/versions/{version}/yank",
  operationId: "yankVersion",
  tags: ["Publishing"],
  summary: "Withdraw a version of your skill",
  description:
    "It is not offered, downloaded or sold any more, and the version before it is listed again; it stays on record with the reason. " +
    "Calls that were paid for are still made. There is no way back: publish a higher version. Withdrawing it again changes nothing.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter.extend({ version: versionText }),
    body: jsonRequest(z.object({ reason }).openapi("VersionYank")),
  },
  responses: {
    200: jsonContent(
      z
        .object({ version: z.string(), yanked_at: moment, reason: z.string() })
        .openapi("VersionYanked", { description: "What stands on record: the first time and reason." }),
      "It is withdrawn.",
    ),
    ...problems(
      "AUTH_REQUIRED",
      "AUTH_FAILED",
      "PERMISSION_DENIED",
      "SKILL_NOT_FOUND",
      "VERSION_NOT_FOUND",
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
    ),
  },
});

export const yankVersionOperation = defineOperation(route, async (c) => {
  const actor = await getActor(c);
  const { id: skill, version } = c.req.valid("param");
  const yanked = await yankVersion({ actor, skill, version, reason: c.req.valid("json").reason });
  return sendJson(c, { version: yanked.version, yanked_at: yanked.yankedAt, reason: yanked.reason });
});
