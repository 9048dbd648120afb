import { AnswerInvalid } from "@/lib/kernel/json/read-answer";
import { memoOfQuote, type PaymentTerms, splitPrice } from "@/lib/payments/quotes/payment-terms";
import { readQuote, type QuoteAnswer } from "@/lib/payments/quotes/read-quote";
import { checkTransaction, type CheckMode } from "@/lib/payments/transactions/check-transaction";
import { NotAsShown } from "@/lib/payments/transactions/not-as-shown";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import { MEMO_PROGRAM, SYSTEM_PROGRAM } from "@/lib/chain/solana/address";
import { findTransaction } from "@/lib/chain/solana/transaction";

/** What a payer has seen, and whose wallet it is, before a quote is asked for. */
export interface ShownOffer {
  skill: string;
  version: string;
  calls: number;
  /** Of all the calls together, with the market's fee in it. */
  priceLamports: bigint;
  feeBasisPoints: number;
  payerAddress: string;
  payeeAddress: string;
  treasuryAddress: string;
}

export interface PreparedPayment {
  quoteId: string;
  /** What the transaction does. */
  terms: PaymentTerms;
  /** Unsigned. */
  transaction: Uint8Array;
}

/**
 * The payment of a market's quote, if it is what was shown, to the lamport. The market may say anything: each member is
 * read strictly and compared, the transaction is built here, and its bytes are read back by what the market itself
 * judges payments with, against what was shown. Throws `NotAsShown` for a quote that is not understood, and for another
 * one than was shown.
 */
export function preparePayment(answer: unknown, shown: ShownOffer): PreparedPayment {
  const quote = parseQuote(answer);
  const terms = termsOf(quote, shown);
  const transaction = buildPaymentTransaction({
    payerAddress: quote.payer,
    payeeAddress: quote.payee,
    treasuryAddress: quote.treasury,
    creatorLamports: quote.creator_lamports,
    feeLamports: quote.fee_lamports,
    reference: quote.reference,
    memo: quote.memo,
    blockhash: quote.blockhash,
  });
  const rejection = findRejection(transaction, terms, "exact");
  const compared = [...besideBytes(quote, shown), ...(rejection === null ? [] : inBytes(quote, terms))];
  const difference = findDifference(compared) ?? rejection;
  if (difference !== null) throw new NotAsShown(difference);
  const named = [quote.payer, quote.payee, quote.treasury, SYSTEM_PROGRAM, MEMO_PROGRAM];
  if (named.includes(quote.reference))
    throw new NotAsShown("In the quote, the reference is an address in use.");
  return { quoteId: quote.id, terms, transaction };
}

/** Throws `NotAsShown` unless these bytes, signed by now, pay on these terms and do nothing that payments do not. */
export function assertPaysOnly(transaction: Uint8Array, terms: PaymentTerms): void {
  const rejection = findRejection(transaction, terms, "strict");
  if (rejection !== null) throw new NotAsShown(rejection);
}

function findRejection(transaction: Uint8Array, terms: PaymentTerms, mode: CheckMode): string | null {
  const read = findTransaction(transaction);
  const verdict = read && checkTransaction(read, terms, mode);
  if (verdict?.ok) return null;
  const reason = verdict?.reason ?? "malformed_transaction";
  return `The transaction does not do what was shown: ${reason.replaceAll("_", " ")}.`;
}

function parseQuote(answer: unknown): QuoteAnswer {
  try {
    return readQuote(answer);
  } catch (error) {
    if (error instanceof AnswerInvalid)
      throw new NotAsShown(`The quote is not understood: ${error.message}.`);
    throw error;
  }
}

/** What must be paid, from what was shown; of the quote only its own names. */
function termsOf({ id, reference }: QuoteAnswer, shown: ShownOffer): PaymentTerms {
  const { payerAddress, payeeAddress, treasuryAddress, priceLamports, feeBasisPoints } = shown;
  return {
    payerAddress,
    payeeAddress,
    treasuryAddress,
    ...splitPrice(priceLamports, feeBasisPoints),
    reference,
    memo: memoOfQuote(id),
  };
}

type Compared = readonly [what: string, quoted: unknown, shown: unknown];

/** What a quote says and its transaction does not. */
const besideBytes = (quote: QuoteAnswer, shown: ShownOffer): Compared[] => [
  ["the skill", quote.skill, shown.skill],
  ["the version", quote.version, shown.version],
  ["the number of calls", quote.calls, shown.calls],
  ["the price in lamports", quote.price_lamports, shown.priceLamports],
];

/** The members that a transaction is built from, which say in words why it is another one. */
const inBytes = (quote: QuoteAnswer, terms: PaymentTerms): Compared[] => [
  ["the payer", quote.payer, terms.payerAddress],
  ["the payee", quote.payee, terms.payeeAddress],
  ["the market's treasury", quote.treasury, terms.treasuryAddress],
  ["what the payee gets, in lamports,", quote.creator_lamports, terms.creatorLamports],
  ["the market's fee in lamports", quote.fee_lamports, terms.feeLamports],
  ["the memo", quote.memo, terms.memo],
];

function findDifference(compared: readonly Compared[]): string | null {
  const difference = compared.find(([, quoted, shown]) => quoted !== shown);
  if (difference === undefined) return null;
  const [what, quoted, shown] = difference;
  return `In the quote, ${what} is ${String(quoted)}; shown was ${String(shown)}.`;
}
