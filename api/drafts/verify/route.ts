import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { backToPage, readPageForm, seePage } from "@/api/page-form";
import { FORM_ANSWER, formBody } from "@/api/schemas/page-form";
import { problems } from "@/api/schemas/problem";
import { completeClaim } from "@/lib/publishing/drafts/complete-claim";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const PATH = "/drafts/verify";

const claimed = z
  .object({
    status: z.literal("success"),
    skill_name: z.string(),
    claim_status: z.literal("claimed"),
    trust_level: z.literal("community"),
    owner_username: z.string(),
    new_account: z.boolean().describe("true: the mail that follows holds the account's first API key."),
    other_drafts_claimed: z.int(),
  })
  .openapi("DraftClaimed");

const route = createRoute({
  method: "post",
  path: PATH,
  operationId: "verifyClaim",
  tags: ["Drafts"],
  summary: "Finish the claim of a draft",
  description:
    "With the token of the mailed link, by the person who got it. Opening the link shows a page with a button that does this.",
  request: { body: formBody({ token: "The token of the link; it may stand in the address instead." }) },
  responses: {
    200: jsonContent(claimed, "The draft belongs to the account of the address."),
    ...FORM_ANSWER,
    ...problems(
      "CLAIM_TOKEN_INVALID",
      "CLAIM_VERIFY_EXPIRED",
      "CLAIM_TOKEN_EXPIRED",
      "CLAIM_ALREADY_COMPLETED",
      "AUDIT_NOT_ALLOWED",
      "REQUEST_INVALID",
      "CONTENT_TOO_LARGE",
      "RATE_LIMITED",
    ),
  },
});

export const verifyClaimOperation = defineOperation(route, async (c) => {
  const form = await readPageForm(c);
  const { token } = form.members;
  try {
    await consumeRateLimit(REQUEST_LIMITS.claimVerify, callerAddress(c));
    const done = await completeClaim(token);
    if (form.isForm) return seePage(c, { locale: form.locale, path: PATH, query: { token: String(token) } });
    const body: z.infer<typeof claimed> = {
      status: "success",
      skill_name: done.slug,
      claim_status: "claimed",
      trust_level: "community",
      owner_username: done.username,
      new_account: done.newAccount,
      other_drafts_claimed: done.alsoClaimed,
    };
    return sendJson(c, body);
  } catch (error) {
    return backToPage(c, error, { form, path: PATH });
  }
});
