import type { PaidCall } from "@/client";
import { AnswerInvalid, id, matching, object, secret, webAddress } from "@/lib/kernel/json/read-answer";
import { sumTransfers } from "@/lib/payments/transactions/check-transaction";
import { findTransaction } from "@/lib/chain/solana/transaction";
import { UsageError } from "./command";

const paidCall = object({
  market: webAddress,
  quoteId: id,
  accessToken: secret,
  transaction: matching(/^[A-Za-z0-9+/]{1,1644}={0,2}$/, "a transaction"), // of at most 1,232 bytes
});

/** A paid call as one word, for the option `--paid`. */
export const writePaidCall = (paid: PaidCall) => Buffer.from(JSON.stringify(paid)).toString("base64url");

/** @throws UsageError for a word that `writePaidCall` did not give. */
export function readPaidCall(word: string): PaidCall {
  try {
    const paid = paidCall(JSON.parse(Buffer.from(word, "base64url").toString("utf8")), "");
    const transaction = findTransaction(Buffer.from(paid.transaction, "base64"));
    if (transaction && sumTransfers(transaction) !== null) return paid;
  } catch (error) {
    if (!(error instanceof AnswerInvalid || error instanceof SyntaxError)) throw error;
  }
  throw new UsageError("--paid takes what an earlier call has printed, whole");
}
