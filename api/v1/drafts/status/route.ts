import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { draftStatusSchema, toDraftStatusJson } from "@/api/schemas/draft";
import { claimTokenParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { getDraftStatus, listDraftStatus } from "@/lib/publishing/drafts/get-draft-status";
import { DomainError } from "@/lib/kernel/errors";

const ofToken = draftStatusSchema.extend({ status: z.literal("success") });
const ofAgent = z.object({
  status: z.literal("success"),
  human_action_required: z.boolean().describe("true while any of the drafts waits for a person."),
  drafts: z.array(draftStatusSchema).describe("Newest first, at most 100."),
});

const route = createRoute({
  method: "get",
  path: "/v1/drafts/status",
  operationId: "getDraftStatus",
  tags: ["Drafts"],
  summary: "Whether a person has claimed a draft",
  description: "By the claim token of one draft, or by the agent's name and secret for all of its drafts.",
  request: {
    query: z.object({
      claim_token: claimTokenParameter.optional().openapi({ param: { example: "<claim_token>" } }),
    }),
    headers: z.object({
      "x-agent-author": z.string().max(200).optional(),
      "x-agent-secret": z.string().max(200).optional(),
    }),
  },
  responses: {
    200: jsonContent(z.union([ofToken, ofAgent]), "How the draft stands, or the agent's drafts."),
    ...problems(
      "CLAIM_TOKEN_INVALID",
      "AGENT_AUTHOR_REQUIRED",
      "AGENT_AUTHOR_INVALID",
      "AGENT_SECRET_REQUIRED",
      "AGENT_SECRET_INVALID",
      "REQUEST_INVALID",
    ),
  },
});

export const getDraftStatusOperation = defineOperation(route, async (c) => {
  const { claim_token: token } = c.req.valid("query");
  if (token !== undefined) {
    const status = toDraftStatusJson(await getDraftStatus(token));
    return sendJson(c, { status: "success", ...status } satisfies z.infer<typeof ofToken>);
  }
  const author = c.req.header("x-agent-author");
  if (author === undefined) {
    throw new DomainError(
      "AGENT_AUTHOR_REQUIRED",
      "Send ?claim_token=… of one draft, or X-Agent-Author and X-Agent-Secret for all of an agent's.",
    );
  }
  const drafts = (await listDraftStatus(author, c.req.header("x-agent-secret"))).map(toDraftStatusJson);
  const body: z.infer<typeof ofAgent> = {
    status: "success",
    human_action_required: drafts.some((draft) => draft.human_action_required),
    drafts,
  };
  return sendJson(c, body);
});
