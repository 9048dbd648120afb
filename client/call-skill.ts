import { buildPaymentTransaction } from "../lib/payments/transactions/payment-transaction";
import { recordOf, textOf, toResult, type Json } from "./call-answers";
import { finishPaidCall } from "./finish-paid-call";
import type { Keypair } from "./keypair";
import { MarketError } from "./market-error";
import type { MarketConnection } from "./request";
import type { CallResult, PaidCall } from "./types";

export interface CallOptions {
  version?: string;
  /** Pays; needed for a priced skill. */
  keypair?: Keypair;
  /** More than this is never signed, whatever the market asks. Left out: nothing is paid. */
  maxLamports?: bigint;
  /** Of a call that ended in a `MarketError` with one: that call is taken up again, and nothing is signed. */
  paid?: PaidCall;
}

const SIGNATURE_BYTES = 64;

/**
 * One call. A priced skill is paid first: the transaction is built here from the quote, for no more than `maxLamports`
 * in all, and signed here; the key never leaves. Throws MarketError, with PRICE_TOO_HIGH where more would have to be
 * paid, and with `paid` where another call would pay another time.
 */
export async function callSkill(
  connection: MarketConnection,
  skill: string,
  input: unknown,
  options: CallOptions = {},
): Promise<CallResult> {
  const { version, keypair, maxLamports = 0n, paid } = options;
  if (paid) return finishPaidCall(connection, paid);
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
  const [quoteId, accessToken] = [textOf(quote, "id"), textOf(offer, "access_token")];
  const transaction = signPayment(quote, keypair);
  return finishPaidCall(connection, { quoteId, accessToken, transaction }, total);
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
