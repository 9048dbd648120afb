import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactSol, formatLamports, formatSol, groupDigits } from "@/lib/platform/i18n/format";

describe("formatSol", () => {
  it.each([
    ["42000", "0.000042"],
    ["1000", "0.000001"],
    ["1234567", "0.001234567"],
    ["1", "0.000000001"],
    ["999999999", "0.999999999"],
    ["999999000", "0.999999"],
    ["1000000000", "1.000"],
    ["2500000000", "2.500"],
    ["412093999999", "412.093"],
    ["1234567000000000", "1,234,567.000"],
    ["18446744073709551615", "18,446,744,073.709"],
  ])("shows %s lamports as %s SOL", (lamports, shown) => {
    expect(formatSol(lamports)).toBe(shown);
  });

  it("never shows more than there is, and loses less than a lamport below 1 SOL", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (amount) => {
        const [whole = "", fraction = ""] = formatSol(amount.toString()).replaceAll(",", "").split(".");
        const shown = BigInt(whole + fraction.padEnd(9, "0"));
        expect(shown).toBeLessThanOrEqual(amount);
        expect(amount - shown).toBeLessThan(amount < 1_000_000_000n ? 1n : 1_000_000n);
      }),
    );
  });
});

describe("exactSol", () => {
  it("keeps every lamport and can be read back", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (amount) => {
        const [whole = "", fraction = ""] = exactSol(amount.toString()).split(".");
        expect(BigInt(whole + fraction.padEnd(9, "0"))).toBe(amount);
      }),
    );
  });

  it("cuts trailing zeros", () => {
    expect(exactSol("2500000000")).toBe("2.5");
    expect(exactSol("3000000000")).toBe("3");
  });
});

describe("grouping", () => {
  it("separates thousands with commas", () => {
    expect(groupDigits("1204883")).toBe("1,204,883");
    expect(groupDigits("999")).toBe("999");
    expect(formatLamports("042000")).toBe("42,000");
  });

  it("refuses what is not a whole number of lamports", () => {
    expect(() => formatLamports("0.5")).toThrow(SyntaxError);
    expect(() => formatSol("4e3")).toThrow(SyntaxError);
  });
});
