import { setTimeout as sleep } from "node:timers/promises";
import { buildPaymentTransaction } from "../lib/settlement/payment-transaction";
import type { Keypair } from "./keypair";
import { MarketError } from "./market-error";
import type { MarketConnection } from "./request";
import type { CallResult } from "./types";

export interface CallOptions {
  version?: string;
  /** Pays; needed for a priced skill. */
  keypair?: Keypair;
  /** More than this is never signed, whatever the market asks. Left out: nothing is paid. */
  maxLamports?: bigint;
}

type Json = Record<string, unknown>;

const SIGNATURE_BYTES = 64;
const WAIT_MS = 1_000;
/** A payment is decided long before: its blockhash ends. */
const MAX_ASKED = 180;

/**
 * One call. A priced skill is paid first: the transaction is built here from the quote, for no more than `maxLamports` in all,
 * and signed here; the key never leaves. Throws MarketError, with PRICE_TOO_HIGH where more would have to be paid.
 */
export async function callSkill(
  connection: MarketConnection,
  skill: string,
  input: unknown,
  options: CallOptions = {},
): Promise<CallResult> {
  const { version, keypair, maxLamports = 0n } = options;
  const versionOf = version === undefined ? {} : { version };
  const id = encodeURIComponent(skill);
  const schema = await connection.json<Json>({ path: `/v1/skills/${id}`, query: { version } });
  const price = BigInt(textOf(schema, "price_lamports"));
  if (price === 0n) {
    const answer = await connection.json<Json>({
      method: "POST",
      path: `/v1/skills/${id}/run`,
      json: { input, ...versionOf },
    });
    return toResult(answer, 0n, null);
  }
  if (price > maxLamports)
    throw new MarketError("PRICE_TOO_HIGH", `A call costs ${price} lamports; ${maxLamports} are allowed.`);
  if (!keypair)
    throw new MarketError("KEYPAIR_MISSING", `A call costs ${price} lamports: a keypair is needed.`);
  return payAndRun(connection, { skill, input, ...versionOf }, keypair, maxLamports);
}

async function payAndRun(
  connection: MarketConnection,
  call: Json,
  keypair: Keypair,
  maxLamports: bigint,
): Promise<CallResult> {
  const offer = await connection.json<Json>({
    method: "POST",
    path: "/v1/quotes",
    json: { ...call, payer: keypair.address },
  });
  const quote = recordOf(offer, "quote");
  const total = BigInt(textOf(quote, "creator_lamports")) + BigInt(textOf(quote, "fee_lamports"));
  if (total > maxLamports)
    throw new MarketError(
      "PRICE_TOO_HIGH",
      `The quote asks for ${total} lamports; ${maxLamports} are allowed.`,
    );
  const headers = { "x-access-token": textOf(offer, "access_token") };
  const path = `/v1/quotes/${encodeURIComponent(textOf(quote, "id"))}`;
  const transaction = signPayment(quote, keypair);
  await untilDone(() =>
    connection.send({ method: "POST", path: `${path}/payment`, headers, json: { transaction } }),
  );
  const answer = await connection.json<Json>({ method: "POST", path: `${path}/run`, headers, json: {} });
  return toResult(answer, total, textOf(quote, "id"));
}

/** The payment of a quote, signed; base64. The payer is always the keypair's own address. */
function signPayment(quote: Json, keypair: Keypair): string {
  const bytes = buildPaymentTransaction({
    payerAddress: keypair.address,
    payeeAddress: textOf(quote, "payee"),
    treasuryAddress: textOf(quote, "treasury"),
    creatorLamports: BigInt(textOf(quote, "creator_lamports")),
    feeLamports: BigInt(textOf(quote, "fee_lamports")),
    reference: textOf(quote, "reference"),
    memo: textOf(quote, "memo"),
    blockhash: textOf(quote, "blockhash"),
  });
  bytes.set(keypair.sign(bytes.subarray(1 + SIGNATURE_BYTES)), 1);
  return Buffer.from(bytes).toString("base64");
}

/** The same bytes again while their outcome is unknown: they pay once. */
async function untilDone(send: () => Promise<{ status: number }>): Promise<void> {
  for (let asked = 0; asked < MAX_ASKED; asked++) {
    if ((await send()).status !== 202) return;
    await sleep(WAIT_MS);
  }
  throw new MarketError("PAYMENT_UNKNOWN", "The payment's outcome is not known yet. Do not pay again.");
}

function toResult(answer: Json, paidLamports: bigint, quoteId: string | null): CallResult {
  const run = recordOf(answer, "run");
  if (run["state"] !== "DONE") {
    throw new MarketError("RUN_FAILED", `The run ended ${String(run["state"])}.`, 200, { run, quoteId });
  }
  const receiptId = typeof run["receipt_id"] === "string" ? run["receipt_id"] : null;
  return { output: run["output"], run, paidLamports, quoteId, receiptId };
}

function textOf(record: Json, name: string): string {
  const value = record[name];
  if (typeof value === "string") return value;
  throw new MarketError("ANSWER_INVALID", `The market's answer has no ${name}.`);
}

function recordOf(record: Json, name: string): Json {
  const value = record[name];
  if (typeof value === "object" && value !== null) return value as Json;
  throw new MarketError("ANSWER_INVALID", `The market's answer has no ${name}.`);
}
