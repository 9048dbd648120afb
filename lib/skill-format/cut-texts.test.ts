import { describe, expect, it } from "vitest";
import { checkSkill } from "./check-skill";
import { decideStatus } from "./decide-status";
import { applyEdits } from "./fixes/apply-edits";
import { listFixes } from "./fixes/list-fixes";
import { CHECK_PROFILES, type CheckProfile } from "./types";
import { checkOne, EXO_FRONT_MATTER, skillFiles, USK_FRONT_MATTER } from "./testing/build-skill";

const PLAIN = "name: a-b\ndescription: Reads files. Use it for PDFs.";

/** Where a text is said to be cut. */
function cutIn(
  frontMatter: string,
  profile: CheckProfile = "agent-skills",
  files: Record<string, string> = {},
) {
  const { reports } = checkOne(profile, frontMatter, { files });
  return reports.flatMap(({ issues }) => issues.filter(({ code }) => code === "TEXT_CUT"));
}

/** SKILL.md with the fix of a cut text, and what is said of it then. */
function mended(frontMatter: string, profile: CheckProfile = "agent-skills"): string {
  const files = skillFiles(frontMatter);
  const fix = listFixes({ files, dialects: [profile] }).find(({ code }) => code === "TEXT_CUT");
  const text = applyEdits(String(files.get("SKILL.md")), fix?.edits ?? []);
  expect(
    checkSkill({ files: new Map([["SKILL.md", text]]) }).reports.flatMap(({ issues }) => issues),
  ).not.toContainEqual(expect.objectContaining({ code: "TEXT_CUT", path: fix?.path }));
  return text;
}

describe("a text that a comment cuts", () => {
  it.each([
    ["description: Use C # to write programs", '"Use C # to write programs"'],
    ["description: Use it to fix issue #12 and others", '"Use it to fix issue #12 and others"'],
    ["description: Use it to post to #general.", '"Use it to post to #general."'],
    ["description: Use it to sort. #pdf #files", '"Use it to sort. #pdf #files"'],
    ["description: #1 choice, use it for files", '"#1 choice, use it for files"'],
    ['description: Use "C" or F # for \\ more', '"Use \\"C\\" or F # for \\\\ more"'],
    ["description:\n  Use C # to write programs", '"Use C # to write programs"'],
    ["description: Use it\n  for C # programs", '"Use it for C # programs"'],
    ["description: Use it for\n  #general", '"Use it for #general"'],
    ["description: 用于编写 C # 程序，需要时使用", '"用于编写 C # 程序，需要时使用"'],
  ])("%j is warned of, and mended by quotes", (written, quoted) => {
    const frontMatter = `name: a-b\n${written}\nlicense: MIT`;
    expect(cutIn(frontMatter)).toMatchObject([{ severity: "warning", path: "description", line: 3 }]);
    expect(mended(frontMatter)).toContain(`\ndescription: ${quoted}\nlicense: MIT\n`);
  });

  it.each([
    ["agent-skills", "compatibility: Needs Python # 3.12", "compatibility"],
    ["agent-skills", "when_to_use: For C # code", "when_to_use"],
    ["agent-skills", "whenToUse: For issue #7", "whenToUse"],
    ["agent-skills", "argument-hint: Issue #7", "argument-hint"],
    ["agent-skills", "metadata:\n  summary: Counts the # of rows", "metadata.summary"],
    ["agent-skills", "metadata:\n  short-description: Writes C # code", "metadata.short-description"],
    ["agent-skills", "metadata:\n  openclaw:\n    title: C # code", "metadata.openclaw.title"],
    ["usk", "changelog: Mends issue #7", "changelog"],
    ["usk", "tags:\n  - C # code\n  - pdf", "tags[0]"],
    ["usk", "examples:\n  - description: Issue #7\n    input: {}\n    output: {}", "examples[0].description"],
    ["vibelife", "triggers:\n  - 八字\n  - C # 代码", "triggers[1]"],
    ["vibelife", "triggers:\n  - #hashtag\n  - b", "triggers[0]"],
    ["metadata", "dependencies: []\ndisplay_name: The #1 reader", "display_name"],
    ["exo", "annotations:\n  title: The #1 reader", "annotations.title"],
    ["agent-skills-upstream", "compatibility: Needs C # 12", "compatibility"],
  ] as const)("in %s, %j", (profile, lines, path) => {
    expect(cutIn(`${PLAIN}\n${lines}`, profile).map((issue) => issue.path)).toEqual([path]);
    expect(mended(`${PLAIN}\n${lines}`, profile)).toMatch(/"[^"]*#[^"]*"\n/);
  });

  it("in the title of a VibeLife skill, a schema and tools/tools.yaml", () => {
    expect(cutIn("id: a-b\nname: 学习 C # 语言", "vibelife").map(({ path }) => path)).toEqual(["name"]);
    const schema = USK_FRONT_MATTER.replace("description: Search query", "description: Issue #7, or none");
    expect(cutIn(schema, "usk")).toMatchObject([
      { path: "input_schema.properties.query.description", line: 16 },
    ]);
    const tools = "version: '2.0'\ntools:\n  - name: a\n    when_to_call: Asked for issue #7\n";
    expect(cutIn("id: a-b", "vibelife", { "tools/tools.yaml": tools })).toMatchObject([
      { path: "tools/tools.yaml#tools[0].when_to_call", line: 4 },
    ]);
  });

  it("is advice of every format and holds nothing up", () => {
    const frontMatter = `name: a-b\ndescription: Use C # to write programs`;
    for (const profile of CHECK_PROFILES) expect(cutIn(frontMatter, profile)).toHaveLength(1);
    const check = checkSkill({ files: skillFiles(frontMatter) });
    expect(check.manifest.description).toBe("Use C");
    expect(decideStatus(check)).toMatchObject({ status: "approved", reasons: [] });
  });

  it("says why a required text is missing", () => {
    expect(cutIn("name: a-b\ndescription: #1 reader")[0]?.message).toBe(
      'is empty: "#1 reader" is a comment, as it begins with #; put the text in quotes',
    );
  });

  it("in an overlay and behind an anchor", () => {
    const files = { "dialects/agent-skills.yaml": "compatibility: Needs C # 12\n" };
    const [issue, ...others] = cutIn(PLAIN, "agent-skills", files);
    expect(issue).toMatchObject({ path: "compatibility" });
    expect(issue).not.toHaveProperty("line");
    expect(others).toEqual([]);
    expect(cutIn(`name: a-b\ndescription: &d Use C # to write`).map(({ path }) => path)).toEqual([
      "description",
    ]);
  });
});

describe("a word that YAML takes from the front of a text", () => {
  it.each([
    ["description: &Co. letters", "description", '"&Co. letters"'],
    ["description: &nbsp;Text", "description", '"&nbsp;Text"'],
    ["description: ! Read this first", "description", '"! Read this first"'],
    ["tags:\n  - &more tips", "tags[0]", '"&more tips"'],
    ["metadata:\n  firm: &Sons", "metadata.firm", '"&Sons"'],
  ])("%j is warned of, and mended by quotes", (written, path, quoted) => {
    expect(cutIn(`name: a-b\n${written}`)).toMatchObject([{ severity: "warning", path }]);
    expect(mended(`name: a-b\n${written}`)).toContain(quoted);
  });

  it.each([
    "description: &text Reads files.\nsummary: *text",
    "metadata: &m\n  a: 1",
    "description: !!str Reads",
    'description: "&Co. letters"',
    "description: Letters of Tom &Co.",
  ])("%j loses nothing", (written) => expect(cutIn(`name: a-b\n${written}`)).toEqual([]));
});

describe("a true comment is left alone", () => {
  it.each([
    "description: Reads files. # for PDFs too",
    "description: 读取文件。 # 也用于 PDF",
    "description: Reads files  # what it does",
    "description: Reads files\t# what it does",
    'description: "Use C" # to write',
    "description: 'Use C' #12",
    "description: >-\n  Use C # to #write",
    "description: Use C#, F# or a#b",
    "description: # one line\n  Reads files",
    "# a line of its own\ndescription: Reads files",
    "description: Reads files\n# a line of its own",
    "description: Reads files\n  # a line of its own",
    "description: Reads files\n#description: older",
    "description: # still to be written",
  ])("%j", (lines) => expect(cutIn(`name: a-b\n${lines}`)).toEqual([]));

  it.each([
    "name: a-b # the folder",
    "license: MIT # see LICENSE",
    "version: 1.0.0 # next is 2",
    "category: tools # or others",
    "tags:\n  - pdf # the format\n  - e-mail # not mail",
    "allowed-tools: Bash # and no other",
    "metadata: # more\n  author: me # myself",
    "tags: # words\n  - pdf",
  ])("%j", (lines) => expect(cutIn(`${PLAIN.replace(/name.*\n/, "")}\n${lines}`)).toEqual([]));

  it("behind numbers and codes of a complete Exo skill", () => {
    const commented = EXO_FRONT_MATTER.replaceAll(
      /^(\s*(?:version|model|price_lamports|entrypoint|type): \S+)$/gm,
      "$1 # x",
    );
    expect(commented.split(" # x").length).toBeGreaterThan(5);
    expect(cutIn(commented, "exo")).toEqual([]);
  });
});
