import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, lstatSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { containing, skillMd, Workbench } from "../testing/run-cli";

const bench = new Workbench();
const MANAGED = skillMd("managed", ["version: 1.0.0", `source_hash: ${"a".repeat(40)}`]);
const OFF = skillMd("off", ["evolution_enabled: false"]);

beforeEach(() => {
  bench.write({
    "skills/managed/SKILL.md": MANAGED,
    "skills/managed/evolution.json": JSON.stringify({
      fixes: ["mute it"],
      last_evolved_hash: "b".repeat(40),
    }),
    "skills/off/SKILL.md": OFF,
    "skills/off/evolution.json": JSON.stringify({ fixes: ["x"] }),
    "skills/plain/SKILL.md": skillMd("plain", ["version: 1.0.0"]),
    "broken/SKILL.md": MANAGED,
    "broken/evolution.json": '{"fixes":',
    "up.json": JSON.stringify({ fixes: ["from upstream"], custom_prompts: "upstream" }),
    "new.json": JSON.stringify({ preferences: ["be quiet"], fixes: ["mute it "] }),
  });
});

describe("stitch", () => {
  it("writes the section, keeps the mode, leaves nothing else behind, and is done the second time", async () => {
    chmodSync(bench.at("skills/managed/SKILL.md"), 0o640);
    const first = await bench.run("stitch skills/managed");
    expect(first).toMatchObject({ code: 0, stdout: "skills/managed: stitched\n" });
    expect(first.stderr).toContain("stale: the experience was gathered on another version");
    expect(bench.read("skills/managed/SKILL.md").startsWith(MANAGED)).toBe(true);
    expect(bench.read("skills/managed/SKILL.md")).toContain("- mute it\n");
    expect(statSync(bench.at("skills/managed/SKILL.md")).mode & 0o777).toBe(0o640);
    expect(readdirSync(bench.at("skills/managed")).sort()).toEqual(["SKILL.md", "evolution.json"]);
    expect((await bench.run("stitch skills/managed/SKILL.md")).stdout).toContain(": unchanged\n");
  });

  it("--dry-run and --print write nothing, --backup keeps the old file", async () => {
    expect((await bench.run("stitch skills/managed --dry-run")).stdout).toBe("skills/managed: stitched\n");
    expect((await bench.run("stitch skills/managed --print")).stdout).toContain("- mute it\n");
    expect(bench.read("skills/managed/SKILL.md")).toBe(MANAGED);
    await bench.run("stitch skills/managed --backup");
    expect(bench.read("skills/managed/SKILL.md.bak")).toBe(MANAGED);
  });

  it("lays farther layers below the skill's own experience", async () => {
    await bench.run("stitch skills/managed --upstream up.json --global new.json");
    const text = bench.read("skills/managed/SKILL.md");
    expect(text).toContain("- from upstream\n- mute it\n");
    expect(text).toContain("- be quiet\n");
    expect(text).toContain("### Custom Instruction Injection\nupstream\n");
    expect((await bench.run("stitch skills/plain --global new.json")).stdout).toBe(
      "skills/plain: stitched\n",
    );
  });

  it("never touches a skill whose evolution is off, and refuses what it does not understand", async () => {
    expect(await bench.run("stitch skills/off")).toMatchObject({
      code: 0,
      stderr: containing("off"),
    });
    expect(bench.read("skills/off/SKILL.md")).toBe(OFF);
    expect(await bench.run("stitch broken")).toMatchObject({
      code: 1,
      stderr: containing("refused: evolution.json is not valid JSON"),
    });
    expect(bench.read("broken/evolution.json")).toBe('{"fixes":');
    expect((await bench.run("stitch skills/plain")).code).toBe(1);
    expect((await bench.run("stitch skills/plain --global broken/evolution.json")).code).toBe(3);
  });

  it("writes through a link instead of replacing it", async () => {
    bench.write({ "real/SKILL.md": MANAGED, "linked/evolution.json": '{"fixes":["a"]}' });
    if (!existsSync(bench.at("linked/SKILL.md")))
      symlinkSync(bench.at("real/SKILL.md"), bench.at("linked/SKILL.md"));
    expect((await bench.run("stitch linked")).code).toBe(0);
    expect(lstatSync(bench.at("linked/SKILL.md")).isSymbolicLink()).toBe(true);
    expect(bench.read("real/SKILL.md")).toContain("- a\n");
  });
});

describe("align", () => {
  it("stitches what has experience, names what is stale, and stops at nothing", async () => {
    bench.write({ "skills/broken/SKILL.md": MANAGED, "skills/broken/evolution.json": "[" });
    const { code, stdout, stderr } = await bench.run("align skills");
    expect(code).toBe(1);
    expect(stdout).toBe("skills/managed: stitched\n");
    expect(stderr).toContain("skills/broken: refused: evolution.json is not valid JSON\n");
    expect(stderr).toContain("skills/managed: stale: ");
    expect(stderr).toContain("1 stitched, 0 unchanged, 1 off, 1 refused, 1 stale\n");
  });

  it("--check writes nothing and fails until everything is aligned", async () => {
    expect(await bench.run("align skills/managed --check")).toMatchObject({
      code: 1,
      stdout: "skills/managed: would change\n",
    });
    expect(bench.read("skills/managed/SKILL.md")).toBe(MANAGED);
    await bench.run("align skills/managed");
    expect((await bench.run("align skills/managed --check")).code).toBe(0);
  });
});

describe("merge", () => {
  const evolution = (name: string) => JSON.parse(bench.read(`skills/${name}/evolution.json`)) as object;

  it("adds each entry once and stamps time and source", async () => {
    expect((await bench.run("merge skills/managed new.json")).stdout).toBe("skills/managed: merged\n");
    const merged = {
      preferences: ["be quiet"],
      fixes: ["mute it"],
      contexts: [],
      last_updated: "2026-11-21T12:00:00Z",
      last_evolved_hash: "a".repeat(40),
    };
    expect(evolution("managed")).toEqual(merged);
    expect((await bench.run("merge skills/managed new.json")).stdout).toBe("skills/managed: nothing new\n");
  });

  it("begins a file, takes standard input, and --print writes nothing", async () => {
    const printed = await bench.run("merge skills/plain - --print", { stdin: '{"contexts":["c"]}' });
    expect(JSON.parse(printed.stdout)).toMatchObject({ contexts: ["c"] });
    expect(existsSync(bench.at("skills/plain/evolution.json"))).toBe(false);
    await bench.run("merge skills/plain -", { stdin: '{"contexts":["c"]}' });
    expect(evolution("plain")).toMatchObject({ contexts: ["c"], last_updated: "2026-11-21T12:00:00Z" });
  });

  it("records nothing for a static skill, and never replaces a file it does not understand", async () => {
    expect(await bench.run("merge skills/off new.json")).toMatchObject({ code: 1 });
    expect(evolution("off")).toEqual({ fixes: ["x"] });
    expect(await bench.run("merge broken new.json")).toMatchObject({
      code: 3,
      stderr: "broken: evolution.json is not valid JSON\n",
    });
    expect(await bench.run("merge skills/managed broken/evolution.json")).toMatchObject({ code: 3 });
    expect(bench.read("broken/evolution.json")).toBe('{"fixes":');
    expect(await bench.run("merge skills/managed")).toMatchObject({ code: 2 });
  });

  it("--layers prints what several layers amount to", async () => {
    const { stdout } = await bench.run("merge --layers up.json new.json");
    expect(JSON.parse(stdout)).toMatchObject({
      fixes: ["from upstream", "mute it "],
      custom_prompts: "upstream",
    });
  });
});
