import { setTimeout as sleep } from "node:timers/promises";
import { recordOf, textOf, toResult, type Json } from "./call-answers";
import { MarketError } from "./market-error";
import type { MarketConnection, MarketRequest } from "./request";
import type { CallResult, PaidCall } from "./types";

const WAIT_MS = 1_000;
/** A payment is decided long before: its blockhash ends. */
const MAX_ASKED = 180;
/** Of answers one after the other that say nothing of the payment. */
const MAX_TROUBLES = 10;
const TOO_MANY_REQUESTS = 429;
const UNDER_WAY = 202;
/** The market says with these that the signed payment gives no call, now or later. */
const NOTHING_PAID = new Set([
  "QUOTE_EXPIRED",
  "QUOTE_NOT_FOUND",
  "SETTLEMENT_FAILED",
  "SKILL_QUARANTINED",
  "TRANSACTION_REJECTED",
]);

/**
 * Hands in a signed payment until its outcome is known, and makes its call. An answer that is lost, and a market that
 * has no room, are asked again: the same bytes pay once, and a call that was made gives its output again. Throws
 * MarketError, with `paid` unless it is certain that nothing was paid, or that there is nothing left to ask for
 * (OUTPUT_NOT_KEPT). Where it is not known how much was signed for, the market tells.
 */
export async function finishPaidCall(
  connection: MarketConnection,
  paid: PaidCall,
  signedLamports?: bigint,
): Promise<CallResult> {
  const { quoteId, transaction } = paid;
  const headers = { "x-access-token": paid.accessToken };
  const path = `/v1/quotes/${encodeURIComponent(quoteId)}`;
  const post = (to: string, json: Json) =>
    ask(connection, { method: "POST", path: path + to, headers, json });
  let settled = false;
  try {
    const quote = recordOf(await post("/payment", { transaction }), "quote");
    settled = true;
    const lamports = signedLamports ?? BigInt(textOf(quote, "price_lamports"));
    return toResult(await post("/run", {}), lamports, quoteId);
  } catch (error) {
    if (error instanceof MarketError && error.code === "OUTPUT_NOT_KEPT") throw error; // it was paid and made
    if (error instanceof MarketError && (settled || !NOTHING_PAID.has(error.code))) error.paid = paid;
    throw error;
  }
}

/** The same again while nobody can say what became of it. */
async function ask(connection: MarketConnection, request: MarketRequest): Promise<Json> {
  let troubles = 0;
  for (let asked = 0; asked < MAX_ASKED; asked++) {
    try {
      const { status, bytes } = await connection.send(request);
      troubles = 0;
      if (status !== UNDER_WAY) return parse(bytes);
    } catch (error) {
      if (!isPassing(error) || ++troubles === MAX_TROUBLES) throw error;
    }
    await sleep(WAIT_MS);
  }
  throw new MarketError("PAYMENT_UNKNOWN", "The payment's outcome is not known yet. Do not pay again.");
}

function parse(bytes: Uint8Array): Json {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Json;
  } catch {
    throw new MarketError("ANSWER_INVALID", "The market's answer is not JSON.");
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof MarketError)) return false;
  const { code, status } = error;
  return (
    code === "UNREACHABLE" || code === "RUN_IN_PROGRESS" || status >= 500 || status === TOO_MANY_REQUESTS
  );
}
