import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { paidRunSchema, toRunJson } from "@/api/schemas/call";
import { accessTokenHeader, idParameter } from "@/api/schemas/parameters";
import { RUNNER_PROBLEMS, problems } from "@/api/schemas/problem";
import { accessTokenFor, assertAccess } from "@/lib/running/runs/access-token";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";

const route = createRoute({
  method: "post",
  path: "/v1/quotes/{id}/run",
  operationId: "runPaidCall",
  tags: ["Calling"],
  summary: "Make the call that was paid for",
  description:
    "Runs the input of the quote. Once it has succeeded, asking again returns the same run; after a failure of the skill or the market it runs again.",
  request: { params: z.object({ id: idParameter }), headers: accessTokenHeader },
  responses: {
    200: jsonContent(paidRunSchema, "The run has ended: `state` says how."),
    ...problems(
      "REQUEST_INVALID",
      "PERMISSION_DENIED",
      "SKILL_QUARANTINED",
      "QUOTE_NOT_FOUND",
      "GRANT_NOT_FOUND",
      "RUN_IN_PROGRESS",
      "SETTLEMENT_FAILED",
      "RATE_LIMITED",
      ...RUNNER_PROBLEMS,
    ),
  },
});

export const runPaidCallOperation = defineOperation(route, async (c) => {
  const quoteId = c.req.valid("param").id;
  assertAccess(quoteId, c.req.valid("header")["x-access-token"]);
  // Not tied to the connection: a buyer who hangs up still gets what was paid for.
  const run = await runPaidCall(quoteId);
  return sendJson(c, { run: toRunJson(run), access_token: accessTokenFor(run.id) });
});
