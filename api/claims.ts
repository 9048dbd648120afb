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
import { assertLinkWorks } from "@/lib/publishing/drafts/get-claim";
import { completeAccount, completeAgentClaim, completeClaim } from "@/lib/publishing/drafts/complete-claim";
import { requestClaim } from "@/lib/publishing/drafts/request-claim";
import { doneSchema } from "@/api/schemas/skill";

export const claims = noun("Drafts");

const requested = z
  .object({
    status: z.literal("success"),
    skill_name: z.string(),
    verify_email_sent: z.literal(true),
    valid_for_hours: z.int(),
  })
  .openapi("ClaimRequested");

claims
  .post("/drafts/claim", {
    besidePage: "always",
    id: "claimDraft",
    summary: "Ask for the mail that makes a draft one's own",
    description: "For the person an agent uploaded the draft for; the page of the same address has the form.",
    body: formBody(
      { token: "The draft's claim token.", email: "Where the confirmation link is sent." },
      {
        whole_agent: "`true`: also whatever else this agent uploads, now and later.",
        locale: "en, zh-Hans or ko: language of the mail.",
      },
    ),
    answers: { 202: [requested, "The mail is on its way."], ...FORM_ANSWER },
    problems: ["CLAIM_TOKEN_INVALID", "CLAIM_TOKEN_EXPIRED", "CLAIM_ALREADY_COMPLETED", ...FORM_PROBLEMS],
  })
  .handle((_, c) =>
    answerForm(
      c,
      {
        limit: REQUEST_LIMITS.claim,
        path: "/drafts/claim",
        written: { name: "claim", fields: ["email", "whole_agent"] },
      },
      async ({ members: { token, email, whole_agent: whole }, locale }) => {
        const wholeAgent = whole === true || whole === "true" || whole === "on";
        const { slug, validForHours } = await requestClaim({ token, email, wholeAgent, locale });
        return {
          body: { skillName: slug, validForHours },
          query: { token: String(token), sent: "1" },
        };
      },
    ),
  );

const draftClaimed = z
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

claims
  .post("/drafts/verify", {
    ...LINK_FORM,
    id: "verifyClaim",
    summary: "Finish the claim of a draft",
    answers: {
      200: [draftClaimed, "The draft belongs to the account of the address."],
      ...FORM_ANSWER,
    },
    problems: [
      "CLAIM_TOKEN_INVALID",
      "CLAIM_VERIFY_EXPIRED",
      "CLAIM_TOKEN_EXPIRED",
      "CLAIM_ALREADY_COMPLETED",
      "AUDIT_NOT_ALLOWED",
      ...FORM_PROBLEMS,
    ],
  })
  .handle((_, c) =>
    answerForm(
      c,
      { limit: REQUEST_LIMITS.claimVerify, path: "/drafts/verify" },
      async ({ members: { token } }) => {
        const done = await completeClaim(token);
        return {
          body: {
            skillName: done.slug,
            ownerUsername: done.username,
            newAccount: done.newAccount,
            otherDraftsClaimed: done.alsoClaimed,
          },
          query: { token: String(token) },
        };
      },
    ),
  );

const agentClaimed = z
  .object({
    status: z.literal("success"),
    agent: z.string(),
    owner_username: z.string(),
    new_account: z.boolean().describe("true: the mail that follows holds the account's first API key."),
    drafts_claimed: z.int(),
  })
  .openapi("AgentClaimed");

claims
  .post("/drafts/claim-agent", {
    ...LINK_FORM,
    id: "claimAgent",
    summary: "Make an agent, and all its drafts, one's own",
    description:
      "With the token of the link the agent had sent to its person. Opening the link shows a page with a button that does this.",
    answers: {
      200: [agentClaimed, "What the agent uploaded, and what it uploads later, belongs to the account."],
      ...FORM_ANSWER,
    },
    problems: [
      "CLAIM_TOKEN_INVALID",
      "CLAIM_VERIFY_EXPIRED",
      "CLAIM_ALREADY_COMPLETED",
      "AUDIT_NOT_ALLOWED",
      ...FORM_PROBLEMS,
    ],
  })
  .handle((_, c) =>
    answerForm(
      c,
      { limit: REQUEST_LIMITS.claimAgent, path: "/drafts/claim-agent" },
      async ({ members: { token } }) => {
        const done = await completeAgentClaim(token);
        return {
          body: {
            agent: done.agent,
            ownerUsername: done.username,
            newAccount: done.newAccount,
            draftsClaimed: done.drafts,
          },
          query: { token: String(token) },
        };
      },
    ),
  );

claims
  .post("/drafts/claim-agent-complete", {
    besidePage: "always",
    id: "completeAccount",
    summary: "Set the first password of an account a claim opened",
    description: "With the token that confirmed the claim, while the account has no password.",
    body: formBody(
      { token: "The token of the confirmed link.", password: "10 to 256 characters." },
      { username: "Another user name, once; left out, it keeps the one it was given." },
    ),
    answers: {
      200: [doneSchema, "The account can sign in on /login."],
      ...FORM_ANSWER,
    },
    problems: ["CLAIM_TOKEN_INVALID", "CLAIM_ALREADY_COMPLETED", ...FORM_PROBLEMS],
  })
  .handle((_, c) =>
    answerForm(
      c,
      {
        limit: REQUEST_LIMITS.claimComplete,
        path: "/drafts/claim-agent-complete",
        written: { name: "complete", fields: ["username"] },
      },
      async ({ members: { token, password, username } }) => {
        await completeAccount({ token, password: textOf(password), username: textOf(username).trim() });
        return { body: {}, path: "/login", query: { ready: "1" } };
      },
    ),
  );

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

claims
  .get("/drafts/{page}", {
    ...LINK_CHECK,
    id: "checkClaimLink",
    summary: "What is wrong with a link of a claim",
    params: z.object({ page: z.enum(["claim", "verify", "claim-agent", "claim-agent-complete"]) }),
    problems: [
      "CLAIM_TOKEN_INVALID",
      "CLAIM_TOKEN_EXPIRED",
      "CLAIM_VERIFY_EXPIRED",
      "CLAIM_ALREADY_COMPLETED",
    ],
  })
  .handle(async ({ params, query }, c) => {
    await assertLinkWorks(params.page, query.token);
    return c.body(null, 204, { "cache-control": "no-store" });
  });
