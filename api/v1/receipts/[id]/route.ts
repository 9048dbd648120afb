import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { envelopeSchema } from "@/api/schemas/envelope";
import { pemOfKeyId } from "@/api/pem-of-key-id";
import { idParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { moment } from "@/api/schemas/skill";
import { getReceipt } from "@/lib/payments/receipts/get-receipt";

const NEVER_CHANGES_SECONDS = 86_400;

const receiptSchema = z
  .object({
    receipt_id: z.string(),
    run_id: z.string(),
    quote_id: z.string(),
    key_id: z.string().describe("The platform's public key, base58; compare it with GET /v1/keys."),
    public_key_pem: z.string(),
    envelope: envelopeSchema,
    issued_at: moment,
  })
  .openapi("Receipt");

const route = createRoute({
  method: "get",
  path: "/v1/receipts/{id}",
  operationId: "getReceipt",
  tags: ["Calling"],
  summary: "The signed receipt of a paid call",
  description: "It holds digests of input and output, not the input and output themselves.",
  request: { params: z.object({ id: idParameter }) },
  responses: {
    200: jsonContent(receiptSchema, "The receipt; verify it offline with the key."),
    304: { description: "Unchanged since the given entity tag." },
    ...problems("REQUEST_INVALID", "RECEIPT_NOT_FOUND"),
  },
});

export const getReceiptOperation = defineOperation(route, async (c) => {
  const receipt = await getReceipt(c.req.valid("param").id);
  const body = {
    receipt_id: receipt.id,
    run_id: receipt.runId,
    quote_id: receipt.quoteId,
    key_id: receipt.keyId,
    public_key_pem: pemOfKeyId(receipt.keyId),
    envelope: receipt.envelope,
    issued_at: receipt.createdAt.toISOString(),
  };
  return sendCachedJson(c, body, NEVER_CHANGES_SECONDS);
});
