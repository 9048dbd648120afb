import { expect, test } from "vitest";
import { countsAsUse, type PaymentFacts } from "@/lib/registry/statistics/judge-calls";

const HONEST: PaymentFacts = {
  isFromPublisher: false,
  isFundedByPublisher: false,
  feeBasisPoints: 500,
  fee: 2_500n,
};

test.each<[string, boolean, Partial<PaymentFacts> | null, boolean]>([
  ["a free call of nobody known, or of a stranger", false, null, true],
  ["a free call of the publisher's own account", true, null, false],
  ["a paid call of a stranger", false, {}, true],
  ["a paid call of the publisher's own account with a stranger's wallet", true, {}, false],
  ["a payer that is the payee, or a linked wallet", false, { isFromPublisher: true }, false],
  ["a payer that the publisher has funded", false, { isFundedByPublisher: true }, false],
  ["a payer of whom nobody knows where its money came from", false, { isFundedByPublisher: null }, true],
  ["a price below the first lamport of fee", false, { fee: 0n }, false],
  ["a price with the first lamport of fee", false, { fee: 1n }, true],
  ["a market that takes one basis point, and got nothing", false, { feeBasisPoints: 1, fee: 0n }, false],
  ["a market that takes no fee", false, { feeBasisPoints: 0, fee: 0n }, true],
  [
    "the payee itself, on a market that takes no fee",
    false,
    { feeBasisPoints: 0, fee: 0n, isFromPublisher: true },
    false,
  ],
  ["a funded payer, with a high price", false, { isFundedByPublisher: true, fee: 10n ** 9n }, false],
])("%s", (_name, isByPublisher, changed, counts) => {
  const payment = changed && { ...HONEST, ...changed };
  expect(countsAsUse({ isByPublisher, payment })).toBe(counts);
});
