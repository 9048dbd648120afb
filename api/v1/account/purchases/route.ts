import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { pageQuery, purchaseSchema, toPurchaseJson } from "@/api/schemas/payment";
import { problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { listPurchases } from "@/lib/payments/purchases/list-purchases";

const route = createRoute({
  method: "get",
  path: "/v1/account/purchases",
  operationId: "listPurchases",
  tags: ["Account"],
  summary: "What your wallets have paid for, the newest first",
  description: "Fifty a page, each with the receipt of its first call.",
  security: API_KEY_SECURITY,
  request: { query: pageQuery },
  responses: {
    200: jsonContent(
      z.object({ results: z.array(purchaseSchema), next: z.string().nullable() }),
      "One page; `next` is null on the last one.",
    ),
    ...problems("REQUEST_INVALID", "AUTH_REQUIRED", "AUTH_FAILED"),
  },
});

export const listPurchasesOperation = defineOperation(route, async (c) => {
  const { accountId } = await getActor(c);
  const { purchases, next } = await listPurchases(accountId, c.req.valid("query").before ?? null);
  return sendJson(c, { results: purchases.map(toPurchaseJson), next });
});
