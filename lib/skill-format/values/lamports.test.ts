import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_LAMPORTS } from "../constants";
import { formatLamportsAsSol, readLamports } from "./lamports";
import { EMPTY_MAP, nodeAt } from "../yaml/node";
import { readYaml } from "../yaml/read-yaml";

function read(written: string) {
  const { root } = readYaml(`price: ${written}`);
  const node = nodeAt(root?.kind === "map" ? root : EMPTY_MAP, "price");
  return node === undefined ? "no price" : readLamports(node);
}

describe("a price", () => {
  it("keeps every digit from 0 to 2^64-1", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_LAMPORTS }), (lamports) => {
        expect(read(String(lamports))).toBe(lamports);
      }),
    );
    expect(read("9007199254740993")).toBe(9_007_199_254_740_993n);
    expect(read("18446744073709551615")).toBe(MAX_LAMPORTS);
  });

  it.each([
    "18446744073709551616",
    "-1",
    "9".repeat(5000),
    "1.5",
    "5000.0",
    "5e3",
    ".inf",
    ".nan",
    '"5000"',
    "5_000",
    "cheap",
    "[1]",
    "true",
  ])("%s is none", (written) => expect(read(written)).toBeNull());
});

describe("lamports in SOL", () => {
  it.each([
    ["0", "0"],
    ["1", "0.000000001"],
    ["5000", "0.000005"],
    ["1000000000", "1"],
    ["1500000000", "1.5"],
    ["18446744073709551615", "18446744073.709551615"],
    ["000", "0"],
  ])("%s lamports are %s SOL", (lamports, sol) => expect(formatLamportsAsSol(lamports)).toBe(sol));

  it("nothing is rounded: the text gives the lamports back", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_LAMPORTS }), (lamports) => {
        const [whole = "", fraction = ""] = formatLamportsAsSol(lamports).split(".");
        expect(BigInt(whole + fraction.padEnd(9, "0"))).toBe(lamports);
      }),
    );
  });

  it.each(["-1", "1.5", "", "x"])("%j is refused", (text) =>
    expect(() => formatLamportsAsSol(text)).toThrow(RangeError),
  );
});
