import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { writeArchive } from "@/lib/package";
import { containing, skillMd, Workbench } from "../testing/run-cli";

const bench = new Workbench();
bench.write({
  "one/good/SKILL.md": skillMd("good", ["created_at: 2026-01-23"]),
  "one/group/bad/SKILL.md": skillMd("Not-Kebab"),
  "one/notes/README.md": "x",
  "empty/README.md": "x",
  "draft.md": skillMd("draft"),
  "hostile/SKILL.md": skillMd('"\\e[31mred"'),
  "twice--named/SKILL.md": skillMd("twice--named", ["created_at: 2026-01-23"]),
  "listed--twice/SKILL.md": skillMd("listed--twice", [
    "created_at: 2026-01-23",
    "dialects: [metadata, agent-skills]",
  ]),
  "usk/SKILL.md": skillMd("usk", ["spec: usk/1.0", "version: 1.0.0"]),
  "asks/SKILL.md": skillMd("asks", [
    "created_at: 2026-01-23",
    "interface: { type: cli, runtime: python3, entry_point: scripts/main.py, call_pattern: stdin_stdout }",
    "permissions: { network: false, env_vars: [] }",
  ]),
  "asks/scripts/main.py": "import json\nimport requests\nfrom urllib import request\n",
});
bench.write({
  "good.skill": writeArchive([{ path: "SKILL.md", bytes: Buffer.from(skillMd("good")) }], "good"),
  "other.skill": writeArchive([{ path: "SKILL.md", bytes: Buffer.from(skillMd("good")) }], "other"),
  "broken.skill": "PK no archive",
});

describe("validate", () => {
  it("checks a directory, its SKILL.md, an archive and a file on its own", async () => {
    for (const path of ["one/good", "one/good/SKILL.md", "good.skill", "draft.md"]) {
      const { code, stdout } = await bench.run(`validate ${path}`);
      expect([path, code, stdout.split("\n")[0]]).toEqual([
        path,
        0,
        expect.stringMatching(/^✔ .*: valid as /),
      ]);
    }
  });

  it("finds the skills of a tree, and says of each what is wrong and where", async () => {
    const { code, stdout, stderr } = await bench.run("validate one");
    expect(code).toBe(1);
    expect(stdout).toContain("✔ one/good: valid as Skill Metadata v1.0, Agent Skills\n");
    expect(stdout).toContain("✘ one/group/bad: invalid as Agent Skills\n");
    expect(stdout).toMatch(/ {2}error {4}agent-skills name: "Not-Kebab" is not kebab-case.* \(line 2\)\n/);
    expect(stderr).toBe("2 skills: 1 valid, 1 invalid\n");
  });

  it("holds the name against the directory or the archive's root, where there is one", async () => {
    expect((await bench.run("validate other.skill")).stdout).toContain('differs from the directory "other"');
    expect((await bench.run("validate draft.md")).code).toBe(0);
  });

  it("says what the scripts ask for that a sandbox lacks, and calls no skill invalid for it", async () => {
    const certain =
      / {2}warning {2}sandbox {6}scripts\/main\.py#requests: It imports requests.* \(line 2\)\n/;
    const perhaps = / {2}info {5}sandbox {6}scripts\/main\.py#urllib\.request: It can connect.* \(line 3\)\n/;
    const shown = await bench.run("validate asks");
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(certain)]);
    expect(shown.stdout).not.toMatch(perhaps);
    expect((await bench.run("validate asks --verbose")).stdout).toMatch(perhaps);
    const { stdout } = await bench.run("validate asks --format json");
    const { calling } = JSON.parse(stdout) as { calling: { callable: boolean; issues: { code: string }[] } };
    expect(calling.callable).toBe(false);
    expect(calling.issues.map(({ code }) => code)).toEqual(["CALL_MODULE", "CALL_CONNECTS"]);
  });

  it("says that a directory has no SKILL.md", async () => {
    const { code, stdout } = await bench.run("validate empty");
    expect([code, stdout]).toEqual([1, containing("there is no SKILL.md")]);
  });

  it("goes on behind a path that cannot be read, and its exit code says so", async () => {
    const { code, stdout, stderr } = await bench.run("validate missing broken.skill one/good");
    expect(code).toBe(3);
    expect(stderr).toContain("missing: no such file or directory\n");
    expect(stderr).toContain("broken.skill: FILE_INVALID_TYPE: ");
    expect(stdout).toContain("✔ one/good");
  });

  it("checks against the formats asked for", async () => {
    expect((await bench.run("validate one/good --dialect exo")).code).toBe(1);
    expect((await bench.run("validate one/good --dialect metadata --dialect usk")).stdout).toContain(
      "valid as Skill Metadata v1.0, USK v1.0",
    );
    expect(await bench.run("validate one/good --dialect none")).toMatchObject({
      code: 2,
      stderr: containing("exo, metadata, usk"),
    });
  });

  it("says what a market refuses, though its format allows it", async () => {
    const offered = await bench.run("validate twice--named --strict");
    expect(offered.code).toBe(1);
    expect(offered.stdout).toContain("✘ twice--named: valid as Skill Metadata v1.0; not as Agent Skills\n");
    expect(offered.stdout).toMatch(/ {2}error {4}agent-skills name: .*\n/);
    expect(offered.stdout).toMatch(/ {2}rejected market {7}name: must be a-z, 0-9 and single hyphens.*\n/);
    expect(JSON.parse((await bench.run("validate twice--named --format json")).stdout)).toMatchObject({
      valid: false,
      decision: { status: "rejected" },
      dialects: [{ valid: true }, { valid: false }],
    });
    for (const named of ["validate listed--twice", "validate twice--named --dialect agent-skills"]) {
      expect(await bench.run(named)).toMatchObject({
        code: 1,
        stdout: containing("invalid as Agent Skills"),
      });
    }
  });

  it("two skills below one path that have one name are both named, and the code is 1", async () => {
    const text = skillMd("same", ["created_at: 2026-01-23"]);
    bench.write({ "pair/a/same/SKILL.md": text, "pair/b/same/SKILL.md": `${text}More.\n` });
    for (const words of ["pair", "pair --quiet", "pair --format json"]) {
      const { code, stderr } = await bench.run(`validate ${words}`);
      expect(code).toBe(1);
      expect(stderr).toContain("pair/b/same: pair/a/same is called same too\n");
    }
    const apart = await bench.run("validate pair/a pair/b");
    expect(apart).toMatchObject({ code: 0 });
    expect(apart.stderr).not.toContain("called same");
  });

  it("warnings count only under --strict, remarks show only under --verbose", async () => {
    expect(await bench.run("validate usk")).toMatchObject({
      code: 0,
      stdout: containing("  warning "),
    });
    expect((await bench.run("validate usk --strict")).code).toBe(1);
    expect((await bench.run("validate one/good --verbose")).stdout).toContain("  info ");
    expect((await bench.run("validate one/good")).stdout).not.toContain("  info ");
  });

  it("--quiet says nothing of valid skills", async () => {
    expect((await bench.run("validate one --quiet")).stdout).not.toContain("✔");
    for (const format of ["json", "metadata"]) {
      expect((await bench.run(`validate one/good --quiet --format ${format}`)).stdout).toBe("");
    }
  });

  it("--format json gives one object a line", async () => {
    const { stdout } = await bench.run("validate one --format json");
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(answers.map(({ path, valid }) => [path, valid])).toEqual([
      ["one/good", true],
      ["one/group/bad", false],
    ]);
    expect(answers[1]).toMatchObject({
      dialects: [{ valid: false, issues: [{ path: "name", line: 2 }, { code: "NAME_DIR_MISMATCH" }] }],
    });
  });

  it("--format metadata prints what the validator of the format prints", async () => {
    const single = await bench.run("validate one/good/SKILL.md --format metadata");
    expect(single.code).toBe(0);
    expect(single.stdout.split("\n").slice(0, 3)).toEqual([
      "✅ name: valid",
      "✅ description: valid",
      "⚠️ source_url: missing (optional)",
    ]);
    const several = await bench.run("validate one --format metadata");
    expect([several.code, several.stdout]).toEqual([1, containing("one/group/bad:\n❌ name: ")]);
  });

  it("a skill cannot steer the terminal", async () => {
    const { stdout } = await bench.run("validate hostile");
    expect(stdout).toContain("\\u{1b}[31mred");
    expect(stdout).not.toContain("\u001B");
  });

  it("follows links of installers, and ends in a circle of them", async () => {
    bench.write({ "linked/own/SKILL.md": skillMd("own") });
    symlinkSync(bench.at("one/good"), bench.at("linked/good"));
    symlinkSync(bench.at("linked"), bench.at("linked/circle"));
    symlinkSync(bench.at("nowhere"), bench.at("linked/broken"));
    expect((await bench.run("validate linked")).stderr).toBe("2 skills: 2 valid, 0 invalid\n");
  });

  it("shows its progress to a person and takes it away again", async () => {
    const { stderr } = await bench.run("validate one", { isTTY: true });
    expect(stderr).toContain("\r\u001B[K1 skills checked");
    expect(stderr.endsWith("\r\u001B[K2 skills: 1 valid, 1 invalid\n")).toBe(true);
  });
});

describe("a plugin", () => {
  const manifest = (more: object) =>
    JSON.stringify({
      $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
      name: "tools",
      ...more,
    });
  const made = new Workbench();
  const skill = skillMd("good", ["created_at: 2026-01-23"]);
  made.write({
    "tools/plugin.json": manifest({}),
    "tools/skills/good/SKILL.md": skill,
    "wrong/plugin.json": manifest({ version: 1, color: "red" }),
    "wrong/skills/good/SKILL.md": skill,
  });
  made.write({
    "tools.zip": writeArchive([
      { path: "plugin.json", bytes: Buffer.from(manifest({})) },
      { path: "skills/good/SKILL.md", bytes: Buffer.from(skill) },
    ]),
  });

  it.each(["tools", "tools.zip"])("as %s is checked with each of its skills", async (path) => {
    const { code, stdout } = await made.run(`validate ${path}`);
    expect(code).toBe(0);
    expect(stdout).toContain(`✔ ${path}/plugin.json: valid as Agent Plugins 1.0; 1 skills\n`);
    expect(stdout).toContain(`✔ ${path}/skills/good: valid as`);
  });

  it("with a wrong manifest is invalid, each issue with its place", async () => {
    const { code, stdout } = await made.run("validate wrong");
    expect(code).toBe(1);
    expect(stdout).toContain("✘ wrong/plugin.json: invalid as Agent Plugins 1.0");
    expect(stdout).toContain("  error    plugin.json#/version: must be a text, not 1 (line 1)\n");
    expect(stdout).toContain("  warning  plugin.json#/color: ");
  });

  it("is told as JSON too, and a warning counts where it is asked to", async () => {
    const { stdout } = await made.run("validate wrong --format json");
    expect(JSON.parse(stdout.split("\n")[0] ?? "")).toMatchObject({
      path: "wrong/plugin.json",
      valid: false,
      issues: [{ path: "plugin.json#/version" }, { path: "plugin.json#/color" }],
    });
    made.write({ "wrong/plugin.json": manifest({ color: "red" }) });
    expect((await made.run("validate wrong")).code).toBe(0);
    expect((await made.run("validate wrong --strict")).code).toBe(1);
  });
});
