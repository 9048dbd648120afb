import { Keypair, VersionedTransaction } from "@solana/web3.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NotAsShown } from "@/lib/payments/transactions/not-as-shown";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import { runs } from "@/lib/testing/full-form";
import { MEMO_PROGRAM, SYSTEM_PROGRAM } from "@/lib/chain/solana/address";
import { assertPaysOnly, preparePayment, type ShownOffer } from "@/lib/payments/transactions/prepare-payment";

// What a hostile market answers is in client/only-what-was-shown.test.ts.
const [payer, payee, treasury, reference, stranger, blockhash] = Array.from({ length: 6 }, () =>
  Keypair.generate().publicKey.toBase58(),
) as [string, string, string, string, string, string];
const shown: ShownOffer = {
  skill: "amounts",
  version: "1.0.0",
  calls: 2,
  priceLamports: 100_001n,
  feeBasisPoints: 500,
  payerAddress: payer,
  payeeAddress: payee,
  treasuryAddress: treasury,
};
const quote = {
  id: "quo_1",
  skill: "amounts",
  version: "1.0.0",
  calls: 2,
  payer,
  payee,
  treasury,
  price_lamports: "100001",
  creator_lamports: "95001",
  fee_lamports: "5000",
  reference,
  memo: "skillcall:v1:quo_1",
  blockhash,
};

test("what was shown is prepared, and a fee that is rounded down is the market's own", () => {
  const { quoteId, terms } = preparePayment(quote, shown);
  expect([quoteId, terms.creatorLamports, terms.feeLamports]).toEqual(["quo_1", 95_001n, 5_000n]);
});

test("a publisher who is the treasury is paid twice, if that is what was shown", () => {
  const same = { ...quote, treasury: payee };
  expect(preparePayment(same, { ...shown, treasuryAddress: payee }).terms.treasuryAddress).toBe(payee);
  expect(() => preparePayment(same, shown)).toThrow(NotAsShown);
});

test("nobody pays themselves, though it was shown so", () => {
  const own = { ...quote, payee: payer };
  expect(() => preparePayment(own, { ...shown, payeeAddress: payer })).toThrow("payer is payee");
});

test.each<[string, object, string]>([
  ["another price", { price_lamports: "100002" }, "the price in lamports is 100002; shown was 100001"],
  ["another skill", { skill: "sums" }, "the skill is sums; shown was amounts"],
  ["another payee", { payee: stranger }, `the payee is ${stranger}; shown was ${payee}`],
  [
    "a larger share",
    { creator_lamports: "1", fee_lamports: "100000" },
    "gets, in lamports, is 1; shown was 95001",
  ],
  ["a negative fee", { fee_lamports: "-1" }, "quote.fee_lamports is not an amount of lamports"],
  ["a reference in use", { reference: treasury }, "the reference is an address in use"],
])("the refusal says what is not as shown: %s", (_, change, sentence) => {
  expect(() => preparePayment({ ...quote, ...change }, shown)).toThrow(sentence);
});

describe("what a wallet has signed", () => {
  const { terms } = preparePayment(quote, shown);
  test("pays, with the blockhash of its choice", () => {
    const raw = buildPaymentTransaction({ ...terms, blockhash: stranger });
    expect(() => assertPaysOnly(raw, terms)).not.toThrow();
  });

  test.each([
    ["one lamport more", { creatorLamports: 95_002n }],
    ["another payee", { payeeAddress: stranger }],
    ["another payer", { payerAddress: stranger }],
    ["another treasury", { treasuryAddress: stranger }],
    ["no fee", { feeLamports: 0n }],
    ["no reference", { reference: null }],
    ["another memo", { memo: "skillcall:v1:quo_2" }],
  ])("is refused with %s", (_, wrong) => {
    const raw = buildPaymentTransaction({ ...terms, ...wrong, blockhash });
    expect(() => assertPaysOnly(raw, terms)).toThrow(NotAsShown);
  });
});

/** What the System program moves, as web3.js reads it: from, to, lamports. */
function movesOf(raw: Uint8Array): unknown[] {
  const { staticAccountKeys, compiledInstructions } = VersionedTransaction.deserialize(raw).message;
  const named = (index = -1) => staticAccountKeys[index]?.toBase58();
  return compiledInstructions
    .filter(({ programIdIndex }) => named(programIdIndex) === SYSTEM_PROGRAM)
    .map(({ accountKeyIndexes: [from, to], data }) => [
      named(from),
      named(to),
      Buffer.from(data).readBigUInt64LE(4),
    ]);
}

describe("whatever a market answers", () => {
  const members = Object.keys(quote) as (keyof typeof quote)[];
  const amounts = fc.oneof(
    fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
    fc.double().map(String),
    fc.double().map((number) => number.toExponential()),
    fc.tuple(fc.nat(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
    fc.maxSafeInteger(),
  );
  const others = fc.constantFrom(payer, payee, treasury, stranger, SYSTEM_PROGRAM, MEMO_PROGRAM);
  const values = fc.oneof(
    amounts,
    others,
    fc.string(),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant(undefined),
  );
  const changes = fc.dictionary(fc.constantFrom(...members), values, { minKeys: 1, maxKeys: 4 });
  const more = fc.dictionary(fc.constantFrom("instructions", "transaction", "address_lookup_tables"), values);

  test("nothing is built, or what moves exactly what was shown", () => {
    fc.assert(
      fc.property(changes, more, (changed, beside) => {
        try {
          const { transaction } = preparePayment({ ...quote, ...beside, ...changed }, shown);
          expect(movesOf(transaction)).toEqual([
            [payer, treasury, 5_000n],
            [payer, payee, 95_001n],
          ]);
        } catch (error) {
          if (!(error instanceof NotAsShown)) throw error;
        }
      }),
      { numRuns: runs(2_000) },
    );
  });
});
