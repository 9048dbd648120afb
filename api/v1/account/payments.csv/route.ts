import { createRoute } from "@hono/zod-openapi";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { earningsFile } from "@/lib/http/earnings-file";

const route = createRoute({
  method: "get",
  path: "/v1/account/payments.csv",
  operationId: "exportPayments",
  tags: ["Account"],
  summary: "All payments to your wallets as a file",
  description: "CSV (RFC 4180), the newest first. Amounts are whole lamports, or smallest units of a token.",
  security: API_KEY_SECURITY,
  responses: {
    200: {
      content: { "text/csv": { schema: { type: "string" } } },
      description: "One line for each payment.",
    },
    ...problems("AUTH_REQUIRED", "AUTH_FAILED"),
  },
});

export const exportPaymentsOperation = defineOperation(route, async (c) =>
  earningsFile((await getActor(c)).accountId),
);
