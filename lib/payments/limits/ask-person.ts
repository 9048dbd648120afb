import { database } from "@/lib/db/client";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { isSameSecret } from "@/lib/kernel/digest";
import { isDomainError } from "@/lib/kernel/errors";
import {
  findAccountOfWallet,
  findVersionName,
  listTextsInForce,
} from "@/lib/payments/limits/asking-repository";
import { decideAsking, type Asking, type AskLimit } from "@/lib/payments/limits/decide-asking";
import { readSpendingStatement, termsOf } from "@/lib/payments/limits/spending-statement";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import { ownToken } from "@/lib/platform/config/own-token";

const PURPOSE = "emporion payment confirmation v1";

/**
 * What a person is shown who is signed in as this account, and gives to the agent: that this one quote may be paid. A key
 * of the account shows it to nobody. Derived, not stored: it ends with its quote, which is paid once.
 */
const wordFor = (quoteId: string, accountId: string): string => ownToken(PURPOSE, quoteId, accountId);

interface PaymentOfAgent {
  quoteId: string;
  /** Null where nobody has signed yet. */
  payerAddress: string | null;
  lamports: bigint;
  /** Of the key that the agent has. */
  accountId: string | null;
  /** The word that a person gave to the agent. */
  word: string | null;
}

/** Whether a person must confirm a payment before an agent makes it; null where none must, or one has, by a word. */
export async function findAsking(payment: PaymentOfAgent): Promise<Asking | null> {
  const { quoteId, payerAddress, lamports, accountId, word } = payment;
  const texts = await listTextsInForce(database(), { payerAddress, accountId });
  const limits = texts.flatMap(({ payerAddress: address, payload }): AskLimit[] => {
    const said = readSpendingStatement(payload);
    const above = said && termsOf(said)?.askAboveLamports;
    return above ? [{ payerAddress: address, aboveLamports: BigInt(above) }] : [];
  });
  if (limits.length === 0) return null;
  const payerAccountId = payerAddress === null ? null : await findAccountOfWallet(database(), payerAddress);
  const asking = decideAsking(limits, { payerAddress, payerAccountId, callerAccountId: accountId, lamports });
  const isConfirmed = asking?.accountIds.every(
    (id) => id !== null && word !== null && isSameSecret(word, wordFor(quoteId, id)),
  );
  return isConfirmed === true ? null : asking;
}

/** What somebody confirms, and the word by which they do. */
export interface Confirmation {
  skill: string;
  version: string;
  priceLamports: bigint;
  payeeAddress: string;
  expiresAt: Date;
  word: string;
}

/**
 * What a person who is signed in confirms of a quote; null for a quote that is not there, or that nobody can pay any
 * more. The word counts where the wallets of this account ask for it, and for nothing else.
 */
export async function findConfirmation(
  accountId: string,
  quoteId: string,
  clock: Clock = systemClock,
): Promise<Confirmation | null> {
  const quote = await getQuote(quoteId).catch((error: unknown) => {
    if (isDomainError(error, "QUOTE_NOT_FOUND")) return null;
    throw error;
  });
  if (quote === null || quote.state !== "QUOTED" || quote.expiresAt <= clock.now()) return null;
  const named = await findVersionName(database(), quote.versionId);
  const { priceLamports, payeeAddress, expiresAt } = quote;
  return named && { ...named, priceLamports, payeeAddress, expiresAt, word: wordFor(quoteId, accountId) };
}
