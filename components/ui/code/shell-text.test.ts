import fc from "fast-check";
import { expect, it } from "vitest";
import { wordsOfShell } from "@/components/ui/code/shell-text";

const marked = (code: string) =>
  wordsOfShell(code)
    .filter(({ kind }) => kind !== "plain")
    .map(({ kind, text }) => `${kind}:${text}`);

it("marks programs, options and quoted text, and no program in a continued line", () => {
  expect(marked('curl -s http://a/-b \\\n  -d \'{"a":1}\'\necho "x y" --last')).toEqual([
    "program:curl",
    "option:-s",
    "option:-d",
    "string:'{\"a\":1}'",
    "program:echo",
    'string:"x y"',
    "option:--last",
  ]);
});

it("keeps every character of any text", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(
        wordsOfShell(text)
          .map((word) => word.text)
          .join(""),
      ).toBe(text);
    }),
  );
});
