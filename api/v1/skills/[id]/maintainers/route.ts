import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { lookupText, skillParameter } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { moment } from "@/api/schemas/skill";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import { inviteMaintainer } from "@/lib/ownership/maintainers/invite-maintainer";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 1024;
const MAX_USERNAME = 64;

const route = createRoute({
  method: "post",
  path: "/v1/skills/{id}/maintainers",
  operationId: "inviteMaintainer",
  tags: ["Publishing"],
  summary: "Invite somebody to maintain your skill",
  description:
    "Invites another account to publish versions of the skill. It accepts within seven days, on its page /dashboard/maintainers; no program does. Price, payee and ownership stay the owner's. The owner is mailed as well. Twenty maintainers and invitations at most.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter,
    body: jsonRequest(
      z
        .object({ username: lookupText(MAX_USERNAME).describe("User name of whom to invite.") })
        .openapi("MaintainerInvitation"),
    ),
  },
  responses: {
    200: jsonContent(
      z
        .object({ skill: z.string(), username: z.string(), state: z.literal("invited"), expires_at: moment })
        .openapi("MaintainerInvited"),
      "They are invited.",
    ),
    ...problems(
      "AUTH_REQUIRED",
      "AUTH_FAILED",
      "PERMISSION_DENIED",
      "SKILL_NOT_FOUND",
      "MAINTAINER_NOT_POSSIBLE",
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
      "RATE_LIMITED",
    ),
  },
});

export const inviteMaintainerOperation = defineOperation(route, async (c) => {
  const actor = await getActor(c);
  await consumeRateLimit(REQUEST_LIMITS.maintainers, actor.accountId);
  const { username } = c.req.valid("json");
  const invited = await inviteMaintainer({ actor, skill: c.req.valid("param").id, username });
  return sendJson(c, {
    skill: invited.slug,
    username: invited.username,
    state: "invited" as const,
    expires_at: invited.expiresAt,
  });
});
