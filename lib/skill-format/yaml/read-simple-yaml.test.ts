import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "@/lib/testing/property-runs";
import { EXO_FRONT_MATTER, USK_FRONT_MATTER } from "../testing/build-skill";
import { readFullYaml } from "./read-yaml";
import { readSimpleYaml } from "./read-simple-yaml";

/** The two readers agree, or the simple one leaves the text to the full one. */
function agrees(text: string, firstLine: number): boolean {
  const simple = readSimpleYaml(text, firstLine);
  if (simple !== null) expect(simple).toEqual(readFullYaml(text, firstLine).root);
  if (simple !== null) expect(readFullYaml(text, firstLine).faults).toEqual([]);
  return simple !== null;
}

/** Scalars of every kind, parted by `¦`. */
const WORDS = `
  a¦b¦name¦a-b¦x_1¦true¦null¦~¦1¦-5¦+3¦007¦1.0¦1.10¦5_000¦0x1f¦0o7¦.5¦5.¦1e3¦.inf¦.nan¦yes¦NULL
  False¦2026-01-23¦12:30¦1.2.3¦text here¦a: b¦a #b¦a#b¦a:¦:a¦- a¦-a¦--- x¦---¦...¦'q'¦"q"¦'a''b'
  "a\\n"¦"a" b¦''¦""¦[a, b]¦[]¦{}¦{a: 1}¦{ a: [1, 'x'], b: {} }¦[a, [b], c]¦[a,]¦[a b, c]¦{a}
  {a:1}¦[a: b]¦|¦|-¦>¦|2¦| # c¦&x a¦*x¦!!str 1¦!t a¦%a¦@a¦\`a¦? a¦¦技能¦工具：a¦café¦🧹¦a, b¦(x)¦Bash(git:*) Read
  https://example.com/x?y=1#z¦a  b¦# c¦<<¦=¦[x](y)¦a]¦}b¦1 2
`;
const word = fc.constantFrom(...WORDS.split(/¦|\n {2}/).map((text) => text.replace(/\n$/, "")));
const key = fc.constantFrom(
  "a",
  "b",
  "c-d",
  "e_f",
  "name",
  "null",
  "true",
  "1",
  "技",
  '"q"',
  "<<",
  "x y",
  "_",
  "A9",
);
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(key, word).map(([left, right]) => `${left}: ${right}`) },
  { weight: 2, arbitrary: key.map((left) => `${left}:`) },
  { weight: 3, arbitrary: word.map((text) => `- ${text}`) },
  { weight: 2, arbitrary: fc.tuple(key, word).map(([left, right]) => `- ${left}: ${right}`) },
  { weight: 1, arbitrary: word },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "   ", "# note", "-", "-   x", "---", "a:b", "a :b", "a:  b  ", "\t"),
  },
);
const indent = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.constant(2) },
  { weight: 1, arbitrary: fc.nat({ max: 5 }) },
);
const document = fc
  .array(fc.tuple(indent, line), { maxLength: 5 })
  .map((lines) => lines.map(([blanks, text]) => " ".repeat(blanks) + text).join("\n"));

describe("what the simple reader gives is what the full reader gives", () => {
  it("for lines of every kind at every indentation", () => {
    let read = 0;
    fc.assert(
      fc.property(document, fc.boolean(), fc.constantFrom(0, 2), (text, ended, firstLine) => {
        if (agrees(ended ? `${text}\n` : text, firstLine)) read += 1;
      }),
      { numRuns: runs(8_000) },
    );
    expect(read).toBeGreaterThan(runs(200));
  });

  it("for well-formed mappings with any characters in their values", () => {
    const value = fc.oneof(
      word,
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.string({ unit: "binary", maxLength: 6 }),
    );
    const text = fc.array(fc.tuple(key, value), { maxLength: 6 });
    fc.assert(
      fc.property(text, (pairs) => {
        agrees(pairs.map(([left, right]) => `${left}: ${right}\n`).join(""), 1);
      }),
      { numRuns: runs(4_000) },
    );
  });

  it("for a complete front matter with one place changed", () => {
    const source = fc.constantFrom(EXO_FRONT_MATTER, USK_FRONT_MATTER, TOOLS);
    const change = fc.oneof(word, fc.constantFrom("\n", "  ", "\n  ", ": ", "#", "-", "|\n", "\n\n"));
    fc.assert(
      fc.property(source, fc.nat(), fc.nat({ max: 3 }), change, (text, at, cut, piece) => {
        const place = at % text.length;
        agrees(text.slice(0, place) + piece + text.slice(place + cut), 2);
      }),
      { numRuns: runs(4_000) },
    );
  });
});

const TOOLS = `version: "2.0"
tools:
  - name: calculate
    type: compute
    parameters:
      - name: data
        required: true
      - {name: more, type: object}
  - name: show
    parameters: []
text: |
  one
    two

  three
last: end`;

it("a complete front matter is read by the simple reader, so that it is quick", () => {
  for (const text of [EXO_FRONT_MATTER, USK_FRONT_MATTER, TOOLS]) expect(agrees(text, 2)).toBe(true);
});

it.each([
  ["a key twice", "a: 1\na: 2"],
  ["a text over several lines", "a: b\n  c"],
  ["an anchor", "a: &x b"],
  ["a tag", "a: !!str b"],
  ["an escape", 'a: "\\0"'],
  ["a tab", "a:\tb"],
  ["a list at the top", "- a"],
  ["half a character pair", "a: b\ud800"],
  ["much", `a: ${"b".repeat(20_000)}`],
])("%s is left to the full reader", (_name, text) => expect(readSimpleYaml(text, 1)).toBeNull());
