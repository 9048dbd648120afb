import { expect, test } from "vitest";
import { wrongMember, isDomainError } from "@/lib/kernel/errors";
import { decidePrice } from "@/lib/publishing/price/change-price";

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
