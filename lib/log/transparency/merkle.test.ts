import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  hashLeaf,
  proveConsistency,
  proveInclusion,
  readerOf,
  rootHash,
} from "@/lib/log/transparency/merkle";
import { verifyConsistency, verifyInclusion } from "@/lib/log/transparency/testing/verify-proofs";

/** The tree of the Certificate Transparency reference implementation's own tests (RFC 6962). */
const LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((hex) => hashLeaf(Buffer.from(hex, "hex")));
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const read = readerOf(LEAVES);
const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString("hex"));

describe("published vectors", () => {
  test.each(ROOTS.map((root, size) => [size, root] as const))("root of %i leaves", (size, root) => {
    expect(rootHash(read, size).toString("hex")).toBe(root);
  });

  test("inclusion of leaf 0 and of leaf 5 among 8, of leaf 2 among 3", () => {
    expect(hex(proveInclusion(read, 0, 8))).toEqual([
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]);
    expect(hex(proveInclusion(read, 5, 8))).toEqual([
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]);
    expect(hex(proveInclusion(read, 2, 3))).toEqual([ROOTS[2]]);
  });

  test("consistency of 6 and 8", () => {
    expect(hex(proveConsistency(read, 6, 8))).toEqual([
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]);
  });
});

describe("in every tree", () => {
  const trees = fc.array(fc.uint8Array({ maxLength: 4 }), { minLength: 1, maxLength: 70 }).map((data) => ({
    leaves: data.map(hashLeaf),
    read: readerOf(data.map(hashLeaf)),
  }));
  const numbers = fc.nat({ max: 1000 });

  test("an entry is proven to be in it, and no other entry, place or root", () => {
    fc.assert(
      fc.property(trees, numbers, numbers, ({ leaves, read: tree }, n, m) => {
        const size = 1 + (n % leaves.length);
        const index = m % size;
        const leaf = leaves[index] ?? Buffer.alloc(0);
        const proof = proveInclusion(tree, index, size);
        const claim = { leaf, index, size, root: rootHash(tree, size) };
        expect(verifyInclusion(claim, proof)).toBe(true);
        expect(verifyInclusion({ ...claim, leaf: hashLeaf(Buffer.from("another")) }, proof)).toBe(false);
        expect(verifyInclusion({ ...claim, root: Buffer.alloc(32) }, proof)).toBe(false);
        expect(verifyInclusion(claim, [...proof, Buffer.alloc(32)])).toBe(false);
        expect(verifyInclusion({ ...claim, index: size }, proof)).toBe(false);
      }),
    );
  });

  test("what it was before is proven to be its beginning, and nothing else is", () => {
    fc.assert(
      fc.property(trees, numbers, numbers, ({ leaves, read: tree }, n, m) => {
        const second = 1 + (n % leaves.length);
        const first = m % (second + 1);
        const claim = {
          first,
          firstRoot: rootHash(tree, first),
          second,
          secondRoot: rootHash(tree, second),
        };
        const proof = proveConsistency(tree, first, second);
        expect(verifyConsistency(claim, proof)).toBe(true);
        expect(verifyConsistency({ ...claim, firstRoot: Buffer.alloc(32, 7) }, proof)).toBe(false);
        if (first > 0)
          expect(verifyConsistency({ ...claim, secondRoot: Buffer.alloc(32, 7) }, proof)).toBe(false);
        expect(verifyConsistency(claim, [...proof, Buffer.alloc(32)])).toBe(false);
      }),
    );
  });
});
