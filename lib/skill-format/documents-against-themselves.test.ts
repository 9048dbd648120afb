import { describe, expect, it } from "vitest";
import { parseAuthorAgentObject } from "./author-agent";
import { checkSkill } from "./check-skill";
import { readTarget } from "./conversion-targets";
import { decideStatus } from "./decide-status";
import { dialectTitle } from "./dialects/registry";
import { EXO_FRONT_MATTER, issuesOf, skillFiles, USK_FILES, USK_FRONT_MATTER } from "./testing/build-skill";
import { CONVERSION_TARGETS } from "./types";
import { describeFields } from "./describe-fields";

/** Where a document breaks its own rules, and what counts instead. The examples are the documents', retold. */
describe("Skill Metadata v1.0", () => {
  it("its placeholder for a commit hash is no hash: the rule wins", () => {
    const placeholder = Array.from(
      "abcdefghijklmnopqrst",
      (letter, index) => `${letter}${(index + 1) % 10}`,
    ).join("");
    expect(placeholder).toHaveLength(40);
    const frontMatter = `name: video-wrapper\ndescription: Downloads videos. Use when asked.\nsource_hash: ${placeholder}`;
    expect(issuesOf("metadata", frontMatter)).toEqual(["error source_hash"]);
  });

  it("its sample output has six lines, ours the same six first and then the other fields", () => {
    const { lines } = describeFields(skillFiles("name: a\ndescription: Does it when asked."));
    expect(lines.slice(0, 6).map((line) => line.replace(/^\S+ ([a-z_]+):.*$/u, "$1"))).toEqual([
      "name",
      "description",
      "source_url",
      "source_hash",
      "version",
      "created_at",
    ]);
    expect(lines.length).toBeGreaterThan(8);
  });

  it("its static example does not say when to use the skill, and is valid all the same", () => {
    for (const description of ["一个静态 Skill。 不做经验进化。", "A skill that is static and stays so."]) {
      const { reports } = checkSkill({
        files: skillFiles(`name: static-skill\ndescription: ${description}\nevolution_enabled: false`),
        dialects: ["metadata"],
      });
      expect(reports[0]?.valid).toBe(true);
      expect(reports[0]?.issues.map(({ severity, path }) => `${severity} ${path}`)).toEqual([
        "warning description",
      ]);
    }
  });

  it("evolution is on by default, but a skill without a lifecycle field is static", () => {
    const evolutionOf = (more: string) =>
      checkSkill({ files: skillFiles(`name: a\ndescription: d${more}`) }).manifest.evolution;
    expect(evolutionOf("")).toEqual({ managed: false, enabled: false });
    expect(evolutionOf("\nlicense: MIT")).toEqual({ managed: false, enabled: false });
    expect(evolutionOf("\nversion: ''\ncreated_at: ~\nsource_url:")).toEqual({
      managed: false,
      enabled: false,
    });
    expect(evolutionOf("\nversion: 1.0.0")).toEqual({ managed: true, enabled: true });
    expect(evolutionOf("\nevolution_enabled: false")).toEqual({ managed: true, enabled: false });
  });
});

describe("USK v1.0", () => {
  const usk = (frontMatter: string) =>
    checkSkill({ files: skillFiles(frontMatter, { files: USK_FILES }), dialects: ["usk"] });

  it("its own search example lacks descriptions: a warning", () => {
    const output =
      "output_schema:\n  type: object\n  properties:\n    result: {type: string}\n    sources: {type: array}";
    const frontMatter = USK_FRONT_MATTER.replace(/output_schema:[^]*?(?=capabilities)/, `${output}\n`);
    const { reports } = usk(frontMatter);
    expect(reports[0]?.valid).toBe(true);
    expect(reports[0]?.issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "SCHEMA_NO_DESCRIPTION output_schema.properties.result",
      "SCHEMA_NO_DESCRIPTION output_schema.properties.sources",
    ]);
  });

  it("fields headed Required are needed for v3, not for being registered", () => {
    const bare = usk("name: a\ndescription: Does it when asked.");
    expect(decideStatus(bare)).toMatchObject({ status: "approved", spec: "v2", autoConvert: false });
    const declared = usk("spec: usk/1.0\nname: a\ndescription: Does it when asked.");
    expect(decideStatus(declared)).toMatchObject({ status: "approved", spec: "v2", autoConvert: false });
    expect(decideStatus(usk(USK_FRONT_MATTER))).toMatchObject({
      status: "approved",
      spec: "v3",
      autoConvert: true,
    });
    expect(decideStatus(usk("spec: usk/9\nname: a\ndescription: d")).status).toBe("caution");
  });

  it("seven platforms are promised and three named; a name with a blank is the same target", () => {
    expect(CONVERSION_TARGETS).toHaveLength(7);
    expect(CONVERSION_TARGETS).toEqual(expect.arrayContaining(["OpenClaw", "ClaudeCode", "CustomAgent"]));
    for (const name of ["ClaudeCode", "Claude Code", "claude-code"])
      expect(readTarget(name)).toBe("ClaudeCode");
  });

  it("a session hash needs its prefix, not 64 digits", () => {
    const read = (session_id_hash: string) => parseAuthorAgentObject({ name: "a", session_id_hash });
    expect(read("sha256:abc123...")).toMatchObject({ ok: true, removed: [] });
    expect(read("abc123")).toMatchObject({ ok: true, removed: ["session_id_hash"] });
  });

  it("a complete example with fences inside fences is read by its front matter alone", () => {
    const body =
      "# A\n\n```markdown\n---\nname: other\n---\n\n```python\nprint()\n```\n```\n---\nname: third\n---\n";
    const { manifest, reports } = checkSkill({
      files: skillFiles("name: a\ndescription: Does it when asked.", { body }),
      dialects: ["usk", "agent-skills"],
    });
    expect(manifest.slug).toBe("a");
    expect(reports.flatMap(({ issues }) => issues.filter(({ severity }) => severity !== "info"))).toEqual([]);
  });
});

describe("VibeLife V9", () => {
  it("the document that speaks of V12 defines V9", () =>
    expect(dialectTitle("vibelife")).toBe("VibeLife V9"));

  it("the core tool show is known to the description, its function show_card to the body", () => {
    const files = {
      "tools/tools.yaml": 'version: "2.0"\nskill_id: ba-zi\ntools: []\n',
      "tools/handlers.py": "",
      "rules/_index.md": "",
    };
    const frontMatter =
      "id: ba-zi\nname: 八字\nversion: 1.0.0\ndescription: 排盘。工具：show, ask, nothing\ntriggers: [a]\ncategory: wellness";
    const issues = issuesOf("vibelife", frontMatter, {
      files,
      body: "Call `show_card`, then `show_other_chart`.\n",
    });
    expect(issues.filter((issue) => issue === "warning description")).toHaveLength(1); // nothing
    expect(issues.filter((issue) => issue === "warning body")).toHaveLength(1); // show_other_chart
  });
});

describe("Agent Skills", () => {
  it("six hyphens and a heading for a name are damage of the translation, no front matter", () => {
    const files = new Map([["SKILL.md", "------\n\n## name: skill-name\ndescription: Does it.\n------\n"]]);
    const { reports } = checkSkill({ files, dialects: ["agent-skills"] });
    expect(reports[0]?.issues.map(({ code }) => code)).toEqual(["FRONTMATTER_MISSING"]);
  });

  it("digits are allowed in names, though the bracket forgets them", () => {
    expect(issuesOf("agent-skills", "name: n8n-v2\ndescription: Use it when asked.")).toEqual([]);
  });

  it("5000 is a number of tokens, not of bytes", () => {
    const body = "word ".repeat(2_000); // 10,000 bytes, about 2,000 tokens
    expect(issuesOf("agent-skills", "name: a\ndescription: Use it when asked.", { body })).toEqual([]);
  });

  it("metadata holds texts: written scalars are taken, anything nested is remarked on", () => {
    const frontMatter =
      "name: a\ndescription: Use it when asked.\nmetadata:\n  version: 1.0\n  on: true\n  list: [a]";
    expect(issuesOf("agent-skills", frontMatter)).toEqual(["warning metadata.list"]);
    expect(checkSkill({ files: skillFiles(frontMatter) }).manifest.metadata).toEqual({
      version: "1.0",
      on: "true",
    });
  });
});

it("Exo: the time limit stands in a required group and has a default", () => {
  const { manifest } = checkSkill({ files: skillFiles(EXO_FRONT_MATTER), dialects: ["exo"] });
  expect(manifest.runtime?.timeoutSeconds).toBe(60);
});
