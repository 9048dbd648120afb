import { beforeAll, describe, expect, test } from "vitest";
import { openSkill, type OpenSkill } from "@/lib/catalogue/core-tools/open-skill";
import { searchActive } from "@/lib/catalogue/core-tools/search-active";
import { buildVibeLifeSkill, toolNames } from "@/lib/running/testing/vibelife-skill";
import { makeAccount, publishNow, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

let letters: OpenSkill;
let other: OpenSkill;

async function open(files: Record<string, string>): Promise<OpenSkill> {
  const id = uniqueName("letters");
  await publishNow(buildVibeLifeSkill({ id, files }), await makeAccount());
  return openSkill(id);
}

beforeAll(async () => {
  letters = await open({
    "rules/counting.md": "# 字数\n\n空格不计。\n\n繁體與簡體，數法相同。\nSpaces are never counted.\n",
    "references/history.md": "# History\n\nThe oldest dictionary has forty strokes for a dragon.\n",
    "tools/handlers.py": `"""Counts."""\n\ndef f():\n    """\n    Measures the wingspan of a letter.\n    """\n    return "unspoken albatross"\n`,
    "services/letters.py": '"""A hidden narwhal."""\n',
    "data/narwhal.md": "narwhal\n",
  });
  other = await open({ "rules/counting.md": "# Other\n\nA dragon is counted twice.\n" });
});

const search = async (query: string, skills = [letters, other], most = 8) =>
  (await searchActive(skills, query, most)).passages;
const places = async (query: string, skills?: OpenSkill[]) =>
  (await search(query, skills)).map(({ file, line, kind }) => `${kind} ${file}:${line}`);

describe("a search of what is active", () => {
  test.each([
    ["a rule", "空格", ["rule rules/counting.md:3"]],
    ["a rule in traditional characters by simplified ones", "繁体数法", ["rule rules/counting.md:5"]],
    ["another form of a word", "never counting space", ["rule rules/counting.md:5"]],
    ["a reference", "oldest dictionary", ["reference references/history.md:3"]],
    ["a document of a handler", "wingspan", ["handler tools/handlers.py:5"]],
    ["no code of a handler", "albatross", []],
    ["no file that is neither", "narwhal", []],
    ["nothing", "qzxv", []],
    ["nothing for no words", "???", []],
  ])("finds %s", async (_what, query, expected) => {
    expect((await places(query, [letters]))[0]).toBe(expected[0]);
    if (expected.length === 0) expect(await places(query, [letters])).toEqual([]);
  });

  test("says of which skill and version each passage is, and puts what answers more first", async () => {
    const found = await search("dragon counted");
    expect(found[0]).toEqual({
      skill: other.slug,
      version: "1.0.0",
      file: "rules/counting.md",
      line: 3,
      kind: "rule",
      text: "A dragon is counted twice.",
    });
    expect(found.map(({ skill, kind }) => [skill, kind])).toContainEqual([letters.slug, "reference"]);
    expect(await search("dragon counted", [letters, other], 1)).toHaveLength(1);
    expect(await search("dragon", [])).toEqual([]);
  });

  test("finds tools by when they are called", async () => {
    const found = await search("需要时", [letters]);
    expect(found.map(({ kind }) => kind)).toContain("tool");
    expect(found.find(({ kind }) => kind === "tool")?.text).toContain(toolNames(letters.slug).collect);
  });

  test("is bounded: a long text is read to its part, a long passage is cut, an open quote ends", async () => {
    const long = `# Long\n\n${"wingspan ".repeat(500)}\n\n${"filler words here\n\n".repeat(20_000)}\n\nplatypus\n`;
    const skill = await open({
      "rules/long.md": long.slice(0, 90_000),
      "tools/handlers.py": '"""wingspan'.repeat(1),
    });
    const found = await search("wingspan", [skill]);
    expect(found.length).toBeGreaterThan(0);
    for (const { text } of found) expect(text.length).toBeLessThanOrEqual(600);
  });

  test("is shared: a skill that repeats what is asked without end leaves room for the others", async () => {
    const loud = await open({
      "rules/loud.md": `${"dragon strokes ".repeat(3_000)}\n\n${"dragon strokes\n\n".repeat(2_000)}`.slice(
        0,
        90_000,
      ),
    });
    const { passages } = await searchActive([loud, letters], "forty strokes for a dragon", 8);
    expect(passages[0]).toMatchObject({ skill: letters.slug, file: "references/history.md", line: 3 });
  });

  test("leaves out, and names, a skill that was taken away meanwhile", async () => {
    const gone = await open({});
    await database().skillVersion.update({
      where: { id: gone.versionId },
      data: { yankedAt: new Date(), yankReason: "late" },
    });
    const { passages, unread } = await searchActive([gone, letters], "空格", 8);
    expect(unread).toEqual([gone.slug]);
    expect(new Set(passages.map(({ skill }) => skill))).toEqual(new Set([letters.slug]));
  });
});
