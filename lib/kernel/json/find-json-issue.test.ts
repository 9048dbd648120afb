import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isExactNumber } from "@/lib/kernel/json/exact-numbers";
import { findJsonIssue, type JsonRules } from "@/lib/kernel/json/find-json-issue";

const ALL: JsonRules = { maxDepth: 64, isKept: isExactNumber, uniqueNames: true, storableTexts: true };

describe("a name twice in one object", () => {
  const findRepeatedName = (text: string) => {
    const fault = findJsonIssue(text, { isKept: () => true, uniqueNames: true });
    return fault?.kind === "name_twice" ? fault.name : fault;
  };

  test.each([
    ['{"a":1,"a":2}', "a"],
    ['{"a":1,"\\u0061":2}', "a"],
    ['{"x":[{"b":1},{"b":1,"c":{"d":0,"d":0}}]}', "d"],
    ['{"":1,"":2}', ""],
    ['{"a\\\\":1, "a\\\\" : 2}', "a\\"],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"a":{"b":[]},"c":1,"a":2}', "a"],
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

  it("is never found in what JSON.stringify wrote, and always where a member was put in twice", () => {
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
});

describe("a number that is not kept", () => {
  const find = (text: string) => findJsonIssue(text, { isKept: isExactNumber });
  const lost = (written: string, pointer: string) => ({ kind: "number_not_kept", written, pointer });

  it("is found with its place, and not in texts and names", () => {
    expect(find('{"9007199254740993":"9007199254740993"}')).toBeNull();
    expect(find('{"a":[true,{"b/c~":-9007199254740993}]}')).toEqual(lost("-9007199254740993", "/a/1/b~1c~0"));
    expect(find('{"x":{"y":1},"z":9007199254740993}')).toEqual(lost("9007199254740993", "/z"));
    expect(find('[[],[1,2],"\\"]",9007199254740993]')).toEqual(lost("9007199254740993", "/3"));
    expect(find("9007199254740993")).toEqual(lost("9007199254740993", ""));
    expect(find('{"a":[0,12.50,1e400]}')).toEqual(lost("1e400", "/a/2"));
  });

  it("is found in any JSON text that holds one", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom("a", "~/", '"\\'), (value, name) => {
        const text = `{"1e3":${JSON.stringify(value)},"list":[0,{${JSON.stringify(name)}:9007199254740993}]}`;
        const escaped = name.replaceAll("~", "~0").replaceAll("/", "~1");
        expect(find(text)).toEqual(lost("9007199254740993", `/list/1/${escaped}`));
      }),
    );
  });

  it("is asked about with all its signs, once for each that a double might change", () => {
    const asked: string[] = [];
    const isKept = (written: string) => asked.push(written) > 0;
    findJsonIssue('[12,-1.5,999999999999999,{"a":1E+2},"1e5",1e5,1234567890.123456,-999999999999999]', {
      isKept,
    });
    expect(asked).toEqual(["1E+2", "1e5", "1234567890.123456", "-999999999999999"]);
  });

  it("is never one that is asked about by nobody", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?(0|[1-9]\d{0,8})(\.\d{1,14})?$/), (written) => {
        const mayBeAsked = written.length > 15;
        return mayBeAsked || isExactNumber(written);
      }),
    );
  });
});

test("brackets count as depth where they open something, not in texts", () => {
  const deepest = (text: string, maxDepth: number) => findJsonIssue(text, { ...ALL, maxDepth })?.kind;
  expect(deepest('{"a":[{"b":[]}],"[[[[":"{{{{\\"[["}', 4)).toBeUndefined();
  expect(deepest('{"a":[{"b":[]}]}', 3)).toBe("too_deep");
  expect(deepest("[[],[],[[]],[]]", 3)).toBeUndefined();
});

test.each([
  ['{"a":"\\u0000"}', "nul"],
  ['{"\\u0000":1}', "nul"],
  ['["\\ud83e"]', "lone_surrogate"],
  ['["\ud83e"]', "lone_surrogate"],
])("%s holds what no database stores, which only some ask for", (text, kind) => {
  expect(findJsonIssue(text, ALL)).toEqual({ kind });
  expect(findJsonIssue(text, { ...ALL, storableTexts: false })).toBeNull();
});

test("of several faults the first is told", () => {
  expect(findJsonIssue('{"a":1e400,"b":[[]],"a":0}', { ...ALL, maxDepth: 1 })?.kind).toBe("number_not_kept");
  expect(findJsonIssue('{"a":0,"a":1e400,"b":[]}', { ...ALL, maxDepth: 1 })?.kind).toBe("name_twice");
  expect(findJsonIssue('[[1e400],"\\ud800"]', { ...ALL, maxDepth: 1 })?.kind).toBe("too_deep");
});

describe("a text that need not be JSON", () => {
  it("is gone through without an exception", () => {
    const signs = fc.constantFrom(...'{}[],:"\\-1.eE \u0000a\ud800'.split(""), "123456789012345678", '"a":');
    fc.assert(
      fc.property(fc.array(signs), (text) => {
        findJsonIssue(text.join(""), ALL);
      }),
    );
  });
});
