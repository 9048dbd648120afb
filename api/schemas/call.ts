import { z } from "@hono/zod-openapi";
import { writtenFrom } from "@/api/frame/json-of";
import { digest, lamports, moment } from "@/api/schemas/skill";
import { type QuoteRecord, QUOTE_STATES } from "@/lib/payments/quotes/quote";
import { versionName } from "@/lib/registry/names/find-name";

export const address = z.string().min(32).max(44).describe("Solana address, base58.");

export const runSchema = z
  .object({
    id: z.string(),
    skill: z.string(),
    version: z.string(),
    state: z.enum(["RUNNING", "DONE", "FAILED"]),
    output: z
      .unknown()
      .describe("The skill's JSON object; null unless DONE, and once it is no longer kept (`cleared_at`)."),
    fault: z.string().nullable().describe("Who a failure is put down to: skill, platform or caller."),
    failure: z.string().nullable(),
    error_output: z
      .string()
      .nullable()
      .describe(
        "The end (8 KiB at most) of what a failed run wrote to its standard error, without control characters; null where it did not fail, wrote nothing, or failed on the market's side. Shown to whoever called, and, without the texts of the input, to the owner of the skill.",
      ),
    wall_ms: z.int().nullable(),
    receipt_id: z.string().nullable(),
    started_at: moment,
    finished_at: moment.nullable(),
    cleared_at: moment
      .nullable()
      .describe(
        "Since when output and failure of a paid call are no longer kept: not before 30 days after it. The receipt with the digests stays.",
      ),
  })
  .openapi("Run");

/** What a call is answered with, by every route that makes one. */
export const runAnswerSchema = z
  .object({
    run: runSchema,
    access_token: z.string().describe("Opens the run itself, as X-Access-Token: GET /v1/runs/{id}."),
  })
  .openapi("RunAnswer");

export const quoteSchema = writtenFrom(
  z
    .object({
      id: z.string(),
      skill: z.string().describe("Name of the skill."),
      version: z.string(),
      version_id: z.string(),
      payer: address.nullable().describe("Null while an agent's quote waits for whoever pays it."),
      payee: address,
      treasury: address,
      calls: z.int().describe("Calls this quote pays for."),
      price_lamports: lamports.describe("Of all its calls together."),
      creator_lamports: lamports,
      fee_lamports: lamports,
      fee_basis_points: z.int(),
      input_digest: digest,
      package_digest: digest,
      reference: address.describe(
        "Goes read-only into the transfer to the publisher, so that the payment can be found.",
      ),
      memo: z.string().describe("Text of the memo instruction."),
      genesis_hash: z.string().describe("Which chain the quote is for."),
      blockhash: z.string(),
      last_valid_block_height: z.string(),
      commitment: z.string().describe("How settled the payment must be before it counts."),
      state: z.enum(QUOTE_STATES),
      reason: z.string().nullable(),
      signature: z.string().nullable(),
      expires_at: moment,
      created_at: moment,
    })
    .openapi("Quote"),
  (quote: QuoteRecord & { skill: string; version: string }) => ({
    payer: quote.payerAddress,
    payee: quote.payeeAddress,
    treasury: quote.treasuryAddress,
  }),
);

/** What a quote is written from. The call's input is its payer's business. */
export const toQuoteView = async (quote: QuoteRecord) => ({
  ...quote,
  ...(await versionName(quote.versionId)),
});

export const envelopeSchema = z
  .object({
    payload: z
      .string()
      .describe(
        "Base64 of the signed text, canonical JSON: an in-toto statement, or the OSV document of an advisory.",
      ),
    payloadType: z.string(),
    signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
  })
  .openapi("DsseEnvelope");
