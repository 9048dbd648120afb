import { expect, test } from "vitest";
import { wrongMember, isDomainError } from "@/lib/kernel/errors";
import { decideAnnounced, decidePrice, NOTICE_MS } from "@/lib/publishing/price/change-price";

interface Case {
  before?: [bigint, string | null];
  statedTimeoutMs?: number | null;
  price: bigint;
  payee?: string;
  wallets?: string[];
}

test.each<[string, Case, [bigint, string | null] | string]>([
  ["another price keeps the payee", { price: 6n }, [6n, "w1"]],
  ["so does none", { price: 0n }, [0n, "w1"]],
  ["another wallet of the account is paid", { price: 5n, payee: "w2" }, [5n, "w2"]],
  ["a stranger's is not", { price: 5n, payee: "else" }, "payee"],
  ["nor while it is free", { price: 0n, payee: "else" }, "payee"],
  ["an empty one is no wallet", { price: 5n, payee: "" }, "payee"],
  ["a first price pays the first wallet", { before: [0n, null], price: 5n }, [5n, "w1"]],
  ["or the one that is named", { before: [0n, null], price: 5n, payee: "w2" }, [5n, "w2"]],
  ["and needs one", { before: [0n, null], price: 5n, wallets: [] }, "payee"],
  ["what stays free needs none", { before: [0n, null], price: 0n, wallets: [] }, [0n, null]],
  [
    "a payee that is no more the account's is paid no new price",
    { before: [5n, "gone"], price: 6n },
    "payee",
  ],
  ["and may be left free", { before: [5n, "gone"], price: 0n }, [0n, "gone"]],
  ["a price that just pays for the time", { statedTimeoutMs: 61_000, price: 1_000n }, [1_000n, "w1"]],
  ["one lamport less does not", { statedTimeoutMs: 61_000, price: 999n }, "price_lamports"],
  ["free may take any time", { statedTimeoutMs: 300_000, price: 0n }, [0n, "w1"]],
])(
  "%s",
  (_, { before = [5n, "w1"], statedTimeoutMs = null, price, payee, wallets = ["w1", "w2"] }, expected) => {
    const [priceLamports, payeeAddress] = before;
    let found: unknown;
    try {
      const terms = { priceLamports, payeeAddress, isSettled: true, statedTimeoutMs };
      const after = decidePrice(terms, { priceLamports: price, payeeAddress: payee }, wallets);
      found = [after.priceLamports, after.payeeAddress];
    } catch (error) {
      if (!isDomainError(error, "REQUEST_INVALID")) throw error;
      found = wrongMember(error);
    }
    expect(found).toEqual(expected);
  },
);

const NOW = new Date("2026-11-29T12:00:00Z");
const LATER = new Date(NOW.getTime() + NOTICE_MS);
const EARLIER = new Date("2026-11-30T06:00:00Z");

test.each<[string, bigint, boolean, bigint | null, [bigint, Date] | null]>([
  ["a higher price waits for a day where there are buyers", 6n, true, null, [6n, LATER]],
  ["and holds at once where there are none", 6n, false, null, null],
  ["a lower one holds at once", 4n, true, null, null],
  ["so does the present one, which takes back what was announced", 5n, true, 6n, null],
  ["the same again keeps its moment", 6n, true, 6n, [6n, EARLIER]],
  ["another one begins anew", 7n, true, 6n, [7n, LATER]],
])("announced: %s", (_, wanted, hasBuyers, price, expected) => {
  const announced = price === null ? null : { priceLamports: price, from: EARLIER };
  const next = decideAnnounced(wanted, { before: 5n, hasBuyers, announced, now: NOW });
  expect(next && [next.priceLamports, next.from]).toEqual(expected);
});
