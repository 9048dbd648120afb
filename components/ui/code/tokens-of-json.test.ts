import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokensOfJson } from "@/components/ui/code/tokens-of-json";

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
