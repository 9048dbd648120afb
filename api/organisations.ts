import { z } from "@hono/zod-openapi";
import { noun } from "@/api/frame/operation";
import { lookupText } from "@/api/schemas/parameters";
import { moment } from "@/api/schemas/skill";
import { ORGANISATION_ROLES } from "@/lib/identity/organisations/roles";
import { getOrganisation, listOwnOrganisations } from "@/lib/ownership/organisations/list-organisations";
import { endMemberOf, inviteMember } from "@/lib/ownership/organisations/members";
import { foundOrganisation } from "@/lib/ownership/organisations/organisations";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

export const organisations = noun("Account");

const MAX_USERNAME_CHARACTERS = 64;

const nameParameter = z.object({
  name: lookupText(MAX_USERNAME_CHARACTERS).describe("User name of the organisation."),
});
const roles = z
  .array(z.enum(ORGANISATION_ROLES))
  .min(1)
  .max(ORGANISATION_ROLES.length)
  .describe(
    "`owner` may do everything and stands alone; `maintainer` publishes; `money` decides price and payee.",
  );
const member = z.object({ username: z.string(), roles, since: moment.nullable() }).openapi("Member");
const invitation = z
  .object({
    organisation: z.string(),
    username: z.string(),
    roles,
    invited_until: moment.nullable(),
  })
  .openapi("OpenMemberInvitation");

organisations
  .get("/v1/account/organisations", {
    id: "listOwnOrganisations",
    summary: "Organisations that you act for",
    description:
      "With the roles you have in each, and the invitations that you can accept on the page /dashboard/organisations; no program does.",
    key: "needed",
    answers: {
      200: [
        z
          .object({
            organisations: z.array(z.object({ organisation: z.string(), roles })),
            invitations: z.array(invitation),
          })
          .openapi("OwnOrganisations"),
        "Organisations by their names, invitations the newest first.",
      ],
    },
  })
  .handle(({ actor }) => listOwnOrganisations(actor));

organisations
  .post("/v1/organisations", {
    id: "foundOrganisation",
    summary: "Found an organisation",
    description:
      "An organisation owns skills, and its members act for it. Its name is a user name, for good: nobody gets it after it. You are its first owner; ask somebody to be a second. At most ten for an account.",
    key: "needed",
    json: z
      .object({
        name: lookupText(MAX_USERNAME_CHARACTERS).describe("3 to 32 of a-z, 0-9 and single hyphens."),
      })
      .openapi("NewOrganisation"),
    maxBytes: 1024,
    answers: {
      201: [z.object({ organisation: z.string() }).openapi("OrganisationFounded"), "It is founded."],
    },
    problems: ["EMAIL_NOT_VERIFIED", "PERMISSION_DENIED"],
  })
  .handle(({ json, actor }) => foundOrganisation({ actor, name: json.name }));

organisations
  .get("/v1/organisations/{name}", {
    id: "getOrganisation",
    summary: "An organisation and its members",
    description: "Its owners also read which invitations wait for an answer.",
    key: "optional",
    params: nameParameter,
    answers: {
      200: [
        z
          .object({
            organisation: z.string(),
            payee_address: z.string().nullable().describe("Wallet that its new skills pay."),
            members: z.array(member),
            invitations: z.array(invitation),
            roles: z.array(z.enum(ORGANISATION_ROLES)).describe("Yours; none for who is no member."),
            needs_owner: z
              .boolean()
              .describe(
                "It has one owner and is asked for a second: if the one is lost, nobody acts for it.",
              ),
          })
          .openapi("Organisation"),
        "The organisation.",
      ],
    },
    problems: ["NOT_FOUND"],
  })
  .handle(({ params, actor }) => getOrganisation(params.name, actor));

organisations
  .post("/v1/organisations/{name}/invitations", {
    id: "inviteMember",
    summary: "Invite somebody to act for your organisation",
    description:
      "They accept within seven days, on their page /dashboard/organisations; no program does. A key invites maintainers; owners and who handles the money are invited by a person, on the page, where roles and the payee are changed too. A hundred members and invitations at most.",
    key: "needed",
    params: nameParameter,
    json: z
      .object({
        username: lookupText(MAX_USERNAME_CHARACTERS).describe("User name of whom to invite."),
        roles,
      })
      .openapi("MemberInvitation"),
    maxBytes: 1024,
    answers: {
      200: [invitation.extend({ state: z.literal("invited") }).openapi("MemberInvited"), "They are invited."],
    },
    problems: [
      "PERMISSION_DENIED",
      "CONFIRMATION_REQUIRED",
      "NOT_FOUND",
      "MEMBER_NOT_POSSIBLE",
      "RATE_LIMITED",
    ],
  })
  .handle(async ({ params, json, actor }) => {
    await consumeRateLimit(REQUEST_LIMITS.maintainers, actor.accountId);
    const { expiresAt, ...invited } = await inviteMember({ actor, organisation: params.name, ...json });
    return { ...invited, invitedUntil: expiresAt };
  });

organisations
  .delete("/v1/organisations/{name}/members/{username}", {
    id: "endMember",
    summary: "End somebody's part in an organisation",
    description:
      "An owner removes a member, or withdraws an invitation; with their own user name, a member leaves, or declines. They do nothing in its name from then on; what they have published stays. Owners and who handles the money are removed by a person, on the page. The last owner stays.",
    key: "needed",
    params: nameParameter.extend({ username: lookupText(MAX_USERNAME_CHARACTERS) }),
    answers: {
      200: [
        z
          .object({
            organisation: z.string(),
            username: z.string(),
            state: z.enum(["removed", "withdrawn", "left", "declined"]),
          })
          .openapi("MemberEnded"),
        "It is ended.",
      ],
    },
    problems: ["CONFIRMATION_REQUIRED", "MEMBER_NOT_FOUND", "MEMBER_NOT_POSSIBLE"],
  })
  .handle(async ({ params, actor }) => {
    const { ended, ...of } = await endMemberOf({
      actor,
      organisation: params.name,
      username: params.username,
    });
    return { ...of, state: ended };
  });
