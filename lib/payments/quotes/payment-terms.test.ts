import { Keypair, type PublicKey } from "@solana/web3.js";
import type { Transaction } from "@/lib/chain/solana/transaction";
import { expect, test } from "vitest";
import {
  memoOfQuote,
  memosOfQuotes,
  quoteIdOfMemo,
  signersOf,
  termsFor,
  tokenTermsOf,
  type OpenTerms,
} from "@/lib/payments/quotes/payment-terms";

const [payer, market, stranger] = [Keypair.generate(), Keypair.generate(), Keypair.generate()].map(
  ({ publicKey }) => publicKey,
);
if (!payer || !market || !stranger) throw new Error("unreachable");
const [PAYER, MARKET, STRANGER] = [payer, market, stranger].map((key) => key.toBase58());

const TOKEN = {
  tokenMint: "mint",
  tokenUnits: 7n,
  tokenDecimals: 6,
  tokenAccount: "account",
  tokenFeePayer: MARKET ?? "",
};
const QUOTE: OpenTerms = {
  payerAddress: null,
  payeeAddress: "payee",
  treasuryAddress: "treasury",
  creatorLamports: 9n,
  feeLamports: 1n,
  reference: "reference",
  memo: "skillcall:v1:quo_1",
};
const signedBy = (...signers: PublicKey[]) =>
  ({ keys: signers.map((key) => key.toBytes()) }) as unknown as Transaction;
const IN_TOKEN = { mint: "mint", units: 7n, decimals: 6, account: "account", feePayer: MARKET };

test.each<[string, Partial<OpenTerms>, Transaction, object]>([
  [
    "a quote of a wallet binds that wallet and its reference",
    { payerAddress: PAYER! },
    signedBy(payer),
    { payerAddress: PAYER, reference: "reference" },
  ],
  [
    "whoever else signs a wallet's quote, the wallet is who pays",
    { payerAddress: PAYER! },
    signedBy(stranger),
    { payerAddress: PAYER, reference: "reference" },
  ],
  [
    "an open quote is paid by who signs first, without a reference",
    {},
    signedBy(stranger, payer),
    { payerAddress: STRANGER, reference: null },
  ],
  ["an open quote without a signer has no payer", {}, signedBy(), { payerAddress: "", reference: null }],
  [
    "the market's fee payer first: an open quote is paid in the token by the second",
    TOKEN,
    signedBy(market, stranger),
    { payerAddress: STRANGER, reference: null, token: IN_TOKEN },
  ],
  [
    "the same of a wallet's quote: the wallet pays",
    { ...TOKEN, payerAddress: PAYER! },
    signedBy(market, stranger),
    { payerAddress: PAYER, reference: null, token: IN_TOKEN },
  ],
  [
    "another fee payer first: lamports are paid",
    TOKEN,
    signedBy(stranger, market),
    { payerAddress: STRANGER, reference: null },
  ],
  [
    "the fee payer alone: nobody pays",
    TOKEN,
    signedBy(market),
    { payerAddress: "", reference: null, token: IN_TOKEN },
  ],
  [
    "the market's fee payer first, of a quote that takes no token",
    {},
    signedBy(market, stranger),
    { payerAddress: MARKET, reference: null },
  ],
])("%s", (_name, changes, transaction, expected) => {
  const { payeeAddress, treasuryAddress, creatorLamports, feeLamports, memo } = QUOTE;
  const kept = { payeeAddress, treasuryAddress, creatorLamports, feeLamports, memo };
  expect(termsFor({ ...QUOTE, ...changes }, transaction)).toEqual({ ...kept, ...expected });
});

test.each([
  ["all of it", {}, IN_TOKEN],
  ["no mint", { tokenMint: null }, null],
  ["no account", { tokenAccount: null }, null],
  ["no fee payer", { tokenFeePayer: null }, null],
  ["nothing", { tokenMint: null, tokenAccount: null, tokenFeePayer: null }, null],
  [
    "no units and decimals",
    { tokenUnits: null, tokenDecimals: null },
    { ...IN_TOKEN, units: 0n, decimals: 0 },
  ],
])("a price in a token with %s", (_name, changes, expected) => {
  expect(tokenTermsOf({ ...TOKEN, ...changes })).toEqual(expected);
});

test("who must sign: the payer, and before it the fee payer of a token", () => {
  const terms = { ...QUOTE, payerAddress: "payer" };
  expect(signersOf(terms)).toEqual(["payer"]);
  expect(signersOf({ ...terms, token: { ...IN_TOKEN, feePayer: "market" } })).toEqual(["market", "payer"]);
});

test("a memo names its quote, and another text names itself", () => {
  expect(quoteIdOfMemo(memoOfQuote("quo_1"))).toBe("quo_1");
  expect(quoteIdOfMemo("x skillcall:v1:quo_1")).toBe("x skillcall:v1:quo_1");
  expect(memosOfQuotes("[20] skillcall:v1:quo_1; [3] abc; skillcall:v1:quo_2")).toEqual([
    "skillcall:v1:quo_1",
    "skillcall:v1:quo_2",
  ]);
  expect(memosOfQuotes("abc")).toEqual([]);
});
