import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { lookupText, skillParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { endMaintainerOf } from "@/lib/ownership/maintainers/end-maintainer";

const MAX_USERNAME = 64;

const route = createRoute({
  method: "delete",
  path: "/v1/skills/{id}/maintainers/{username}",
  operationId: "endMaintainer",
  tags: ["Publishing"],
  summary: "End somebody's part in a skill",
  description:
    "The owner removes a maintainer, or withdraws an invitation; with their own user name, a maintainer leaves, or declines. They publish no versions of it from then on; what they have published stays.",
  security: API_KEY_SECURITY,
  request: { params: skillParameter.extend({ username: lookupText(MAX_USERNAME) }) },
  responses: {
    200: jsonContent(
      z
        .object({
          skill: z.string(),
          username: z.string(),
          state: z.enum(["removed", "withdrawn", "left", "declined"]),
        })
        .openapi("MaintainerEnded"),
      "It is ended.",
    ),
    ...problems("REQUEST_INVALID", "AUTH_REQUIRED", "AUTH_FAILED", "SKILL_NOT_FOUND", "MAINTAINER_NOT_FOUND"),
  },
});

export const endMaintainerOperation = defineOperation(route, async (c) => {
  const actor = await getActor(c);
  const { id: skill, username: of } = c.req.valid("param");
  const { slug, username, ended } = await endMaintainerOf({ actor, skill, username: of });
  return sendJson(c, { skill: slug, username, state: ended });
});
