import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { backToPage, readPageForm, seePage } from "@/api/page-form";
import { FORM_ANSWER, formBody } from "@/api/schemas/page-form";
import { problems } from "@/api/schemas/problem";
import { requestClaim } from "@/lib/publishing/drafts/request-claim";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const PATH = "/drafts/claim";

const requested = z
  .object({
    status: z.literal("success"),
    skill_name: z.string(),
    verify_email_sent: z.literal(true),
    valid_for_hours: z.int(),
  })
  .openapi("ClaimRequested");

const route = createRoute({
  method: "post",
  path: PATH,
  operationId: "claimDraft",
  tags: ["Drafts"],
  summary: "Ask for the mail that makes a draft one's own",
  description: "For the person an agent uploaded the draft for; the page of the same address has the form.",
  request: {
    body: formBody(
      { token: "The draft's claim token.", email: "Where the confirmation link is sent." },
      {
        whole_agent: "`true`: also whatever else this agent uploads, now and later.",
        locale: "en, zh-Hans or ko: language of the mail.",
      },
    ),
  },
  responses: {
    202: jsonContent(requested, "The mail is on its way."),
    ...FORM_ANSWER,
    ...problems(
      "CLAIM_TOKEN_INVALID",
      "CLAIM_TOKEN_EXPIRED",
      "CLAIM_ALREADY_COMPLETED",
      "REQUEST_INVALID",
      "CONTENT_TOO_LARGE",
      "RATE_LIMITED",
    ),
  },
});

export const claimDraftOperation = defineOperation(route, async (c) => {
  const form = await readPageForm(c);
  const { token, email, whole_agent: wholeAgent } = form.members;
  try {
    await consumeRateLimit(REQUEST_LIMITS.claim, callerAddress(c));
    const asked = await requestClaim({
      token,
      email,
      wholeAgent: wholeAgent === true || wholeAgent === "true" || wholeAgent === "on",
      locale: form.locale,
    });
    if (form.isForm) {
      return seePage(c, { locale: form.locale, path: PATH, query: { token: String(token), sent: "1" } });
    }
    const body: z.infer<typeof requested> = {
      status: "success",
      skill_name: asked.slug,
      verify_email_sent: true,
      valid_for_hours: asked.validForHours,
    };
    return sendJson(c, body, 202);
  } catch (error) {
    return backToPage(c, error, {
      form,
      path: PATH,
      written: { name: "claim", fields: ["email", "whole_agent"] },
    });
  }
});
