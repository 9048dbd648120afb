import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { limitRate } from "@/api/limits/limit-rate";
import { backToPage, readPageForm, seePage } from "@/api/page-form";
import { FORM_ANSWER, formBody } from "@/api/schemas/page-form";
import { problems } from "@/api/schemas/problem";
import { registerOwner } from "@/lib/identity/registration/register-owner";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

/** The page whose form posts here. */
const PAGE = "/register";

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

const route = createRoute({
  method: "post",
  path: "/v1/owners/register",
  operationId: "registerOwner",
  tags: ["Account"],
  summary: "Ask for an account by mail",
  description:
    "A link is mailed to the address; the person confirms it, and a second mail has the account's first API key. Nothing is granted and no name is reserved before that, and the answer is the same whether or not the address has an account. 10 an hour for each caller.",
  request: {
    body: formBody(
      {
        username: "3 to 32 lower-case letters, digits and single hyphens inside. Public.",
        email: "Where the link is sent.",
      },
      { locale: "en, zh-Hans or ko: language of the mails." },
    ),
  },
  responses: {
    202: jsonContent(registered, "The mail is on its way."),
    ...FORM_ANSWER,
    ...problems("REQUEST_INVALID", "CONTENT_TOO_LARGE", "RATE_LIMITED"),
  },
});

export const registerOwnerOperation = defineOperation(route, async (c) => {
  const form = await readPageForm(c);
  const { username, email } = form.members;
  try {
    await limitRate(c, REQUEST_LIMITS.register, callerAddress(c));
    const { ownerId, validForHours } = await registerOwner({ username, email, locale: form.locale });
    if (form.isForm) return seePage(c, { locale: form.locale, path: PAGE, query: { sent: "1" } });
    const body: z.infer<typeof registered> = {
      status: "pending_verification",
      owner_id: ownerId,
      verify_email_sent: true,
      valid_for_hours: validForHours,
    };
    return sendJson(c, body, 202);
  } catch (error) {
    return backToPage(c, error, {
      form,
      path: PAGE,
      written: { name: "register", fields: ["username", "email"] },
    });
  }
});
