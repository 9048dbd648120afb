import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isExactNumber, isInteroperableNumber } from "@/lib/kernel/json/exact-numbers";

describe("numbers of a JSON text", () => {
  it("are exact when they come out as they went in", () => {
    for (const written of ["0", "-0", "0e5", "12", "1.50", "0.1", "1e2", "9007199254740991", "1e21"]) {
      expect([written, isExactNumber(written)]).toEqual([written, true]);
    }
    // the same double as 0.1, in the digits C prints
    expect(isExactNumber("0.10000000000000001")).toBe(true);
    expect(isExactNumber("-12.5e-3")).toBe(true);
    expect(isExactNumber("10000000000000000")).toBe(true);
  });

  it("are not when they would be other numbers", () => {
    const lost = [
      "9007199254740993",
      "-9007199254740993",
      "9007199254740993.0",
      "90071992547409930e-1",
      "1000000000000000000001",
      "18446744073709551615",
      "1152921504606846976",
      "3.141592653589793238462643383279",
      "1e400",
      "1e-400",
      "1.2345678e-320",
    ];
    expect(lost.filter(isExactNumber)).toEqual([]);
  });

  it("from 2^53 whole numbers are told apart by some readers only", () => {
    expect(isInteroperableNumber("10000000000000000")).toBe(false);
    expect(isInteroperableNumber("9007199254740991")).toBe(true);
    expect(isInteroperableNumber("1e16")).toBe(true);
  });

  it("whatever JavaScript writes is exact, and whole numbers are exactly when their digits survive", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) =>
        isExactNumber(String(value)),
      ),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (value) => {
        const kept = BigInt(Number(value)) === value && String(Number(value)) === String(value);
        return kept ? isExactNumber(String(value)) : true;
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 69n }), (value) => {
        const survives = BigInt(JSON.stringify(Number(value))) === value;
        return isExactNumber(String(value)) === survives;
      }),
    );
  });
});
