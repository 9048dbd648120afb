import { Keypair, VersionedTransaction } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { checkOutcome } from "@/lib/payments/settlement/check-outcome";
import { checkTransaction } from "@/lib/payments/transactions/check-transaction";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import type { PaymentTerms } from "@/lib/payments/quotes/payment-terms";
import type { PaymentRequirements } from "@/lib/payments/rails/x402";
import { signTransfer } from "@/lib/payments/testing/token-payer";
import { associatedTokenAddress } from "@/lib/chain/solana/associated-token";
import type { OnChainTransaction } from "@/lib/chain/solana/on-chain";
import { addressesOf, findTransaction, type Transaction } from "@/lib/chain/solana/transaction";

const payer = Keypair.generate();
const [payee, treasury, reference] = Array.from({ length: 3 }, () => Keypair.generate().publicKey.toBase58());
const blockhash = Keypair.generate().publicKey.toBase58();
const TERMS: PaymentTerms = {
  payerAddress: payer.publicKey.toBase58(),
  payeeAddress: payee ?? "",
  treasuryAddress: treasury ?? "",
  creatorLamports: 900n,
  feeLamports: 100n,
  reference: reference ?? "",
  memo: "skillcall:v1:quo_test",
};

function read(raw: Uint8Array): Transaction {
  const transaction = findTransaction(raw);
  if (!transaction) throw new Error("no transaction");
  return transaction;
}

/** The same with a signature of nobody; its raw bytes stay. */
const forge = (seen: OnChainTransaction): OnChainTransaction => ({
  ...seen,
  transaction: { ...seen.transaction, signatures: [new Uint8Array(64)] },
});

/** What a node tells of a payment on these terms: what each account has gained, by its address. */
function landed(
  gains: Record<string, number | undefined>,
  { terms = TERMS, ...changes }: Partial<OnChainTransaction> & { terms?: PaymentTerms } = {},
): OnChainTransaction {
  const signed = VersionedTransaction.deserialize(buildPaymentTransaction({ ...terms, blockhash }));
  signed.sign([payer]);
  const raw = signed.serialize();
  const transaction = read(raw);
  const known = addressesOf(transaction).filter(
    (address) => !(address in gains) || gains[address] !== undefined,
  );
  return {
    signature: "signature",
    slot: 1,
    blockTimeMs: null,
    failed: false,
    transaction,
    raw,
    preBalances: known.map(() => 1_000_000),
    postBalances: known.map((address) => 1_000_000 + (gains[address] ?? 0)),
    preTokenUnits: new Map(),
    postTokenUnits: new Map(),
    ...changes,
  };
}

const PAID = { [TERMS.payeeAddress]: 900, [TERMS.treasuryAddress]: 100 };
const accepted = { ok: true, excess: 0n };
const refused = (reason: string) => ({ ok: false, reason });
const huge = 2 ** 53;

describe("a payment in lamports", () => {
  test.each<[string, Record<string, number>, object]>([
    ["is one when both got their part", PAID, accepted],
    ["is one when they got more in it", { ...PAID, [TERMS.payeeAddress]: 950 }, accepted],
    [
      "is none when the creator got a lamport less",
      { ...PAID, [TERMS.payeeAddress]: 899 },
      refused("balance_mismatch"),
    ],
    [
      "is none when the market got a lamport less",
      { ...PAID, [TERMS.treasuryAddress]: 99 },
      refused("balance_mismatch"),
    ],
    ["is none when nobody got anything", {}, refused("balance_mismatch")],
  ])("%s", (_name, gains, expected) => {
    expect(checkOutcome(landed(gains), TERMS)).toEqual(expected);
  });

  test("is none on other terms, of a failed transaction, or without a right signature", () => {
    const rich = landed({ ...PAID, [TERMS.payeeAddress]: 5_000 });
    const dearer = { ...TERMS, creatorLamports: 901n };
    expect(checkOutcome(rich, dearer).ok).toBe(false);
    // What the instructions say comes first: an account may have got less for that very reason.
    expect(checkOutcome(landed(PAID), dearer)).toEqual(
      checkTransaction(landed(PAID).transaction, dearer, "landed"),
    );
    expect(checkOutcome(landed(PAID, { failed: true }), TERMS)).toEqual(refused("failed_on_chain"));
    const forged = forge(landed(PAID));
    expect(checkOutcome(forged, TERMS)).toEqual(refused("bad_signature"));
  });

  test("is not verified again only where the very bytes were before", () => {
    const forged = forge(landed(PAID));
    expect(checkOutcome(forged, TERMS, forged.raw)).toEqual(accepted);
    expect(checkOutcome(forged, TERMS, forged.raw.slice(1))).toEqual(refused("bad_signature"));
    expect(checkOutcome(landed(PAID), TERMS, Uint8Array.of(1))).toEqual(accepted);
  });

  test("to the treasury itself needs both parts there", () => {
    const terms = { ...TERMS, payeeAddress: TERMS.treasuryAddress };
    const got = (lamports: number) => landed({ [TERMS.treasuryAddress]: lamports }, { terms });
    expect(checkOutcome(got(1_000), terms)).toEqual(accepted);
    expect(checkOutcome(got(999), terms)).toEqual(refused("balance_mismatch"));
  });

  test("by the treasury needs no gain of its own, but that of the creator", () => {
    const terms = { ...TERMS, treasuryAddress: TERMS.payerAddress };
    const got = (lamports: number) =>
      landed({ [TERMS.payeeAddress]: lamports, [TERMS.payerAddress]: -5_900 }, { terms });
    expect(checkOutcome(got(900), terms)).toEqual(accepted);
    expect(checkOutcome(got(899), terms)).toEqual(refused("balance_mismatch"));
  });

  test("without a fee asks nothing of the treasury", () => {
    const terms = { ...TERMS, feeLamports: 0n };
    expect(checkOutcome(landed({ [TERMS.payeeAddress]: 900 }, { terms }), terms)).toEqual(accepted);
  });

  test("of which the node tells no balances is none; where JSON no longer tells single lamports, it is one", () => {
    const blind = landed(PAID, { preBalances: [], postBalances: [] });
    expect(checkOutcome(blind, TERMS)).toEqual(refused("balance_mismatch"));
    const { postBalances, preBalances } = landed(PAID);
    expect(checkOutcome(landed(PAID, { preBalances: [] }), TERMS)).toEqual(refused("balance_mismatch"));
    expect(checkOutcome(landed(PAID, { postBalances: [] }), TERMS)).toEqual(refused("balance_mismatch"));
    const rich = (balances: readonly number[]) => balances.map(() => huge);
    expect(
      checkOutcome(landed({}, { preBalances: rich(preBalances), postBalances: rich(postBalances) }), TERMS),
    ).toEqual(accepted);
    expect(checkOutcome(landed({}, { preBalances: rich(preBalances), postBalances }), TERMS)).toEqual(
      accepted,
    );
    expect(checkOutcome(landed({}, { preBalances, postBalances: rich(postBalances) }), TERMS)).toEqual(
      accepted,
    );
    const vast = { ...TERMS, creatorLamports: 2n ** 60n };
    const asked = landed({}, { terms: vast, preBalances, postBalances: rich(postBalances) });
    expect(checkOutcome(asked, vast)).toEqual(accepted);
  });
});

describe("a payment in a token", () => {
  const market = Keypair.generate();
  const mint = Keypair.generate().publicKey.toBase58();
  const account = associatedTokenAddress(TERMS.payeeAddress, mint);
  const terms: PaymentTerms = {
    ...TERMS,
    reference: null,
    token: { mint, units: 70n, decimals: 6, account, feePayer: market.publicKey.toBase58() },
  };
  const offer = {
    asset: mint,
    payTo: TERMS.payeeAddress,
    amount: "70",
    extra: { feePayer: market.publicKey.toBase58(), memo: TERMS.memo, recentBlockhash: blockhash },
  } as unknown as PaymentRequirements;

  function paid(before: bigint | null, after: bigint | null): OnChainTransaction {
    const signed = VersionedTransaction.deserialize(signTransfer(offer, payer));
    signed.sign([market]);
    const raw = signed.serialize();
    const transaction = read(raw);
    const place = addressesOf(transaction).indexOf(account);
    const units = (amount: bigint | null) => new Map(amount === null ? [] : [[place, amount]]);
    return landed({}, { transaction, raw, preTokenUnits: units(before), postTokenUnits: units(after) });
  }

  test.each<[string, bigint | null, bigint | null, boolean]>([
    ["all units arrived", 5n, 75n, true],
    ["more arrived", 5n, 80n, true],
    ["one too few arrived", 5n, 74n, false],
    ["nothing arrived, though much was there", 500n, 500n, false],
    ["the node does not tell what was there", null, 75n, false],
    ["the node does not tell what is there", 5n, null, false],
    ["the node tells nothing", null, null, false],
  ])("%s", (_name, before, after, counts) => {
    expect(checkOutcome(paid(before, after), terms)).toEqual(counts ? accepted : refused("balance_mismatch"));
  });
});
