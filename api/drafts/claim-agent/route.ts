import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { backToPage, readPageForm, seePage } from "@/api/page-form";
import { FORM_ANSWER, formBody } from "@/api/schemas/page-form";
import { problems } from "@/api/schemas/problem";
import { completeAgentClaim } from "@/lib/publishing/drafts/complete-agent-claim";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const PATH = "/drafts/claim-agent";

const claimed = z
  .object({
    status: z.literal("success"),
    agent: z.string(),
    owner_username: z.string(),
    new_account: z.boolean().describe("true: the mail that follows holds the account's first API key."),
    drafts_claimed: z.int(),
  })
  .openapi("AgentClaimed");

const route = createRoute({
  method: "post",
  path: PATH,
  operationId: "claimAgent",
  tags: ["Drafts"],
  summary: "Make an agent, and all its drafts, one's own",
  description:
    "With the token of the link the agent had sent to its person. Opening the link shows a page with a button that does this.",
  request: { body: formBody({ token: "The token of the link; it may stand in the address instead." }) },
  responses: {
    200: jsonContent(claimed, "What the agent uploaded, and what it uploads later, belongs to the account."),
    ...FORM_ANSWER,
    ...problems(
      "CLAIM_TOKEN_INVALID",
      "CLAIM_VERIFY_EXPIRED",
      "CLAIM_ALREADY_COMPLETED",
      "AUDIT_NOT_ALLOWED",
      "REQUEST_INVALID",
      "CONTENT_TOO_LARGE",
      "RATE_LIMITED",
    ),
  },
});

export const claimAgentOperation = defineOperation(route, async (c) => {
  const form = await readPageForm(c);
  const { token } = form.members;
  try {
    await consumeRateLimit(REQUEST_LIMITS.claimAgent, callerAddress(c));
    const done = await completeAgentClaim(token);
    if (form.isForm) return seePage(c, { locale: form.locale, path: PATH, query: { token: String(token) } });
    const body: z.infer<typeof claimed> = {
      status: "success",
      agent: done.agent,
      owner_username: done.username,
      new_account: done.newAccount,
      drafts_claimed: done.drafts,
    };
    return sendJson(c, body);
  } catch (error) {
    return backToPage(c, error, { form, path: PATH });
  }
});
