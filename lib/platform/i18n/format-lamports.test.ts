import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatSol, formatLamports, groupDigits } from "@/lib/platform/i18n/format";

describe("formatSol", () => {
  it.each([
    ["42000", "0.000042"],
    ["1000", "0.000001"],
    ["1234567", "0.001234567"],
    ["1", "0.000000001"],
    ["999999999", "0.999999999"],
    ["999999000", "0.999999"],
    ["1000000000", "1"],
    ["2500000000", "2.5"],
    ["412093999999", "412.093999999"],
    ["1234567000000000", "1,234,567"],
    ["18446744073709551615", "18,446,744,073.709551615"],
  ])("shows %s lamports as %s SOL", (lamports, shown) => {
    expect(formatSol(lamports)).toBe(shown);
  });

  it("keeps every lamport and can be read back", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (amount) => {
        const [whole = "", fraction = ""] = formatSol(amount.toString()).replaceAll(",", "").split(".");
        expect(BigInt(whole + fraction.padEnd(9, "0"))).toBe(amount);
      }),
    );
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
