import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_LAMPORTS } from "../constants";
import { formatLamportsAsSol, readLamports } from "./lamports";
import { EMPTY_MAP, nodeAt } from "../yaml/node";
import { readYaml } from "../yaml/read-yaml";

function read(written: string) {
  const { root } = readYaml(`price: ${written}`);
  const node = nodeAt(root?.kind === "map" ? root : EMPTY_MAP, "price");
  return node === undefined ? null : readLamports(node);
}

describe("a price", () => {
  it("keeps every digit from 0 to 2^64-1", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_LAMPORTS }), (lamports) => {
        expect(read(String(lamports))).toEqual({ state: "amount", lamports });
      }),
    );
    expect(read("9007199254740993")).toEqual({ state: "amount", lamports: 9_007_199_254_740_993n });
    expect(read("18446744073709551615")).toEqual({ state: "amount", lamports: MAX_LAMPORTS });
  });

  it.each([
    ["18446744073709551616", "range"],
    ["-1", "range"],
    ["9".repeat(5000), "range"],
    ["1.5", "fraction"],
    ["5000.0", "fraction"],
    ["5e3", "fraction"],
    [".inf", "fraction"],
    [".nan", "fraction"],
    ['"5000"', "type"],
    ["5_000", "type"],
    ["cheap", "type"],
    ["[1]", "type"],
    ["true", "type"],
  ])("%s is none: %s", (written, state) => expect(read(written)).toEqual({ state }));
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
