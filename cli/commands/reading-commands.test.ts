import { describe, expect, it } from "vitest";
import { containing, skillMd, Workbench } from "../testing/run-cli";

const bench = new Workbench();
bench.write({
  "skills/a/SKILL.md": skillMd("a", [
    "license: MIT",
    "allowed-tools: Read, Bash(git:*)",
    "metadata: {v: 1.0}",
  ]),
  "skills/b/skill.md": skillMd("b"),
  "more/a/SKILL.md": skillMd("a"),
  "broken/SKILL.md": "no front matter",
  "bazi/SKILL.md": "---\nid: bazi\nname: 八字\ndescription: 排盘。工具：calculate_bazi\n---\n# 八字\n",
  "bazi/routing.yaml": "includes: [core]\ntriggers: [八字]\n",
  "empty/README.md": "x",
});

describe("to-prompt", () => {
  it("lists every skill once with the absolute path of its SKILL.md", async () => {
    const { code, stdout, stderr } = await bench.run("to-prompt skills more");
    expect(code).toBe(1);
    expect(stdout.match(/<location>.*<\/location>/g)).toEqual([
      `<location>${bench.at("skills/a/SKILL.md")}</location>`,
      `<location>${bench.at("skills/b/skill.md")}</location>`,
    ]);
    expect(stderr).toBe("more/a/SKILL.md: skills/a/SKILL.md is called a too; this one is left out\n");
    expect(await bench.run("to-prompt skills ./skills/a skills/a/SKILL.md")).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(await bench.run("to-prompt more/a skills/a/SKILL.md")).toMatchObject({ code: 1 });
    bench.write({ "tools/node_modules/x/SKILL.md": "x", "tools/.venv/x/SKILL.md": "x" });
    expect((await bench.run("to-prompt tools")).stdout).toBe("<available_skills>\n</available_skills>\n");
    expect((await bench.run("to-prompt skills/a/SKILL.md")).stdout).toContain(bench.at("skills/a/SKILL.md"));
  });

  it("leaves out what cannot be read and says so", async () => {
    const { code, stdout, stderr } = await bench.run("to-prompt broken skills/a --no-location");
    expect([code, stdout.match(/<skill>/g)?.length]).toEqual([1, 1]);
    expect(stderr).toContain("broken/SKILL.md: frontmatter: ");
    expect(stdout).not.toContain("location");
    expect((await bench.run("to-prompt missing")).code).toBe(3);
    expect((await bench.run("to-prompt empty")).stdout).toBe("<available_skills>\n</available_skills>\n");
  });
});

describe("read-properties", () => {
  it("prints what is there, as written", async () => {
    const { stdout } = await bench.run("read-properties skills/a");
    expect(JSON.parse(stdout)).toEqual({
      name: "a",
      description: "Extracts text. Use for PDFs.",
      license: "MIT",
      "allowed-tools": "Read Bash(git:*)",
      metadata: { v: "1.0" },
    });
  });

  it("prints the canonical manifest when asked to", async () => {
    const { stdout } = await bench.run("read-properties skills/b --manifest");
    expect(JSON.parse(stdout)).toMatchObject({
      slug: "b",
      version: { raw: "0.0.1" },
      permissions: { network: null, filesystem: null, subprocess: null, envVars: null },
      hints: { readOnly: null, openWorld: null },
    });
  });

  it.each([
    ["a value that is declared", "permissions: {network: true}", { network: true, subprocess: null }],
    [
      "the default of a format that is declared",
      "spec: usk/1.0\npermissions: {}",
      { network: false, subprocess: false },
    ],
    ["a value that cannot be read", "permissions: {network: perhaps}", { network: null, filesystem: null }],
  ])("prints %s, as the API does", async (_what, lines, permissions) => {
    bench.write({ "told/SKILL.md": `---\nname: told\ndescription: Tells. Use it.\n${lines}\n---\n` });
    expect(JSON.parse((await bench.run("read-properties told --manifest")).stdout)).toMatchObject({
      permissions,
    });
  });

  it("takes one readable skill", async () => {
    expect(await bench.run("read-properties broken")).toMatchObject({
      code: 1,
      stderr: containing("broken: frontmatter: "),
    });
    expect((await bench.run("read-properties skills")).code).toBe(3);
    expect((await bench.run("read-properties")).code).toBe(2);
  });
});

describe("migrate-report", () => {
  it("ticks off the checklist", async () => {
    const { code, stdout } = await bench.run("migrate-report bazi");
    expect(code).toBe(1);
    expect(stdout).toContain("  [x] description holds the tool list: calculate_bazi\n");
    expect(stdout).toContain("  [ ] `includes` is gone: left over: includes\n");
    expect(stdout).toContain("  [x] `triggers` is kept: in routing.yaml\n");
    expect(stdout).toContain("  [?] front-end cards");
    const json = await bench.run("migrate-report bazi --format json");
    const report = JSON.parse(json.stdout) as { path: string; items: unknown[] };
    expect(report.path).toBe("bazi");
    expect(report.items[0]).toMatchObject({ id: "skill.tool_list", state: "passed" });
  });
});
