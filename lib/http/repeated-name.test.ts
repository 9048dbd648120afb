import fc from "fast-check";
import { expect, test } from "vitest";
import { findRepeatedName } from "@/lib/http/repeated-name";

test.each([
  ['{"a":1,"a":2}', "a"],
  ['{"a":1,"\\u0061":2}', "a"],
  ['{"x":[{"b":1},{"b":1,"c":{"d":0,"d":0}}]}', "d"],
  ['{"":1,"":2}', ""],
  ['{"a\\\\":1, "a\\\\" : 2}', "a\\"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
])("%s repeats %j", (text, name) => {
  expect(findRepeatedName(text)).toBe(name);
});

test.each([
  '{"a":{"a":{"a":1}},"b":"a"}',
  '["a","a",{"a":"a"},{"a":"a"}]',
  '{"a":"\\"b\\":1,\\"b\\":2","b":"}{","c":["\\\\",","]}',
  '"a"',
  "{",
  '{"a',
])("%s repeats nothing", (text) => {
  expect(findRepeatedName(text)).toBeNull();
});

test("what was written by JSON.stringify never repeats a name, and a member put in twice always does", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.string(),
      fc.jsonValue(),
      (value, name, other) => {
        const text = JSON.stringify({ ...value, [`${name} again`]: other });
        expect(findRepeatedName(text)).toBeNull();
        const twice = `${text.slice(0, -1)},${JSON.stringify(`${name} again`)}:0}`;
        expect(findRepeatedName(twice)).toBe(`${name} again`);
      },
    ),
  );
});

test("a hostile text takes no longer than its length", () => {
  for (const text of [
    '"\\'.repeat(2_000_000),
    `{"a":"${"\\\\".repeat(2_000_000)}"}`,
    '{"a":1,'.repeat(500_000),
  ]) {
    const started = performance.now();
    findRepeatedName(text);
    expect(performance.now() - started).toBeLessThan(3_000);
  }
});
