import { z } from "@hono/zod-openapi";
import { noun } from "@/api/frame/operation";
import { address, envelopeSchema } from "@/api/schemas/call";
import { idParameter, lookupText } from "@/api/schemas/parameters";
import { digest, lamports, moment } from "@/api/schemas/skill";
import { IN_TOTO_PAYLOAD_TYPE } from "@/lib/log/attestation/dsse";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { getSpending } from "@/lib/payments/limits/get-spending";
import { prepareLimit, setLimit, type WantedLimit } from "@/lib/payments/limits/set-limit";
import { MAX_SCOPES, SCOPE_KINDS, spendingTerms } from "@/lib/payments/limits/spending-statement";

export const spending = noun("Calling");

const ofWallet = z.object({
  address: lookupText(44).refine(isSolanaAddress, "must be a Solana address").describe("Base58 of 32 bytes."),
});

const { until, perCallLamports, leastAuditState, askAboveLamports } = spendingTerms.shape;
const amount = perCallLamports.describe("Whole lamports, as text.");

const limits = {
  until: until.describe(
    "From this moment on nothing is paid from the wallet until another limit is signed; null: no end.",
  ),
  per_call_lamports: amount,
  per_day_lamports: amount.describe("Of any 24 hours."),
  least_audit_state: leastAuditState,
  ask_above_lamports: askAboveLamports.describe("Above it an agent over MCP asks its person; null: never."),
};

// Without a name of its own: of one that may be null there, the description would say so everywhere.
const limitSchema = z.object({
  sequence: z.int().describe("Counts the statements of this wallet."),
  digest: digest.describe("By which the next statement names this one."),
  terms: z
    .object({
      ...limits,
      scopes: z.array(
        z.object({ kind: z.enum(SCOPE_KINDS), id: z.string(), name: z.string(), per_day_lamports: lamports }),
      ),
    })
    .nullable()
    .describe("Null for a statement that has removed the limits."),
  payload: z.string().describe("The exact text that was signed."),
  envelope: envelopeSchema,
  created_at: moment.describe("When the market took it."),
});

const amounts = {
  spent_lamports: lamports,
  held_lamports: lamports.describe("Asked for or handed in, and not settled yet."),
  limit_lamports: lamports.nullable().describe("Null where no limit says how much."),
  left_lamports: lamports.nullable(),
};

const paymentSchema = z
  .object({
    quote_id: z.string(),
    at: moment,
    skill: z.string(),
    version: z.string(),
    calls: z.int(),
    rail: z.string(),
    lamports: lamports.describe("What counts against the limit; of a token at the ratio of its quote."),
    token_mint: z.string().nullable(),
    token_units: z.string().nullable(),
    key: z
      .object({ id: z.string(), prefix: z.string().nullable(), name: z.string().nullable() })
      .nullable()
      .describe("The API key that it was asked for with."),
    receipt_id: z.string().nullable(),
    state: z
      .enum(["held", "late", "confirmed", "final", "vanished"])
      .describe(
        "`held`: not settled yet. `late`: paid after its quote had ended. `vanished`: counts for nothing.",
      ),
  })
  .openapi("SpendingPayment");

const spendingSchema = z
  .object({
    address,
    limit: limitSchema.nullable().describe("The last statement of this wallet; null for none."),
    day: z.object({
      ...amounts,
      frees_at: moment.nullable().describe("When the oldest of it is 24 hours old."),
    }),
    scopes: z.array(z.object({ kind: z.enum(SCOPE_KINDS), id: z.string(), name: z.string(), ...amounts })),
    results: z.array(paymentSchema).describe("Payments, the newest quote first."),
    next: z.string().nullable(),
  })
  .openapi("Spending");

spending
  .get("/v1/wallets/{address}/spending", {
    id: "getSpending",
    tag: "Account",
    summary: "What is paid from a wallet, and how much may be",
    description:
      "For a key of the account that the wallet is linked to: the limit that it has signed, what counts against it in these 24 hours, and its payments, fifty a page.",
    key: "needed",
    params: ofWallet,
    query: z.object({ before: idParameter.optional().describe("`next` of the page before.") }),
    answers: { 200: [spendingSchema, "One page; `next` is null on the last one."] },
    problems: ["PERMISSION_DENIED"],
  })
  .handle(({ params: { address }, query: { before = null }, actor: { accountId } }) =>
    getSpending({ address, accountId, before }),
  );

const wantedSchema = z
  .strictObject({
    ...limits,
    until: limits.until.default(null),
    least_audit_state: limits.least_audit_state.default("Unverified"),
    ask_above_lamports: limits.ask_above_lamports.default(null),
    scopes: z
      .array(
        z.strictObject({
          kind: z.enum(SCOPE_KINDS),
          name: lookupText(64).min(1).describe("Name or id; `*` for each one of the kind."),
          per_day_lamports: amount,
        }),
      )
      .max(MAX_SCOPES)
      .default([]),
  })
  .openapi("SpendingLimitRequest");
const removalSchema = z.strictObject({ removed: z.literal(true) }).openapi("SpendingLimitRemovalRequest");

const toWanted = (asked: z.output<typeof wantedSchema | typeof removalSchema>): WantedLimit =>
  "removed" in asked
    ? { removed: true }
    : {
        until: asked.until,
        perCallLamports: asked.per_call_lamports,
        perDayLamports: asked.per_day_lamports,
        scopes: asked.scopes.map(({ kind, name, per_day_lamports: perDayLamports }) => ({
          kind,
          name,
          perDayLamports,
        })),
        leastAuditState: asked.least_audit_state,
        askAboveLamports: asked.ask_above_lamports,
      };

const preparedSchema = z
  .object({
    payload: z.string().describe("The statement: the exact text. Compare it with what you want to sign."),
    message: z.string().describe("Base64 of the bytes that the wallet signs: the DSSE encoding of the text."),
    payload_type: z.literal(IN_TOTO_PAYLOAD_TYPE),
    digest,
    sequence: z.int(),
  })
  .openapi("SpendingStatement");

spending
  .post("/v1/wallets/{address}/spending-limit/statement", {
    id: "prepareSpendingLimit",
    summary: "The statement a wallet signs to limit what is paid from it",
    description:
      "Names become ids. Nothing is kept; no account is needed. Have `message` signed, and send both as an envelope.",
    limit: REQUEST_LIMITS.wallet,
    params: ofWallet,
    json: wantedSchema,
    siblings: {
      removal: {
        id: "prepareSpendingLimitRemoval",
        summary: "The statement a wallet signs to end its limits",
        description: "Signed and sent like a statement of limits.",
        json: removalSchema,
      },
    },
    maxBytes: 32 * 1024,
    answers: { 200: [preparedSchema, "The text, and the bytes to be signed."] },
  })
  .handle(({ params, json }) => prepareLimit(params.address, toWanted(json)));

spending
  .put("/v1/wallets/{address}/spending-limit", {
    id: "setSpendingLimit",
    summary: "Limit what is paid from a wallet, or end its limits",
    description:
      "The wallet's signature is the proof; no account is needed. The market keeps it for every key, process and rail. The statement in force may be sent any number of times.",
    limit: REQUEST_LIMITS.spendingLimit,
    params: ofWallet,
    json: z.strictObject({ envelope: envelopeSchema }).openapi("SignedSpendingLimit"),
    maxBytes: 64 * 1024,
    answers: { 200: [limitSchema.openapi("SpendingLimit"), "The statement that is in force now."] },
    problems: ["SPENDING_LIMIT_CHANGED"],
  })
  .handle(({ params, json }) => setLimit(params.address, json.envelope));
