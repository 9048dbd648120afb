import { z } from "@hono/zod-openapi";
import { noun } from "@/api/frame/operation";
import {
  answerForm,
  FORM_ANSWER,
  FORM_PROBLEMS,
  formBody,
  LINK_CHECK,
  LINK_FORM,
} from "@/api/frame/page-form";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { assertOwnerLinkWorks } from "@/lib/identity/agents/assert-owner-link-works";
import { confirmRegistration, registerOwner } from "@/lib/identity/registration/owner-registration";

export const owners = noun("Account");

const registered = z
  .object({
    status: z.literal("pending_verification"),
    owner_id: z
      .string()
      .describe("Id of the account once the link is confirmed, unless the address has one already."),
    verify_email_sent: z.literal(true),
    valid_for_hours: z.int(),
  })
  .openapi("OwnerRegistered");

owners
  .post("/v1/owners/register", {
    id: "registerOwner",
    summary: "Ask for an account by mail",
    description:
      "A link is mailed to the address; the person confirms it, and a second mail has the account's first API key. Nothing is granted and no name is reserved before that, and the answer is the same whether or not the address has an account. 10 an hour for each caller.",
    body: formBody(
      {
        username: "3 to 32 lower-case letters, digits and single hyphens inside. Public.",
        email: "Where the link is sent.",
      },
      { locale: "en, zh-Hans or ko: language of the mails." },
    ),
    answers: { 202: [registered, "The mail is on its way."], ...FORM_ANSWER },
    problems: FORM_PROBLEMS,
  })
  .handle((_, c) =>
    answerForm(
      c,
      {
        limit: REQUEST_LIMITS.register,
        path: "/register",
        written: { name: "register", fields: ["username", "email"] },
      },
      async ({ members: { username, email }, locale }) => {
        const { ownerId, validForHours } = await registerOwner({ username, email, locale });
        return {
          body: { ownerId, validForHours },
          query: { sent: "1" },
        };
      },
    ),
  );

const PATH = "/owners/verify";

const verified = z
  .object({
    status: z.literal("success"),
    owner_id: z.string(),
    owner_username: z
      .string()
      .describe("Another one than was asked for, if that was taken meanwhile or the address has an account."),
    new_account: z.boolean().describe("true: the mail that follows holds the account's first API key."),
  })
  .openapi("OwnerVerified");

const LINK_PROBLEMS = ["CLAIM_TOKEN_INVALID", "CLAIM_VERIFY_EXPIRED"] as const;

owners
  .post(PATH, {
    ...LINK_FORM,
    id: "verifyOwner",
    summary: "Open the account of a registration",
    answers: { 200: [verified, "The account of the address."], ...FORM_ANSWER },
    problems: [...LINK_PROBLEMS, "CLAIM_ALREADY_COMPLETED", ...FORM_PROBLEMS],
  })
  .handle((_, c) =>
    answerForm(c, { limit: REQUEST_LIMITS.registerVerify, path: PATH }, async ({ members: { token } }) => {
      const done = await confirmRegistration(token);
      return {
        body: { ...done, ownerUsername: done.username },
        query: { token: String(token) },
      };
    }),
  );

owners
  .get(PATH, {
    ...LINK_CHECK,
    id: "checkOwnerLink",
    summary: "What is wrong with the link of a registration",
    problems: [...LINK_PROBLEMS],
  })
  .handle(async ({ query }, c) => {
    await assertOwnerLinkWorks(query.token);
    return c.body(null, 204, { "cache-control": "no-store" });
  });
