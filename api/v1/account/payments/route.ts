import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { pageQuery, paymentSchema, toPaymentJson } from "@/api/schemas/payment";
import { problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { listPayments } from "@/lib/payments/earnings/get-earnings";

const route = createRoute({
  method: "get",
  path: "/v1/account/payments",
  operationId: "listPayments",
  tags: ["Account"],
  summary: "Payments to your wallets, the newest first",
  description: "Fifty a page. All of them as a file: GET /v1/account/payments.csv.",
  security: API_KEY_SECURITY,
  request: { query: pageQuery },
  responses: {
    200: jsonContent(
      z.object({ results: z.array(paymentSchema), next: z.string().nullable() }),
      "One page; `next` is null on the last one.",
    ),
    ...problems("REQUEST_INVALID", "AUTH_REQUIRED", "AUTH_FAILED"),
  },
});

export const listPaymentsOperation = defineOperation(route, async (c) => {
  const { accountId } = await getActor(c);
  const { payments, next } = await listPayments(accountId, c.req.valid("query").before ?? null);
  return sendJson(c, { results: payments.map(toPaymentJson), next });
});
