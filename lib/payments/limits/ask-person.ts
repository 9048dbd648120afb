import { database } from "@/lib/db/client";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { isSameSecret } from "@/lib/kernel/digest";
import { decideAsking, type Asking, type AskLimit } from "@/lib/payments/limits/decide-asking";
import {
  findAccountOfWallet,
  findTextInForce,
  findVersionName,
  listWalletsOf,
} from "@/lib/payments/limits/spending-repository";
import { readSpendingStatement, termsOf } from "@/lib/payments/limits/spending-statement";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { findQuote } from "@/lib/payments/quotes/quote-repository";
import { ownToken } from "@/lib/platform/config/own-token";

const PURPOSE = "emporion payment confirmation v1";

/**
 * What a person is shown who is signed in as this account, and gives to the agent: that this one quote may be paid. A key
 * of the account shows it to nobody. Derived, not stored: it ends with its quote, which is paid once.
 */
const wordFor = (quoteId: string, accountId: string): string => ownToken(PURPOSE, quoteId, accountId);

interface PaymentOfAgent {
  quote: Pick<QuoteRecord, "id" | "priceLamports">;
  /** Null where nobody has signed yet. */
  payerAddress: string | null;
  lamports: bigint;
  /** Of the key that the agent has. */
  accountId: string | null;
  /** The word that a person gave to the agent. */
  word: string | null;
}

/**
 * Whether a person must confirm a payment before an agent makes it; null where none must, or one has, by a word. They were
 * shown the price, so the word is good for no payment that moves more.
 */
export async function findAsking(payment: PaymentOfAgent): Promise<Asking | null> {
  const { quote, payerAddress, lamports, accountId, word } = payment;
  const own = accountId === null ? [] : await listWalletsOf(database(), accountId);
  const addresses = new Set([...own, ...(payerAddress === null ? [] : [payerAddress])]);
  const limits = (await Promise.all([...addresses].map(findAskLimit))).filter((limit) => limit !== null);
  if (limits.length === 0) return null;
  const payerAccountId = payerAddress === null ? null : await findAccountOfWallet(database(), payerAddress);
  const asking = decideAsking(limits, { payerAddress, payerAccountId, callerAccountId: accountId, lamports });
  if (word === null || lamports > quote.priceLamports) return asking;
  const isConfirmed = asking?.accountIds.every(
    (id) => id !== null && isSameSecret(word, wordFor(quote.id, id)),
  );
  return isConfirmed === true ? null : asking;
}

async function findAskLimit(payerAddress: string): Promise<AskLimit | null> {
  const text = await findTextInForce(payerAddress);
  const said = text === null ? null : readSpendingStatement(text);
  const above = said && termsOf(said)?.askAboveLamports;
  return above ? { payerAddress, aboveLamports: BigInt(above) } : null;
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
  const quote = await findQuote(quoteId);
  if (quote === null || quote.state !== "QUOTED" || quote.expiresAt <= clock.now()) return null;
  const named = await findVersionName(database(), quote.versionId);
  const { priceLamports, payeeAddress, expiresAt } = quote;
  return named && { ...named, priceLamports, payeeAddress, expiresAt, word: wordFor(quoteId, accountId) };
}
