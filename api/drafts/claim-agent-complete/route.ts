import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { backToPage, readPageForm, seePage } from "@/api/page-form";
import { FORM_ANSWER, formBody } from "@/api/schemas/page-form";
import { problems } from "@/api/schemas/problem";
import { completeAccount } from "@/lib/publishing/drafts/complete-account";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const PATH = "/drafts/claim-agent-complete";

const route = createRoute({
  method: "post",
  path: PATH,
  operationId: "completeAccount",
  tags: ["Drafts"],
  summary: "Set the first password of an account a claim opened",
  description: "With the token that confirmed the claim, while the account has no password.",
  request: {
    body: formBody(
      { token: "The token of the confirmed link.", password: "10 to 256 characters." },
      { username: "Another user name, once; left out, it keeps the one it was given." },
    ),
  },
  responses: {
    200: jsonContent(z.object({ status: z.literal("success") }), "The account can sign in on /login."),
    ...FORM_ANSWER,
    ...problems(
      "CLAIM_TOKEN_INVALID",
      "CLAIM_ALREADY_COMPLETED",
      "REQUEST_INVALID",
      "CONTENT_TOO_LARGE",
      "RATE_LIMITED",
    ),
  },
});

export const completeAccountOperation = defineOperation(route, async (c) => {
  const form = await readPageForm(c);
  const { token, password, username } = form.members;
  try {
    await consumeRateLimit(REQUEST_LIMITS.claimComplete, callerAddress(c));
    await completeAccount({
      token,
      password: textOf(password),
      username: textOf(username).trim(),
    });
    if (form.isForm) return seePage(c, { locale: form.locale, path: "/login", query: { ready: "1" } });
    return sendJson(c, { status: "success" });
  } catch (error) {
    return backToPage(c, error, { form, path: PATH, written: { name: "complete", fields: ["username"] } });
  }
});

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
