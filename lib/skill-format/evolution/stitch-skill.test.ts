import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Evolution, NO_EVOLUTION } from "./evolution";
import { foldEntry, SECTION_TITLE, stitchSkill, unstitchSkill } from "./stitch-skill";

const HEAD = "---\nname: my-skill\ndescription: Converts text. Use when asked.\nversion: 1.0.0\n---\n";
const HEADING = `## ${SECTION_TITLE}`;
const NOTICE = "> Auto-Generated Section: 由 skill-evolution 维护，请勿手动编辑";

function evolution(members: Partial<Evolution>): Evolution {
  return { ...NO_EVOLUTION, ...members };
}

function stitch(text: string, members: Partial<Evolution>): string {
  const result = stitchSkill(new Map([["SKILL.md", text]]), evolution(members));
  if (!result.ok) throw new Error(result.findings.map(({ message }) => message).join("; "));
  return result.text;
}

function stateOf(text: string | Uint8Array, members: Partial<Evolution> = { fixes: ["a"] }): string {
  const result = stitchSkill(new Map([["SKILL.md", text]]), evolution(members));
  return result.ok ? result.state : "refused";
}

describe("the section", () => {
  it("is written as section 5 shows it", () => {
    const text = stitch(`${HEAD}\n# My Skill\n\nText.\n`, {
      preferences: ["one", "two"],
      fixes: ["three"],
      contexts: ["four"],
      customPrompts: "Say the size first.",
    });
    expect(text).toBe(
      `${HEAD}\n# My Skill\n\nText.\n\n${HEADING}\n\n${NOTICE}\n\n### User Preferences\n- one\n- two\n\n` +
        "### Known Fixes & Workarounds\n- three\n\n### Context-Specific Notes\n- four\n\n" +
        "### Custom Instruction Injection\nSay the size first.\n",
    );
  });

  it.each([
    ["no line end", `${HEAD}Text.`, `${HEAD}Text.\n\n${HEADING}\n`],
    ["an empty body without line end", HEAD.trimEnd(), `${HEAD.trimEnd()}\n\n${HEADING}\n`],
    ["blank lines", `${HEAD}Text.\n\n\n`, `${HEAD}Text.\n\n\n${HEADING}\n`],
    [
      "CRLF",
      `${HEAD}Text.\n`.replaceAll("\n", "\r\n"),
      `${HEAD}Text.\n\n${HEADING}\n`.replaceAll("\n", "\r\n"),
    ],
    ["a byte order mark", `\uFEFF${HEAD}Text.\n`, `\uFEFF${HEAD}Text.\n\n${HEADING}\n`],
  ])("is added behind one blank line to a file with %s", (_, before, start) => {
    expect(stitch(before, { fixes: ["a"] }).slice(0, start.length)).toBe(start);
  });

  it("leaves out what is empty, and is not written at all for nothing", () => {
    expect(stitch(`${HEAD}Text.\n`, { preferences: ["", " \n "], fixes: ["a"] })).not.toContain(
      "Preferences",
    );
    expect(stateOf(`${HEAD}Text.\n`, { customPrompts: " ", preferences: [""] })).toBe("unchanged");
  });

  it("says the same once, in the order of the first", () => {
    const text = stitch(HEAD, { fixes: ["b", "a\nc", " b ", "a c", "b"] });
    expect(text.split("### Known Fixes & Workarounds\n")[1]).toBe("- b\n- a c\n");
  });

  it("goes when there is nothing left to say", () => {
    const stitched = stitch(`${HEAD}Text.\n\n`, { fixes: ["a"] });
    expect(stitch(stitched, {})).toBe(`${HEAD}Text.\n\n`);
  });
});

describe("what a person wrote", () => {
  const after = (rest: string) =>
    stitch(stitch(`${HEAD}Text.\n`, { fixes: ["old"] }) + rest, { fixes: ["new"] });

  it.each([
    ["a section", "\n## After\n\nKEEP ME\n"],
    ["a section without a blank line before it", "## After\n\nKEEP ME"],
    ["a paragraph", "\nKEEP ME\n"],
    ["a list of its own", "\n- KEEP ME\n"],
    ["a smaller heading", "\n### Mine\n- KEEP ME\n"],
    [
      "code that shows the section",
      `\n\`\`\`markdown\n${HEADING}\n### User Preferences\n- KEEP ME\n\`\`\`\n`,
    ],
    ["an underlined heading", "\nMine\n----\n\nKEEP ME\n"],
    ["spaces and line ends of another kind", "\n\n\n  \t\r\nKEEP ME  \r\n"],
  ])("behind the section stays: %s", (_, rest) => {
    const text = after(rest);
    expect(text.endsWith(rest)).toBe(true);
    expect(text).toContain("- new\n");
    expect(text).not.toContain("- old");
  });

  it("between two parts stays, behind the new section", () => {
    const text = `${HEAD}\n${HEADING}\n\n### User Preferences\n- old\n\nKEEP ME\n\n### Known Fixes & Workarounds\n- old\n\n## End\n`;
    expect(stitch(text, { fixes: ["new"] })).toBe(
      `${HEAD}\n${HEADING}\n\n${NOTICE}\n\n### Known Fixes & Workarounds\n- new\n\nKEEP ME\n\n\n## End\n`,
    );
  });

  it("before the section stays, the heading in code too", () => {
    const before = `${HEAD}\n\`\`\`\n${HEADING}\n- sample\n\`\`\`\n`;
    expect(stitch(before, { fixes: ["a"] }).startsWith(before)).toBe(true);
    const inline = `${HEAD}\`\`\`not a fence\`\`\`\n`;
    expect(stitch(stitch(inline, { fixes: ["a"] }), { fixes: ["a"] }).split(HEADING)).toHaveLength(2);
  });
});

describe("sections of older tools", () => {
  it("with several paragraphs, code in the prompts and a date below become one", () => {
    const old =
      `${HEADING}\n\n> **Auto-Generated Section**: do not edit.\n\n### User Preferences\n\n- old\n\n` +
      "### Custom Instruction Injection\n\nold prompt:\n```\nold\n\nold\n```\n\n*Last updated: 2026-01-01*\n";
    const text = stitch(`${HEAD}${old}\n## After\n${old}`, { fixes: ["new"] });
    expect(text).not.toContain("old");
    expect(text.split(HEADING)).toHaveLength(2);
    expect(text).toContain("## After");
  });
});

it("a line of = below a heading makes no other heading of it", () => {
  const once = stitch(`${HEAD}${HEADING}\n===\n### Known Fixes & Workarounds\n`, { fixes: ["a"] });
  expect(once.endsWith("- a\n\n===\n")).toBe(true);
  expect(stitch(once, { fixes: ["a"] })).toBe(once);
});

describe("entries", () => {
  it.each([
    ["one\n## Evil\r\n\u2028two", "one ## Evil two"],
    ["## Evil", "\\## Evil"],
    ["- > 1. # Evil", "- > 1. \\# Evil"],
    ["```sh\nrm\n```", "\\```sh rm ```"],
    ["~~~", "\\~~~"],
    ["---", "\\---"],
    ["===", "\\==="],
    ["* * *", "\\* * *"],
    ["***", "\\***"],
    ["2) * * *", "2) \\* * *"],
    ["> + * **", "> + \\* **"],
    ["a * * *", "a * * *"],
    ["- - -", "\\- - -"],
    ["--- -", "\\--- -"],
    ["_ _ _", "\\_ _ _"],
    ["<!-- hide", "\\<!-- hide"],
    ["[link]: https://evil.example", "\\[link]: https://evil.example"],
    ["--cookies helps", "--cookies helps"],
    ["1. first", "1. first"],
    ["**bold** `code`", "**bold** `code`"],
    ["  \t\n ", ""],
  ])("%j is folded to %j", (entry, line) => expect(foldEntry(entry)).toBe(line));
});

describe("skills that are not stitched", () => {
  const body = `Text.\n\n${HEADING}\n\n### User Preferences\n- old\n`;

  it.each([
    ["switched off", HEAD.replace("version: 1.0.0", "evolution_enabled: false"), "off"],
    ["static", HEAD.replace("version: 1.0.0", "license: MIT"), "off"],
    ["undecided", HEAD.replace("version: 1.0.0", 'evolution_enabled: "false"'), "refused"],
    ["without front matter", "# Title\n", "refused"],
    ["with a key written twice", HEAD.replace("version: 1.0.0", "version: 1.0.0\nversion: 1.0.0"), "refused"],
    ["with front matter that is never closed", "---\nname: a\n", "refused"],
  ])("%s", (_, head, state) => expect(stateOf(head + body)).toBe(state));

  it("no UTF-8, and an open code block at the end", () => {
    expect(stateOf(new Uint8Array([...Buffer.from(HEAD), 0xff]))).toBe("refused");
    expect(stateOf(`${HEAD}\`\`\`\ncode\n`)).toBe("refused");
    expect(stitchSkill(new Map(), NO_EVOLUTION)).toMatchObject({ ok: false });
  });
});

it("experience of another source version is said to be stale", () => {
  const text = HEAD.replace("version: 1.0.0", `source_hash: ${"a".repeat(40)}`);
  const staleOf = (lastEvolvedHash: string) =>
    stitchSkill(new Map([["SKILL.md", text]]), evolution({ lastEvolvedHash }));
  expect(staleOf("b".repeat(40))).toMatchObject({ stale: true });
  expect(staleOf("A".repeat(40))).toMatchObject({ stale: false });
});

describe("laws", () => {
  const entry = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.stringMatching(/^(?:[#>`~\-=*_<![\]:. 1a\r\n\t]|\u2028){0,12}$/),
  );
  const experience = fc.record({
    preferences: fc.array(entry, { maxLength: 3 }),
    fixes: fc.array(entry, { maxLength: 3 }),
    contexts: fc.array(entry, { maxLength: 3 }),
    customPrompts: entry,
  });
  const line = fc.constantFrom(
    "",
    " ",
    "Text.",
    "# One",
    "## Two",
    "### Mine",
    HEADING,
    "### User Preferences",
    "### Known Fixes & Workarounds",
    "### Custom Instruction Injection",
    "- item",
    "- ```",
    "> quote",
    "```",
    "  ```",
    "```js```",
    "~~~",
    "===",
    "---",
    "    code",
    "*Last updated: now*",
    "\uFEFF",
  );
  const body = fc
    .array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 14 })
    .map((lines) => lines.flat().join(""));
  const closed = (text: string) => stateOf(HEAD + text) !== "refused";

  it("stitching twice is stitching once", () => {
    fc.assert(
      fc.property(body.filter(closed), experience, (text, members) => {
        const once = stitch(HEAD + text, members);
        expect(stitch(once, members)).toBe(once);
      }),
      { numRuns: 200 },
    );
  });

  it("what was stitched is told from what was not: the text before is among those that stitching may have begun from", () => {
    const without = (text: string) => unstitchSkill(new Map([["SKILL.md", text]]));
    fc.assert(
      fc.property(
        body.filter(closed),
        experience,
        fc.constantFrom("\n", "\r\n", "\r"),
        (text, members, lineEnd) => {
          const raw = HEAD.replaceAll("\n", lineEnd) + text;
          const [base = ""] = without(raw)?.originals ?? [];
          const stitched = stitch(raw, { ...members, fixes: ["x"] });
          expect(without(stitched)?.originals).toContain(base);
          if (!text.includes(HEADING)) expect(without(stitch(stitched, members))?.originals).toContain(base);
          // what is not the section's is never taken for it
          const changed = without(stitched.replace("Converts text", "Converts all"))?.originals ?? [];
          expect(changed).not.toContain(base);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("what follows is what would follow from the latest experience alone", () => {
    fc.assert(
      fc.property(body.filter(closed), experience, experience, (text, first, second) => {
        const direct = stitch(stitch(HEAD + text, { fixes: ["x"] }), second);
        expect(
          stitch(stitch(stitch(HEAD + text, { fixes: ["x"] }), { ...first, fixes: ["y"] }), second),
        ).toBe(direct);
      }),
      { numRuns: 200 },
    );
  });

  it("nothing outside the section is lost, and every entry is in it", () => {
    const plain = body.filter((text) => closed(text) && !text.includes(HEADING));
    fc.assert(
      fc.property(plain, experience, (text, members) => {
        const stitched = stitch(HEAD + text, members);
        expect(stitched.startsWith(HEAD + text)).toBe(true);
        const section = stitched.slice((HEAD + text).length);
        for (const list of [members.preferences, members.fixes, members.contexts, [members.customPrompts]]) {
          for (const each of list) expect(section).toContain(foldEntry(each));
        }
        const added = `\n## Mine\n\n${text}`;
        const again = stitch(stitch(HEAD + text, { ...members, fixes: ["y"] }) + added, { fixes: ["z"] });
        expect(again.endsWith(added)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("no entry begins a heading, a fence or a second section", () => {
    fc.assert(
      fc.property(experience, (members) => {
        const lines = stitch(HEAD, members).slice(HEAD.length).split("\n");
        const marked = lines.filter((text) => /^(?:- )*(?:#|```|~~~|<!|=+$|-+$)/.test(text));
        expect(marked.filter((text) => !/^#{2,3} [A-Z]/.test(text))).toEqual([]);
        expect(lines.filter((text) => text === HEADING).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  it("folding keeps every word", () => {
    fc.assert(
      fc.property(entry, (text) => {
        const words = (value: string) => value.replace(/[\p{Cc}\s\u2028\u2029\\]+/gu, "");
        expect(words(foldEntry(text))).toBe(words(text));
      }),
    );
  });
});
