import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "@/lib/testing/full-form";
import { applyEdits } from "../fixes/apply-edits";
import { listFixes } from "../fixes/list-fixes";
import { skillFiles } from "../testing/build-skill";
import { readYaml } from "./read-yaml";

/** Line and sentence of the first fault, as a reader of SKILL.md is told. */
function toldOf(text: string): string {
  const [fault] = readYaml(text, 2).faults;
  return fault === undefined ? "nothing" : `${fault.line}: ${fault.message}`;
}

describe("a fault of YAML is told by its key, and what to do", () => {
  it.each([
    ["a: 1\ntags: [a, b\nc: 2", "3: tags opens a bracket [ that is not closed; close it with ], or put"],
    [
      "tags: [a # b, c]",
      '2: tags opens a bracket [ that is not closed (" #" begins a comment there); close it',
    ],
    ["a: {b: 1", "2: a opens a bracket { that is not closed; close it with }"],
    [
      "description: [WIP] a draft",
      "2: description begins with [ and goes on behind ]; put the text in quotes",
    ],
    ["description: {x} a", "2: description begins with { and goes on behind }; put the text in quotes"],
    ["a: {{ name }}", "2: a begins with { or [ and is no text to YAML; put it in quotes"],
    ["a: [1,,2]", "2: a has a comma in its brackets where an entry is expected; remove it"],
    ['a: ["x" y]', "2: a has entries in its brackets that no comma separates; put commas"],
    ["a: [b: c: d]", '2: a holds ": " inside brackets where none can stand; put that text in quotes'],
    ["a: ]", '2: a begins with "]", which closes a list; put the text in quotes'],
    ["a: , b", '2: a begins with ",", which separates entries in brackets; put the text'],
    [
      "description: *bold* text",
      '2: description begins with "*", which repeats what an anchor (&) names; put',
    ],
    ["description: *ref", "2: description begins with *ref, which repeats an anchor (&) that is not there"],
    ["a: &x *x", '2: a begins with "&", which names an anchor; put the text in quotes'],
    ["a: &", '2: a begins with "&", which names an anchor; put the text in quotes'],
    ["author: @me", '2: author begins with "@", which YAML keeps for itself; put the text in quotes'],
    ["triggers:\n  - @me", '3: the line "- @me" below triggers begins with "@", which YAML keeps'],
    ["license: `MIT`", '2: license begins with "`", which YAML keeps for itself; put the text in quotes'],
    ["a: %x", '2: a begins with "%", which begins a directive; put the text in quotes'],
    ["%YAML 1.1\na: yes", '2: the line "%YAML 1.1" begins with %, a directive of YAML; remove the line'],
    ["a: !foo bar", '2: a begins with "!", which begins a tag; put the text in quotes, or remove the tag'],
    ["a: !!binary aGk=", "2: the tag tag:yaml.org,2002:binary at a is not allowed; remove it"],
    [
      'license: "MIT" or so',
      '2: license goes on behind its closing quote "; put all of it in quotes and write',
    ],
    [
      "a: 'don't'",
      "2: a goes on behind its closing quote '; put all of it in quotes and write each apostrophe",
    ],
    ['a: 1\nb: "c\nd: 2\ne: 3', '3: b opens a quote " that is not closed; close it'],
    ["a: 'b", "2: a opens a quote ' that is not closed; close it; an apostrophe inside is written twice"],
    [
      'a: "C:\\dir"',
      '2: a holds "\\d", which is no escape; write \\\\ for a backslash, or use single quotes',
    ],
    ['a: "b"#c', "2: a is followed by # without a blank; put a blank before #"],
    ["metadata:\n\tauthor: me", "3: metadata.author is indented by a tab; indent it by blanks"],
    ["m:\n   a: 1\n  b: 2", "4: m.b is indented unlike what stands around it; keys of one mapping"],
    ["m:\n  a: 1\n    b: 2", '4: m.a.b is indented further than "a: 1" above, which has a value already'],
    ["tags:\n  - a\n  b: c", "4: tags.b is indented unlike what stands around it"],
    ["a: 1\n- b", '3: the entry "- b" of a list stands among keys; indent it below the key'],
    ["a: - b", '2: a begins with "- " on the line of its key; begin the list on the next line'],
    ["\n\n\na: 'b", "5: a opens a quote ' that is not closed"],
    ["a: 1\na: 2", "3: the key a is written twice; keep one of them"],
    ["m:\n  a: 1\n  a: 2", "4: the key m.a is written twice; keep one of them"],
    ["description: Use it when: now", "2: description holds a colon and a blank, which begin a mapping; put"],
    [
      "description: so:",
      "2: description holds a colon and a blank, which begin a mapping; put the text in quotes",
    ],
    ["name:x\ndescription: y", '2: the line "name:x" has no key; put a blank behind the colon'],
    ["name：x\ndescription: y", '2: the line "name：x" has no key; the colon is a wide one, write ": "'],
    ["name x\ndescription: y", '2: the line "name x" has no key; write "key: value", or indent the line'],
    [
      "description: | text",
      "2: description has more than | on its line; the text after | begins on the next line",
    ],
    [
      "description: |x\n  y",
      "2: description has more than | on its line; the text after | begins on the next",
    ],
    ["description: >-\ntext", "3: description is a text over several lines; indent these all by"],
    ["description: |\n   \n  a\n b", "4: description is a text over several lines; indent these all by"],
    ["description: Mends issue #12\n  and others", '2: description ends at the comment "#12", as # follows'],
    ["description: C # code\n  e.g. this: that", '2: description ends at the comment "# code", as #'],
    ["m:\n  title: Use it\n    for C # code\n    and F", '4: m.title ends at the comment "# code", as #'],
    ["tags:\n  - C # code\n    and F", '3: tags ends at the comment "# code", as # follows a blank'],
    ["description: Use it\n  # for C\n  and F", '3: description ends at the comment "# for C", as #'],
    ["m:\n   a: 1 # one\n  b: 2", "4: m.b is indented unlike what stands around it; keys of one mapping"],
    [
      "tags:\n   - a # one of two\n  - b",
      '4: the line "- b" below tags cannot be read as YAML; put the text in quotes, or mend',
    ],
    ["a: b\u0007c", "2: a holds the control character U+0007; remove it"],
    ["m:\n  a: \u001b[1mb", "3: m.a holds the control character U+001B; remove it"],
    ['a: "\\0"', "2: a holds a character that cannot be stored, written as an escape; remove it"],
    ["a: 1\n...\nb: 2", "4: more than one YAML document; remove the line --- or ... that ends the first one"],
  ])("%j", (text, told) => expect(toldOf(text).slice(0, told.length)).toBe(told));

  const piece = fc.constantFrom(
    "a: ",
    "b:",
    "- ",
    "? ",
    "[",
    "]",
    "{",
    "}",
    "&x ",
    "*x",
    "!!str ",
    "!t ",
    "|",
    ">-",
    '"',
    "'",
    "\\u00",
    "#",
    " #",
    "%YAML 1.1\n",
    "...\n",
    "---\n",
    "  ",
    "\t",
    "<<: ",
    ",",
    ":",
    "\u0001",
    "中",
    "x y",
    "\n",
    "\n  ",
  );
  /** What the parser itself would say. */
  const PARSER =
    /implicit|plain value|scalar|node end|token|flow (?:map|sequence)|collection|resolve|directives-end|indicator/i;

  it("whatever is wrong, never in the parser's own words", () => {
    let faults = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        for (const { message } of readYaml(pieces.join(""), 2).faults) {
          faults += 1;
          expect(message).toMatch(/; \S/);
          expect(message.replaceAll(/"[^"]*"/g, "")).not.toMatch(PARSER);
        }
      }),
      { numRuns: runs(8_000) },
    );
    expect(faults).toBeGreaterThan(runs(2_000));
  });
});

describe("a text that begins with a sign is mended by quotes", () => {
  it.each([
    ["author: @me", 'author: "@me"'],
    ["license: `MIT`", 'license: "`MIT`"'],
    ["compatibility: *any* system", 'compatibility: "*any* system"'],
    ["compatibility: [WIP] later", 'compatibility: "[WIP] later"'],
    ['license: "MIT" or so', 'license: "\\"MIT\\" or so"'],
    ["metadata:\n  handle: @me", '  handle: "@me"'],
    ["triggers:\n  - %d of them", '  - "%d of them"'],
  ])("%j", (written, mended) => {
    const files = skillFiles(`name: a-b\ndescription: Use it for files.\n${written}`);
    const [fix] = listFixes({ files });
    expect(applyEdits(String(files.get("SKILL.md")), fix?.edits ?? [])).toContain(`\n${mended}\n`);
  });

  it.each(["tags: [a, b", "a: !tag x", "a: &x *x"])(
    "%j is not, as more than one thing may be meant",
    (written) => {
      expect(listFixes({ files: skillFiles(`name: a-b\ndescription: Use it.\n${written}`) })).toEqual([]);
    },
  );
});
