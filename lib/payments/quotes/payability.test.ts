import { expect, test } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import { assertPayable, type ChainFacts } from "@/lib/payments/quotes/quote-call";

const TERMS = {
  payerAddress: "payer" as string | null,
  payeeAddress: "payee",
  treasuryAddress: "treasury",
  creatorLamports: 900n,
  feeLamports: 100n,
};
/** Everybody can do it: the payer keeps exactly what an account must hold. */
const FACTS: ChainFacts = {
  payerLamports: 1_000n + 5_000n + 50n,
  payeeLamports: 50n,
  treasuryLamports: 50n,
  rentExemptMinimumLamports: 50n,
};
const [SHORT, LEFT, RECIPIENT] = [
  "insufficient_funds",
  "left_below_rent_exemption",
  "recipient_below_rent_exemption",
] as const;

function outcome(terms: typeof TERMS, facts: ChainFacts): unknown {
  try {
    assertPayable(terms, facts);
    return "payable";
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const { reason, recipient } = error.details;
    return recipient === undefined
      ? reason
      : `${JSON.stringify(reason)}: ${JSON.stringify(recipient)}`.replaceAll('"', "");
  }
}

test.each<[string, Partial<typeof TERMS>, Partial<ChainFacts>, string]>([
  ["payable, and leaves the least that an account must hold", {}, {}, "payable"],
  ["payable, and leaves nothing at all", {}, { payerLamports: 6_000n }, "payable"],
  ["one lamport short", {}, { payerLamports: 5_999n }, SHORT],
  ["the price without the network's fee", {}, { payerLamports: 1_000n }, SHORT],
  ["the creator's part without the fee", {}, { payerLamports: 5_900n }, SHORT],
  ["one lamport would be left", {}, { payerLamports: 6_001n }, LEFT],
  ["one lamport too few would be left", {}, { payerLamports: 6_049n }, LEFT],
  ["a payer that nobody knows yet", { payerAddress: null }, { payerLamports: 0n }, "payable"],
  [
    "a payee that is filled just so",
    {},
    { payeeLamports: 0n, rentExemptMinimumLamports: 900n, payerLamports: 9_999n },
    `${RECIPIENT}: treasury`,
  ],
  [
    "a payee that stays too small",
    {},
    { payeeLamports: 0n, treasuryLamports: 5_000n, rentExemptMinimumLamports: 901n, payerLamports: 9_999n },
    `${RECIPIENT}: creator`,
  ],
  [
    "a payee that is just large enough",
    {},
    { payeeLamports: 1n, treasuryLamports: 5_000n, rentExemptMinimumLamports: 901n, payerLamports: 9_999n },
    "payable",
  ],
  [
    "a treasury that stays too small",
    {},
    { payeeLamports: 5_000n, treasuryLamports: 0n, rentExemptMinimumLamports: 101n, payerLamports: 9_999n },
    `${RECIPIENT}: treasury`,
  ],
  [
    "an empty treasury that gets no fee",
    { feeLamports: 0n, creatorLamports: 1_000n },
    { treasuryLamports: 0n },
    "payable",
  ],
  [
    "a payee that is the treasury and gets both",
    { treasuryAddress: "payee" },
    { payeeLamports: 0n, treasuryLamports: 0n, rentExemptMinimumLamports: 1_000n, payerLamports: 9_999n },
    "payable",
  ],
  [
    "a payee that is the treasury and is still too small",
    { treasuryAddress: "payee" },
    { payeeLamports: 0n, rentExemptMinimumLamports: 1_001n, payerLamports: 9_999n },
    `${RECIPIENT}: creator`,
  ],
  [
    "a treasury that pays, and gets its fee back",
    { treasuryAddress: "payer" },
    { payerLamports: 6_000n, treasuryLamports: 0n },
    "payable",
  ],
  [
    "a treasury that pays, and would keep too little",
    { treasuryAddress: "payer" },
    { payerLamports: 6_000n, rentExemptMinimumLamports: 101n, payeeLamports: 5_000n },
    LEFT,
  ],
  [
    "a treasury that pays, whose fee alone would be too little to hold",
    { treasuryAddress: "payer" },
    { payerLamports: 6_200n, treasuryLamports: 0n, rentExemptMinimumLamports: 200n, payeeLamports: 5_000n },
    "payable",
  ],
  [
    "a treasury that pays and is too small, which is the payer's matter",
    { treasuryAddress: "payer" },
    { payerLamports: 5_999n, treasuryLamports: 0n },
    SHORT,
  ],
])("%s", (_name, terms, facts, expected) => {
  expect(outcome({ ...TERMS, ...terms }, { ...FACTS, ...facts })).toBe(expected);
});

test("who is refused reads what is missing", () => {
  const poor = () => assertPayable(TERMS, { ...FACTS, payerLamports: 5_999n });
  expect(poor).toThrow(
    expect.objectContaining({
      code: "PAYER_BALANCE_TOO_LOW",
      details: expect.objectContaining({ balanceLamports: "5999", neededLamports: "6000" }) as object,
    }),
  );
  const small = () => assertPayable(TERMS, { ...FACTS, payeeLamports: 0n, rentExemptMinimumLamports: 950n });
  expect(small).toThrow(
    expect.objectContaining({
      code: "PRICE_NOT_PAYABLE",
      details: expect.objectContaining({ address: "payee", missingLamports: "50" }) as object,
    }),
  );
});
