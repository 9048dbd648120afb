import { Keypair, PublicKey } from "@solana/web3.js";
import { expect, test } from "vitest";
import { fundersOf } from "@/lib/registry/statistics/judge-calls";
import { toRating } from "@/lib/registry/statistics/rating";

const someAddress = () => Keypair.generate().publicKey.toBase58();

test.each<[string, number[], number[], boolean, string[]]>([
  ["who paid", [10, 0, 1], [4, 5, 1], false, ["giver"]],
  ["everybody who paid", [10, 0, 5], [4, 11, 0], false, ["giver", "other"]],
  ["nobody, where the address got nothing", [10, 0, 1], [9, 0, 1], false, []],
  ["nobody, where the address paid", [10, 5, 1], [11, 4, 1], false, []],
  ["nobody, where the node tells no balances", [], [], false, []],
  ["nobody whose balance before is not told", [10, 0], [4, 5, 0], false, ["giver"]],
  ["nobody whose balance after is not told", [10, 0, 9], [4, 5], false, ["giver"]],
  ["nobody, where it failed", [10, 0, 1], [4, 5, 1], true, []],
])("money of a transaction is of %s", (_name, preBalances, postBalances, failed, expected) => {
  const [giver, own, other] = [someAddress(), someAddress(), someAddress()];
  const keys = [giver, own, other].map((address) => new PublicKey(address).toBytes());
  const transaction = { keys };
  const found = { failed, transaction, preBalances, postBalances } as unknown as Parameters<
    typeof fundersOf
  >[0];
  const names = new Map([
    [giver, "giver"],
    [other, "other"],
  ]);
  expect(fundersOf(found, own).map((address) => names.get(address))).toEqual(expected);
  expect(fundersOf(found, someAddress())).toEqual([]);
});

test.each([
  [0, 0, null],
  [5, 1, 5],
  [9, 2, 4.5],
  [14, 3, 4.67],
  [10, 3, 3.33],
])("%i stars of %i reviews are %j on average", (sum, count, average) => {
  expect(toRating(sum, count)).toEqual({ average, count });
});
