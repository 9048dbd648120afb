import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printJson, tokensOfJson } from "@/components/ui/code/json";

describe("printJson", () => {
  it("indents by two and keeps short lists on one line", () => {
    expect(printJson({ days: [1, 2, 3], rows: [{ a: "x" }], none: [], empty: {} })).toBe(
      '{\n  "days": [1, 2, 3],\n  "rows": [\n    {\n      "a": "x"\n    }\n  ],\n  "none": [],\n  "empty": {}\n}',
    );
  });

  it("breaks a list that would not fit on a line", () => {
    expect(printJson(Array.from({ length: 40 }, (_, index) => index))).toContain("[\n  0,\n  1,");
  });

  it("reads back as the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(printJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("writes null for what JSON cannot write", () => {
    expect(printJson(undefined)).toBe("null");
  });
});

describe("tokensOfJson", () => {
  it("colours keys, strings and numbers apart", () => {
    const tokens = tokensOfJson('{"a": ["b", -1.5, true]}');
    expect(tokens.map(({ kind, text }) => ({ kind, text }))).toEqual([
      { kind: "plain", text: "{" },
      { kind: "key", text: '"a"' },
      { kind: "plain", text: ":" },
      { kind: "plain", text: " [" },
      { kind: "string", text: '"b"' },
      { kind: "plain", text: ", " },
      { kind: "number", text: "-1.5" },
      { kind: "plain", text: ", " },
      { kind: "number", text: "true" },
      { kind: "plain", text: "]}" },
    ]);
  });

  it("keeps every character, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 2);
        expect(
          tokensOfJson(text)
            .map((token) => token.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });

  it("keeps every character of text that is not JSON at all", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(
          tokensOfJson(text)
            .map((token) => token.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});
