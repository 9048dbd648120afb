import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNumber, isExactNumber, isInteroperableNumber } from "@/lib/exact-numbers";

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

  it("are found with their place, and not in texts and keys", () => {
    const find = (text: string) => findNumber(text, (written) => !isExactNumber(written));
    expect(find('{"9007199254740993":"9007199254740993"}')).toBeNull();
    expect(find('{"a":[true,{"b/c~":-9007199254740993}]}')).toEqual({
      written: "-9007199254740993",
      pointer: "/a/1/b~1c~0",
    });
    expect(find('{"x":{"y":1},"z":9007199254740993}')?.pointer).toBe("/z");
    expect(find('[[],[1,2],"\\"]",9007199254740993]')?.pointer).toBe("/3");
    expect(find("9007199254740993")?.pointer).toBe("");
  });

  it("are found in any JSON text where it holds one", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom("a", "~/", '"\\'), (value, key) => {
        const text = `{"1e3":${JSON.stringify(value)},"list":[0,{${JSON.stringify(key)}:9007199254740993}]}`;
        const escaped = key.replaceAll("~", "~0").replaceAll("/", "~1");
        expect(findNumber(text, (written) => !isExactNumber(written))?.pointer).toBe(`/list/1/${escaped}`);
      }),
    );
  });

  it("take time in proportion to a text, also when it is no JSON", () => {
    const hostile = [
      '"\\'.repeat(500_000),
      "1".repeat(1_000_000),
      `0.${"0".repeat(1_000_000)}1`,
      "[".repeat(1_000_000),
    ];
    const startedAt = performance.now();
    for (const text of hostile) findNumber(`1e1 ${text}`, (written) => !isExactNumber(written));
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});
