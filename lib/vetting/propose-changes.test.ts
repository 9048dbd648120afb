import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "@/lib/testing/full-form";
import { applyEdits, REPAIR_KINDS } from "@/lib/skill-format";
import cases from "./faulty-headings.json" with { type: "json" };
import { judgeFormat } from "./judge-format";
import { PACKAGE_OBSTACLES, proposeChanges } from "./propose-changes";

/** A SKILL.md as people write it: what one press makes of it, or why only its author can. */
interface FaultyHeading {
  kind: string;
  text?: string[];
  /** Of what is no UTF-8. */
  base64?: string;
  /** Path of the file; SKILL.md if left out. */
  file?: string;
  dir?: string;
  /** Further files of the package. */
  others?: string[];
  steps?: string[];
  name?: string;
  description?: string;
  left?: string;
}

const CASES: FaultyHeading[] = cases;
const published = CASES.filter(({ left }) => left === undefined);
const left = CASES.filter((each) => each.left !== undefined);

const bytesOf = ({ text, base64 }: FaultyHeading) =>
  base64 === undefined ? new TextEncoder().encode(text?.join("\n")) : Buffer.from(base64, "base64");

function packageOf(given: FaultyHeading) {
  const files = new Map<string, Uint8Array>((given.others ?? []).map((path) => [path, new Uint8Array()]));
  files.set(given.file ?? "SKILL.md", bytesOf(given));
  return { files, ...(given.dir === undefined ? {} : { dir: given.dir }) };
}

const decode = (content: string | Uint8Array | undefined) =>
  typeof content === "string" ? content : new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
const withoutEnds = (text: string) => text.replaceAll("\r\n", "\n");

test("the table holds what real packages are refused for, and most of it is published with one press", () => {
  expect(CASES.length).toBeGreaterThanOrEqual(59);
  expect(published.length).toBeGreaterThanOrEqual(59);
  expect(new Set(CASES.map(({ kind }) => kind)).size).toBe(CASES.length);
  const shown = new Set([...CASES.flatMap(({ steps = [] }) => steps), ...left.map((each) => each.left)]);
  expect([...REPAIR_KINDS, ...PACKAGE_OBSTACLES].filter((each) => !shown.has(each))).toEqual([]);
});

describe.each(published)("$kind", (given) => {
  const input = packageOf(given);
  const changed = proposeChanges(input);

  test("is refused as it is, and accepted by the same verdict once it is changed", () => {
    expect(judgeFormat(input).decision.status).toBe("rejected");
    expect(changed?.proposal).toMatchObject({
      status: "approved",
      steps: given.steps,
      obstacles: [],
      reasons: [],
    });
    const after = judgeFormat({ ...changed, files: changed?.files ?? new Map() });
    expect(after.decision).toMatchObject({ status: "approved", reasons: [] });
    expect(after.check.manifest).toMatchObject({ slug: given.name, description: given.description });
  });

  test("is changed as the difference says, and not a second time", () => {
    const after = decode(changed?.files.get("SKILL.md"));
    if (given.base64 === undefined) {
      const before = decode(input.files.get(given.file ?? "SKILL.md"));
      const edited = applyEdits(withoutEnds(before), changed?.proposal.edits ?? []);
      expect(edited).toBe(withoutEnds(after));
      expect(after.includes("\r\n")).toBe(before.includes("\r\n"));
    }
    expect(proposeChanges({ ...changed, files: changed?.files ?? new Map() })).toBeNull();
  });

  test("keeps every other file, or says that it is left out", () => {
    const moved = new Map(changed?.proposal.moves.map(({ from, to }) => [from, to]));
    const expected = [...input.files.keys()].map((path) => (moved.has(path) ? moved.get(path) : path));
    expect(new Set(changed?.files.keys())).toEqual(new Set(expected.filter((path) => path !== null)));
  });
});

test.each(left)("$kind: is left to its author ($left)", (given) => {
  const input = packageOf(given);
  const { proposal } = proposeChanges(input) ?? {};
  expect(proposal).toMatchObject({ status: "rejected", obstacles: [given.left] });
  expect(proposal?.reasons).not.toEqual([]);
});

test("a package that is accepted gets no proposal, whatever remarks there are", () => {
  const text = "\uFEFF---\nname: a-b\ndescription: Does something. Use it when it is to be done.\n---\n# A\n";
  const files = new Map([["SKILL.md", text]]);
  expect(judgeFormat({ files }).decision.status).toBe("approved");
  expect(proposeChanges({ files })).toBeNull();
});

test.each([
  ["many lines with colons", `---\n${"description: a: b\n".repeat(3_000)}---\n`],
  ["one long line", `---\nname: x\ndescription: ${"a: ".repeat(60_000)}\n---\n`],
  ["many tabs", `---\n${"\t".repeat(2_000)}a: b: c\n---\n`],
  ["brackets", `---\nname: ${"[".repeat(5_000)}\n---\n`],
  ["a body of comments", `# A\n\n${"<!-- ".repeat(20_000)}`],
])("a hostile text ends: %s", (_kind, text) => {
  expect(proposeChanges({ files: new Map([["SKILL.md", text]]) })?.proposal.status).toBe("rejected");
});

const LINE = fc.oneof(
  fc.constantFrom(
    "---",
    "name: A b",
    " description: a: b",
    "description: |",
    "\ttags: [a",
    "- x",
    "# Title",
    "Some words of a sentence.",
    "",
    "```",
    "name：x",
    'description: "a "b" c',
    "<!-- x",
    "...",
    "name:",
  ),
  fc.string({ maxLength: 20 }),
);

test("whatever a file holds, nothing is thrown, and what is called accepted is", () => {
  fc.assert(
    fc.property(fc.array(LINE, { maxLength: 12 }), (lines) => {
      const files = new Map([["SKILL.md", lines.join("\n")]]);
      const changed = proposeChanges({ files });
      if (changed === null) return judgeFormat({ files }).decision.status !== "rejected";
      const { proposal, ...after } = changed;
      expect(judgeFormat(after).decision.status).toBe(proposal.status);
      expect(proposal.status === "rejected").toBe(proposal.obstacles.length > 0);
      // Every line of prose that was there is there.
      const text = decode(after.files.get("SKILL.md"));
      return !lines.includes("Some words of a sentence.") || text.includes("Some words of a sentence.");
    }),
    { numRuns: runs(300) },
  );
});
