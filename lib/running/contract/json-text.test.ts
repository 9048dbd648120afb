import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJsonText, type JsonLimits } from "@/lib/running/contract/json-text";

const limits: JsonLimits = { maxBytes: 1024 * 1024, maxDepth: 16, interoperable: true };
const reasonOf = (text: string, changed: Partial<JsonLimits> = {}) => {
  const reading = readJsonText(text, { ...limits, ...changed });
  return reading.ok ? null : reading.reason;
};

describe("reading JSON text", () => {
  it("gives back every value JSON can carry", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const reading = readJsonText(text, { ...limits, interoperable: false });
        // Only texts with U+0000 or half a surrogate pair are refused.
        if (!reading.ok) return /U\+0000|surrogate/.test(reading.reason);
        expect(reading.value).toEqual(JSON.parse(text));
        return true;
      }),
    );
  });

  it("refuses whatever JSON.parse refuses, and never throws", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const reading = readJsonText(text, limits);
        if (reading.ok) JSON.parse(text);
      }),
    );
  });

  it("refuses the same key twice, also when it is spelled with escapes", () => {
    expect(reasonOf('{"a":1,"\\u0061":2}')).toMatch(/the key "a" twice/);
    expect(reasonOf('{"a":{"a":1},"b":[{"a":1},{"a":"a"}]}')).toBeNull();
    expect(reasonOf('{"a":"a","b":"a"}')).toBeNull();
  });

  it("refuses a text nested too deep without a stack overflow", () => {
    expect(reasonOf("[".repeat(17) + "]".repeat(17))).toMatch(/deeper than 16/);
    expect(reasonOf("[".repeat(16) + "]".repeat(16))).toBeNull();
    expect(reasonOf("[".repeat(400_000) + "]".repeat(400_000))).toMatch(/deeper/);
  });

  it("refuses numbers that would be many times as long in the database, and takes others like them", () => {
    const limits = { maxBytes: 10_000, maxDepth: 4, interoperable: false };
    const listOf = (number: string, count: number) =>
      `[${Array.from({ length: count }, () => number).join()}]`;
    for (const number of ["1e308", "-1E+300", "5e-324"]) {
      expect(readJsonText(listOf(number, 500), limits)).toMatchObject({
        ok: false,
        reason: expect.stringContaining("written out") as string,
      });
      expect(readJsonText(listOf(number, 20), limits)).toMatchObject({ ok: true });
    }
    expect(readJsonText(listOf("1.5e-9", 1_000), limits)).toMatchObject({ ok: true });
    expect(readJsonText(listOf('"1e308"', 1_000), limits)).toMatchObject({ ok: true });
  });

  it("refuses more bytes than allowed, counted in UTF-8", () => {
    expect(reasonOf('"안녕"', { maxBytes: 8 })).toBeNull();
    expect(reasonOf('"안녕"', { maxBytes: 7 })).toMatch(/8 bytes; at most 7/);
  });

  it("refuses numbers that would become other numbers", () => {
    expect(reasonOf("[1e999]")).toMatch(/too large/);
    expect(reasonOf('{"lamports":18446744073709551615}')).toMatch(/18446744073709551615.*write it as text/);
    expect(reasonOf('{"lamports":18446744073709551615}', { interoperable: false })).toMatch(
      /write it as text/,
    );
    expect(reasonOf("[10000000000000000]")).toMatch(/write it as text/);
    expect(reasonOf("[10000000000000000]", { interoperable: false })).toBeNull();
    expect(reasonOf("[9007199254740991, -1.5e10]")).toBeNull();
  });

  it("says where such a number stands", () => {
    expect(readJsonText('{"a/b":[1,{"c":9007199254740993}]}', limits)).toMatchObject({
      pointer: "/a~1b/1/c",
    });
  });

  it("refuses text a database cannot store", () => {
    expect(reasonOf('"\\u0000"')).toMatch(/U\+0000/);
    expect(reasonOf('{"\\u0000":1}')).toMatch(/U\+0000/);
    expect(reasonOf('"\\ud800"')).toMatch(/surrogate/);
  });

  it("says what is wrong with an empty text", () => {
    expect(reasonOf(" \n")).toBe("is empty");
  });

  it("reads a megabyte of strings, keys and numbers", () => {
    const text = JSON.stringify({
      list: Array.from({ length: 20_000 }, (_, i) => ({ key: `"\\${i}`, n: i })),
    });
    expect(reasonOf(text)).toBeNull();
    for (const character of ["a", "\\\\", "\\n", "안"]) {
      const long = `{"text":"${character.repeat(1_000_000 / Buffer.byteLength(character))}"}`;
      expect(reasonOf(long)).toBeNull();
    }
  });
});
