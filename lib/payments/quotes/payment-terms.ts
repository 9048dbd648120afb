import { addressesOf, type Transaction } from "@/lib/chain/solana/transaction";

/** What is paid when a quote is settled in a token instead of lamports. */
export interface TokenTerms {
  mint: string;
  /** Smallest units; exactly these. */
  units: bigint;
  decimals: number;
  /** The creator's account of this token, which alone receives. */
  account: string;
  /** The market's key that pays the network; it is the first signer and takes part in nothing else. */
  feePayer: string;
}

/**
 * What a payment must do to settle one quote. Everything that builds or judges a payment reads these and nothing else.
 */
export interface PaymentTerms {
  payerAddress: string;
  payeeAddress: string;
  treasuryAddress: string;
  creatorLamports: bigint;
  feeLamports: bigint;
  /** Extra read-only key by which the payment is found on the chain; null where the payer's software cannot add one. */
  reference: string | null;
  /** Binds the payment to its quote: `skillcall:v1:<quote id>`. */
  memo: string;
  /** Set when this transaction pays in a token; the lamports are then not moved. */
  token?: TokenTerms;
}

/** A quote's columns that say what it costs in a token; all null, or absent, where it takes none. */
export interface TokenColumns {
  tokenMint: string | null;
  tokenUnits: bigint | null;
  tokenDecimals: number | null;
  tokenAccount: string | null;
  tokenFeePayer: string | null;
}

/** The terms of a quote; an open one does not know its payer yet. */
export type OpenTerms = Omit<PaymentTerms, "payerAddress" | "token"> & {
  payerAddress: string | null;
} & Partial<TokenColumns>;

/**
 * The terms as they bind one transaction. Whoever signs first pays an open quote, and nothing but the memo binds that
 * payment: agents' software adds no reference key. A transaction whose network fee the market pays is one in the
 * quote's token.
 */
export function termsFor(quote: OpenTerms, transaction: Transaction): PaymentTerms {
  const { payerAddress, payeeAddress, treasuryAddress, creatorLamports, feeLamports, reference, memo } =
    quote;
  const terms = { payeeAddress, treasuryAddress, creatorLamports, feeLamports, memo };
  const [first = "", second = ""] = addressesOf(transaction);
  const token = tokenTermsOf(quote);
  if (token && first === token.feePayer)
    return { ...terms, payerAddress: payerAddress ?? second, reference: null, token };
  if (payerAddress !== null) return { ...terms, payerAddress, reference };
  return { ...terms, payerAddress: first, reference: null };
}

/** What a quote costs in a token; null where it takes none. */
export function tokenTermsOf(quote: Partial<TokenColumns>): TokenTerms | null {
  const { tokenMint, tokenUnits, tokenDecimals, tokenAccount, tokenFeePayer } = quote;
  if (!tokenMint || !tokenAccount || !tokenFeePayer) return null;
  return {
    mint: tokenMint,
    units: tokenUnits ?? 0n,
    decimals: tokenDecimals ?? 0,
    account: tokenAccount,
    feePayer: tokenFeePayer,
  };
}

/** Who must have signed a payment on these terms, in the order of its signatures. */
export function signersOf({ payerAddress, token }: PaymentTerms): string[] {
  return token ? [token.feePayer, payerAddress] : [payerAddress];
}

const MEMO_PREFIX = "skillcall:v1:";
const MEMO = new RegExp(`${MEMO_PREFIX}\\w+`, "g");

export function memoOfQuote(quoteId: string): string {
  return `${MEMO_PREFIX}${quoteId}`;
}

/** The memos of quotes in what a node says of a transaction's memos. */
export function memosOfQuotes(text: string): string[] {
  return text.match(MEMO) ?? [];
}

/** The quote a memo names; any text that is not such a memo comes back as it is, and names no quote. */
export function quoteIdOfMemo(memo: string): string {
  return memo.startsWith(MEMO_PREFIX) ? memo.slice(MEMO_PREFIX.length) : memo;
}

export const MAX_LAMPORTS = 2n ** 64n - 1n;
const BASIS_POINTS = 10_000;

interface PriceParts {
  creatorLamports: bigint;
  feeLamports: bigint;
}

/**
 * Splits a price into the creator's part and the platform's fee. The fee is rounded down, so that the creator never
 * loses a lamport to rounding, and the parts always add up to the price; so with the units of a token. Throws a
 * `RangeError` for a price outside 0..2^64-1 or a fee outside 0..10,000 basis points.
 */
export function splitPrice(priceLamports: bigint, feeBasisPoints: number): PriceParts {
  if (priceLamports < 0n || priceLamports > MAX_LAMPORTS) {
    throw new RangeError(`A price is 0 to ${MAX_LAMPORTS} lamports, not ${priceLamports}.`);
  }
  if (!Number.isInteger(feeBasisPoints) || feeBasisPoints < 0 || feeBasisPoints > BASIS_POINTS) {
    throw new RangeError(`A fee is 0 to ${BASIS_POINTS} basis points, not ${feeBasisPoints}.`);
  }
  const feeLamports = (priceLamports * BigInt(feeBasisPoints)) / BigInt(BASIS_POINTS);
  return { creatorLamports: priceLamports - feeLamports, feeLamports };
}
