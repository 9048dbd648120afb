import { expect, test } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import { decideTerms, findOtherTerms, keepTerms, type Terms } from "@/lib/registry/versions/terms";
import type { SkillManifest } from "@/lib/skill-format";

const MAX = 2n ** 64n - 1n;
const terms = (priceLamports: bigint, payeeAddress: string | null): Terms => ({
  priceLamports,
  payeeAddress,
});

interface Upload {
  stated?: string;
  author?: string;
  wallets?: string[];
  setPrice?: bigint;
  before?: Terms;
}

const PRICE = "pricing.price_lamports";

test.each<[string, Upload, Terms | string]>([
  ["nothing stated: free, of nobody", {}, terms(0n, null)],
  ["a free file that names an own wallet keeps it", { author: "w1" }, terms(0n, "w1")],
  ["a free file that names a stranger's wallet pays nobody", { author: "else" }, terms(0n, null)],
  ["a price pays the wallet that the file names", { stated: "5", author: "w2" }, terms(5n, "w2")],
  ["a price pays the first wallet where the file names none", { stated: "5" }, terms(5n, "w1")],
  [
    "a price pays the wallet of the version before",
    { stated: "5", before: terms(5n, "w2") },
    terms(5n, "w2"),
  ],
  [
    "a wallet of the version before that is no more the account's gives way",
    { stated: "5", before: terms(5n, "gone") },
    terms(5n, "w1"),
  ],
  [
    "the file's wallet goes before that of the version before",
    { stated: "5", author: "w1", before: terms(5n, "w2") },
    terms(5n, "w1"),
  ],
  ["a price that pays a stranger is refused", { stated: "5", author: "else" }, "author"],
  ["a price of an account without a wallet is refused", { stated: "5", wallets: [] }, "author"],
  ["a price set beside a file that states none counts", { setPrice: 7n }, terms(7n, "w1")],
  ["the same price beside it is no contradiction", { stated: "5", setPrice: 5n }, terms(5n, "w1")],
  ["another price beside it is one", { stated: "5", setPrice: 6n }, PRICE],
  ["a free file and a price beside it contradict each other", { stated: "0", setPrice: 6n }, PRICE],
  ["a file that states none keeps the price before", { before: terms(9n, "w2") }, terms(9n, "w2")],
  ["a price set beside it goes before that", { setPrice: 7n, before: terms(9n, "w2") }, terms(7n, "w2")],
  [
    "the price that the file states goes before it too",
    { stated: "5", before: terms(9n, "w2") },
    terms(5n, "w2"),
  ],
  ["a file that states that it is free is free", { stated: "0", before: terms(9n, "w2") }, terms(0n, null)],
  ["set to nothing it is free", { setPrice: 0n, before: terms(9n, "w2") }, terms(0n, null)],
  ["the highest price", { setPrice: MAX }, terms(MAX, "w1")],
  ["more than there can be", { setPrice: MAX + 1n }, PRICE],
  ["less than nothing", { setPrice: -1n }, PRICE],
])("%s", (_name, { stated, author, wallets = ["w1", "w2"], setPrice, before }, expected) => {
  const manifest = {
    ...(stated === undefined ? {} : { pricing: { lamports: stated } }),
    author: author === undefined ? {} : { wallet: author },
  } as unknown as SkillManifest;
  let found: unknown;
  try {
    found = decideTerms(manifest, { wallets, setPrice, ...(before ? { before } : {}) });
  } catch (error) {
    if (!isDomainError(error, "UPLOAD_FAILED")) throw error;
    found = (error.details["findings"] as { path: string }[])[0]?.path;
  }
  expect(found).toEqual(expected);
});

test("who is refused for a wallet reads which one it is, and that there is none", () => {
  const manifest = (wallet?: string) =>
    ({
      pricing: { lamports: "5" },
      author: wallet === undefined ? {} : { wallet },
    }) as unknown as SkillManifest;
  expect(() => decideTerms(manifest("else"), { wallets: ["w1"] })).toThrow("The author else is paid");
  expect(() => decideTerms(manifest(), { wallets: [] })).toThrow("needs a wallet that is paid");
});

test("who is refused reads which wallets there are", () => {
  const pay = (wallets: string[]) => () =>
    decideTerms({ pricing: { lamports: "5" }, author: { wallet: "else" } } as unknown as SkillManifest, {
      wallets,
    });
  expect(pay(["w1", "w2"])).toThrow(/signed in with: w1, w2\.$/);
  expect(pay([])).toThrow(/this account has none/);
});

test.each<[string, bigint | undefined, "kept" | "refused"]>([
  ["none", undefined, "kept"],
  ["the same", 5n, "kept"],
  ["a higher one", 6n, "refused"],
  ["a lower one", 4n, "refused"],
  ["nothing", 0n, "refused"],
])("beside an upload to a skill that has a price, %s is set", (_, setPrice, expected) => {
  const keep = () => keepTerms(terms(5n, "w1"), setPrice);
  if (expected === "kept") expect(keep()).toEqual(terms(5n, "w1"));
  else expect(keep).toThrow("A call of this skill costs 5 lamports");
});

test.each<[string, { stated?: string; author?: string }, Terms, object | null]>([
  ["declares nothing", {}, terms(5n, "w1"), null],
  ["declares what is", { stated: "5", author: "w1" }, terms(5n, "w1"), null],
  ["declares a higher price", { stated: "6" }, terms(5n, "w1"), { priceLamports: 6n, payeeAddress: null }],
  ["declares that it is free", { stated: "0" }, terms(5n, "w1"), { priceLamports: 0n, payeeAddress: null }],
  [
    "declares a price of what is free",
    { stated: "5" },
    terms(0n, null),
    { priceLamports: 5n, payeeAddress: null },
  ],
  ["names another wallet", { author: "w2" }, terms(5n, "w1"), { priceLamports: null, payeeAddress: "w2" }],
  ["names a wallet of what is free", { author: "w2" }, terms(0n, "w1"), null],
  [
    "declares both",
    { stated: "6", author: "w2" },
    terms(5n, "w1"),
    { priceLamports: 6n, payeeAddress: "w2" },
  ],
])("a file that %s", (_, { stated, author }, standing, expected) => {
  const manifest = {
    ...(stated === undefined ? {} : { pricing: { lamports: stated } }),
    author: author === undefined ? {} : { wallet: author },
  } as unknown as SkillManifest;
  expect(findOtherTerms(manifest, standing)).toEqual(expected);
});
