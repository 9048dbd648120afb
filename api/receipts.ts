import { z } from "@hono/zod-openapi";
import { envelopeSchema } from "@/api/schemas/call";
import { idParameter } from "@/api/schemas/parameters";
import { moment } from "@/api/schemas/skill";
import { listKeys, pemOfKeyId } from "@/lib/log/attestation/keys/keys";
import { getReceipt } from "@/lib/payments/receipts/receipts";
import { noun } from "@/api/frame/operation";

export const receipts = noun("Calling");

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

receipts
  .get("/v1/receipts/{id}", {
    id: "getReceipt",
    summary: "The signed receipt of a paid call",
    description: "It holds digests of input and output, not the input and output themselves.",
    params: z.object({ id: idParameter }),
    answers: { 200: [receiptSchema, "The receipt; verify it offline with the key."] },
    cached: 86_400,
    problems: ["RECEIPT_NOT_FOUND"],
  })
  .handle(async ({ params }) => {
    const receipt = await getReceipt(params.id);
    return {
      ...receipt,
      receiptId: receipt.id,
      publicKeyPem: pemOfKeyId(receipt.keyId),
      envelope: envelopeSchema.parse(receipt.envelope),
      issuedAt: receipt.createdAt,
    };
  });

const keysSchema = z
  .object({
    keys: z
      .array(
        z.object({
          key_id: z.string().describe("The public key in base58."),
          algorithm: z.literal("Ed25519"),
          use: z
            .array(z.enum(["receipts", "log", "agent-card"]))
            .describe(
              "What it signs: receipts, checkpoints of the log, the card of the market as an agent (A2A).",
            ),
          valid_from: moment,
          valid_until: moment
            .nullable()
            .describe("What it signed up to then stays valid. Null for the key in use."),
          public_key_pem: z.string(),
        }),
      )
      .describe("The one in use first, then those before it."),
  })
  .openapi("PlatformKeys");

receipts
  .get("/v1/keys", {
    id: "listPlatformKeys",
    summary: "The public keys this market signs receipts and its log with, and those it did",
    answers: { 200: [keysSchema, "The keys."] },
    cached: 300,
  })
  .handle(async () => ({
    keys: (await listKeys()).map((key) => ({
      ...key,
      use: ["receipts", "log", "agent-card"] as const,
      publicKeyPem: pemOfKeyId(key.keyId),
    })),
  }));
