import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { paidRunSchema, toRunJson } from "@/api/schemas/call";
import { accessTokenHeader, idParameter, wholeNumber } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, RUNNER_PROBLEMS, problems } from "@/api/schemas/problem";
import { accessTokenFor, assertAccess } from "@/lib/running/runs/access-token";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { MAX_CALLS } from "@/lib/payments/quotes/quote-call";

const MAX_BODY_BYTES = 128 * 1024;

const route = createRoute({
  method: "post",
  path: "/v1/quotes/{id}/calls/{number}",
  operationId: "makePaidCall",
  tags: ["Calling"],
  summary: "Make one of several calls that were paid for together",
  description:
    "The input is checked first; a refused one uses nothing up. Asking again with the same number and input returns the same run, and runs it again after a failure of the skill or the market.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: z.object({
      id: idParameter,
      number: wholeNumber({ min: 1, max: MAX_CALLS }).describe("1 to the `calls` of the quote."),
    }),
    headers: accessTokenHeader,
    body: jsonRequest(z.object({ input: z.unknown() }).openapi("PaidCallRequest")),
  },
  responses: {
    200: jsonContent(paidRunSchema, "The run has ended: `state` says how."),
    ...problems(
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
      "PERMISSION_DENIED",
      "SKILL_QUARANTINED",
      "QUOTE_NOT_FOUND",
      "GRANT_NOT_FOUND",
      "GRANT_ALREADY_CONSUMED",
      "INPUT_INVALID",
      "SKILL_NOT_RUNNABLE",
      "RUN_IN_PROGRESS",
      "SETTLEMENT_FAILED",
      "RATE_LIMITED",
      ...RUNNER_PROBLEMS,
    ),
  },
});

export const makePaidCallOperation = defineOperation(route, async (c) => {
  const { id: quoteId, number } = c.req.valid("param");
  assertAccess(quoteId, c.req.valid("header")["x-access-token"]);
  // Not tied to the connection: a buyer who hangs up still gets what was paid for.
  const run = await runPaidCall(quoteId, { call: { number, input: c.req.valid("json").input } });
  return sendJson(c, { run: toRunJson(run), access_token: accessTokenFor(run.id) });
});
