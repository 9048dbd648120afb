import { setTimeout as sleep } from "node:timers/promises";
import { paidQuote, runAnswer, toResult } from "./answers";
import { MarketError, NOTHING_PAID } from "./market-error";
import { part, readJson, type MarketAnswer, type MarketConnection, type MarketRequest } from "./request";
import { sumPaid } from "./sign-payment";
import type { CallResult, PaidCall } from "./types";

const WAIT_MS = 1_000;
/** A payment is decided long before: its blockhash ends. */
const MAX_ASKED = 180;
/** Of answers one after the other that say nothing of the payment. */
const MAX_TROUBLES = 10;
const TOO_MANY_REQUESTS = 429;
const UNDER_WAY = 202;
/**
 * Hands in a signed payment until its outcome is known, and makes its call. An answer that is lost, and a market that
 * has no room, are asked again: the same bytes pay once, and a call that was made gives its output again. Throws
 * MarketError, with `paid` unless it is certain that nothing was paid, or that there is nothing left to ask for
 * (OUTPUT_NOT_KEPT), and with OTHER_MARKET for a call that was paid elsewhere, whose token is nobody else's business. How
 * much was paid is read from the signed bytes. Throws a `RangeError` where these are no payment.
 */
export async function finishPaidCall(connection: MarketConnection, paid: PaidCall): Promise<CallResult> {
  const { market, quoteId, transaction } = paid;
  if (market !== connection.market)
    throw new MarketError("OTHER_MARKET", `This call was paid at ${market}: resume it there.`);
  const lamports = sumPaid(Buffer.from(transaction, "base64"));
  const headers = { "x-access-token": paid.accessToken };
  const path = `/v1/quotes/${part(quoteId)}`;
  const post = (to: string, json: Record<string, unknown>) =>
    ask(connection, { method: "POST", path: path + to, headers, json });
  let settled = false;
  try {
    readJson(await post("/payment", { transaction }), paidQuote);
    settled = true;
    return toResult(readJson(await post("/run", {}), runAnswer), lamports, quoteId);
  } catch (error) {
    if (error instanceof MarketError && error.code === "OUTPUT_NOT_KEPT") throw error; // it was paid and made
    if (error instanceof MarketError && (settled || !NOTHING_PAID.has(error.code))) error.paid = paid;
    throw error;
  }
}

/** The same again while nobody can say what became of it. */
async function ask(connection: MarketConnection, request: MarketRequest): Promise<MarketAnswer> {
  let troubles = 0;
  for (let asked = 0; asked < MAX_ASKED; asked++) {
    try {
      const answer = await connection.send(request);
      troubles = 0;
      if (answer.status !== UNDER_WAY) return answer;
    } catch (error) {
      if (!isPassing(error) || ++troubles === MAX_TROUBLES) throw error;
    }
    await sleep(WAIT_MS);
  }
  throw new MarketError("PAYMENT_UNKNOWN", "The payment's outcome is not known yet. Do not pay again.");
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof MarketError)) return false;
  const { code, status } = error;
  return (
    code === "UNREACHABLE" || code === "RUN_IN_PROGRESS" || status >= 500 || status === TOO_MANY_REQUESTS
  );
}
