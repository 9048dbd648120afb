import { createRoute, z } from "@hono/zod-openapi";
import { defineOperation } from "@/api/context";
import { linkTokenParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { assertLinkWorks } from "@/lib/publishing/drafts/assert-link-works";

const route = createRoute({
  method: "get",
  path: "/drafts/{page}",
  operationId: "checkClaimLink",
  tags: ["Drafts"],
  summary: "What is wrong with a link of a claim",
  description:
    "A link that works is a page for a person, and opening it changes nothing. A program that asks without accepting text/html is told as a problem when it does not work.",
  request: {
    params: z.object({ page: z.enum(["claim", "verify", "claim-agent", "claim-agent-complete"]) }),
    query: z.object({ token: linkTokenParameter }),
  },
  responses: {
    204: { description: "The link works: the page follows in its place." },
    ...problems(
      "CLAIM_TOKEN_INVALID",
      "CLAIM_TOKEN_EXPIRED",
      "CLAIM_VERIFY_EXPIRED",
      "CLAIM_ALREADY_COMPLETED",
      "REQUEST_INVALID",
    ),
  },
});

export const checkClaimLinkOperation = defineOperation(route, async (c) => {
  await assertLinkWorks(c.req.valid("param").page, c.req.valid("query").token);
  return c.body(null, 204, { "cache-control": "no-store" });
});
