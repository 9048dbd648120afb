import { z } from "@hono/zod-openapi";
import { lookupText, skillParameter } from "@/api/schemas/parameters";
import { moment } from "@/api/schemas/skill";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { endMaintainerOf, inviteMaintainer } from "@/lib/ownership/maintainers/maintainers";
import { noun } from "@/api/frame/operation";

export const maintainers = noun("Publishing");

const MAX_USERNAME_CHARACTERS = 64;

maintainers
  .post("/v1/skills/{id}/maintainers", {
    id: "inviteMaintainer",
    summary: "Invite somebody to maintain your skill",
    description:
      "Invites another account to publish versions of the skill. It accepts within seven days, on its page /dashboard/maintainers; no program does. Price, payee and ownership stay the owner's. The owner is mailed as well. Twenty maintainers and invitations at most.",
    key: "needed",
    params: skillParameter,
    json: z
      .object({
        username: lookupText(MAX_USERNAME_CHARACTERS).describe("User name of whom to invite."),
      })
      .openapi("MaintainerInvitation"),
    maxBytes: 1024,
    answers: {
      200: [
        z
          .object({
            skill: z.string(),
            username: z.string(),
            state: z.literal("invited"),
            expires_at: moment,
          })
          .openapi("MaintainerInvited"),
        "They are invited.",
      ],
    },
    problems: ["PERMISSION_DENIED", "SKILL_NOT_FOUND", "MAINTAINER_NOT_POSSIBLE", "RATE_LIMITED"],
  })
  .handle(async ({ json, params, actor }) => {
    await consumeRateLimit(REQUEST_LIMITS.maintainers, actor.accountId);
    const { slug, ...invited } = await inviteMaintainer({ actor, skill: params.id, username: json.username });
    return { ...invited, skill: slug };
  });

maintainers
  .delete("/v1/skills/{id}/maintainers/{username}", {
    id: "endMaintainer",
    summary: "End somebody's part in a skill",
    description:
      "The owner removes a maintainer, or withdraws an invitation; with their own user name, a maintainer leaves, or declines. They publish no versions of it from then on; what they have published stays.",
    key: "needed",
    params: skillParameter.extend({ username: lookupText(MAX_USERNAME_CHARACTERS) }),
    answers: {
      200: [
        z
          .object({
            skill: z.string(),
            username: z.string(),
            state: z.enum(["removed", "withdrawn", "left", "declined"]),
          })
          .openapi("MaintainerEnded"),
        "It is ended.",
      ],
    },
    problems: ["SKILL_NOT_FOUND", "MAINTAINER_NOT_FOUND"],
  })
  .handle(async ({ params, actor }) => {
    const { id: skill, username: of } = params;
    const { slug, username, ended } = await endMaintainerOf({ actor, skill, username: of });
    return { skill: slug, username, state: ended };
  });
