import { expect, test } from "vitest";
import { decideAsking, type AskLimit, type PaymentToAsk } from "@/lib/payments/limits/decide-asking";

const limit = (payerAddress: string, aboveLamports: bigint): AskLimit => ({ payerAddress, aboveLamports });
const payment: PaymentToAsk = {
  payerAddress: "payer",
  payerAccountId: "owner",
  callerAccountId: "caller",
  lamports: 100n,
};

test.each<
  [string, AskLimit[], Partial<PaymentToAsk>, { aboveLamports: bigint; accountIds: (string | null)[] } | null]
>([
  ["no limit", [], {}, null],
  ["as much as needs no question", [limit("payer", 100n)], {}, null],
  ["one lamport more", [limit("payer", 99n)], {}, { aboveLamports: 99n, accountIds: ["owner"] }],
  ["every payment", [limit("payer", 0n)], { lamports: 1n }, { aboveLamports: 0n, accountIds: ["owner"] }],
  [
    "a wallet that nobody has",
    [limit("payer", 0n)],
    { payerAccountId: null },
    { aboveLamports: 0n, accountIds: [null] },
  ],
  ["another wallet of the caller", [limit("other", 99n)], {}, { aboveLamports: 99n, accountIds: ["caller"] }],
  [
    "nobody has signed yet",
    [limit("other", 99n)],
    { payerAddress: null },
    { aboveLamports: 99n, accountIds: ["caller"] },
  ],
  [
    "a higher one of another wallet",
    [limit("payer", 50n), limit("other", 100n)],
    {},
    { aboveLamports: 50n, accountIds: ["owner"] },
  ],
  [
    "both",
    [limit("payer", 50n), limit("other", 40n)],
    {},
    { aboveLamports: 40n, accountIds: ["owner", "caller"] },
  ],
  [
    "both of one account",
    [limit("payer", 40n), limit("other", 50n)],
    { payerAccountId: "caller" },
    { aboveLamports: 40n, accountIds: ["caller"] },
  ],
])("%s", (_, limits, change, expected) => {
  expect(decideAsking(limits, { ...payment, ...change })).toEqual(expected);
});
