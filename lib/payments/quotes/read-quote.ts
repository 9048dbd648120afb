import {
  AnswerInvalid,
  count,
  id,
  object,
  versionNumber,
  text,
  type Read,
  type Reader,
} from "@/lib/kernel/json/read-answer";
import { MAX_LAMPORTS } from "@/lib/payments/quotes/payment-terms";
import { findAddressBytes } from "@/lib/chain/solana/address";

const DIGITS = /^\d{1,20}$/;

/** An amount that another side names: digits, at most 2^64-1. */
export const lamports: Reader<bigint> = (value, name) => {
  const amount = typeof value === "string" && DIGITS.test(value) ? BigInt(value) : null;
  if (amount !== null && amount <= MAX_LAMPORTS) return amount;
  throw new AnswerInvalid(`${name} is not an amount of lamports`);
};

/** A Solana address, or any other 32 bytes in base58. */
export const address: Reader<string> = (value, name) => {
  if (typeof value === "string" && findAddressBytes(value) !== null) return value;
  throw new AnswerInvalid(`${name} is not an address`);
};

const MEMBERS = {
  id,
  skill: text(64),
  version: versionNumber,
  payer: address,
  payee: address,
  treasury: address,
  calls: count,
  price_lamports: lamports,
  creator_lamports: lamports,
  fee_lamports: lamports,
  reference: address,
  memo: text(100),
  blockhash: address,
};

export type QuoteAnswer = Read<typeof MEMBERS>;

/** What a payer needs of a market's quote. Throws `AnswerInvalid` for one that is not understood to the last digit. */
export const readQuote = (quote: unknown): QuoteAnswer => object(MEMBERS)(quote, "quote");
