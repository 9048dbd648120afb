import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { backToPage, readPageForm, seePage } from "@/api/page-form";
import { FORM_ANSWER, formBody } from "@/api/schemas/page-form";
import { linkTokenParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import { assertOwnerLinkWorks } from "@/lib/identity/agents/assert-owner-link-works";
import { confirmRegistration } from "@/lib/identity/registration/confirm-registration";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

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

const verifyRoute = createRoute({
  method: "post",
  path: PATH,
  operationId: "verifyOwner",
  tags: ["Account"],
  summary: "Open the account of a registration",
  description:
    "With the token of the mailed link, by the person who got it. Opening the link shows a page with a button that does this.",
  request: { body: formBody({ token: "The token of the link; it may stand in the address instead." }) },
  responses: {
    200: jsonContent(verified, "The account of the address."),
    ...FORM_ANSWER,
    ...problems(
      ...LINK_PROBLEMS,
      "CLAIM_ALREADY_COMPLETED",
      "REQUEST_INVALID",
      "CONTENT_TOO_LARGE",
      "RATE_LIMITED",
    ),
  },
});

export const verifyOwnerOperation = defineOperation(verifyRoute, async (c) => {
  const form = await readPageForm(c);
  const { token } = form.members;
  try {
    await consumeRateLimit(REQUEST_LIMITS.registerVerify, callerAddress(c));
    const done = await confirmRegistration(token);
    if (form.isForm) return seePage(c, { locale: form.locale, path: PATH, query: { token: String(token) } });
    const body: z.infer<typeof verified> = {
      status: "success",
      owner_id: done.ownerId,
      owner_username: done.username,
      new_account: done.newAccount,
    };
    return sendJson(c, body);
  } catch (error) {
    return backToPage(c, error, { form, path: PATH });
  }
});

const checkRoute = createRoute({
  method: "get",
  path: PATH,
  operationId: "checkOwnerLink",
  tags: ["Account"],
  summary: "What is wrong with the link of a registration",
  description:
    "A link that works is a page for a person, and opening it changes nothing. A program that asks without accepting text/html is told as a problem when it does not work.",
  request: { query: z.object({ token: linkTokenParameter }) },
  responses: {
    204: { description: "The link works: the page follows in its place." },
    ...problems(...LINK_PROBLEMS, "REQUEST_INVALID"),
  },
});

export const checkOwnerLinkOperation = defineOperation(checkRoute, async (c) => {
  await assertOwnerLinkWorks(c.req.valid("query").token);
  return c.body(null, 204, { "cache-control": "no-store" });
});
