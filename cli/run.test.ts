import { spawn, spawnSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "@/package.json";
import { COMMANDS } from "./commands";
import { MANUAL } from "./run";
import { containing, skillMd, Workbench } from "./testing/run-cli";

const bench = new Workbench();
const ROOT = path.join(import.meta.dirname, "..");
const PROGRAM = path.join(ROOT, packageJson.bin.emporion);

describe("the command line", () => {
  it.each(Object.keys(COMMANDS))(
    "%s has a manual that names its exit codes, no line wider than a terminal",
    async (name) => {
      const { code, stdout } = await bench.run(`${name} --help`);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: emporion ${name} `));
      expect(stdout).toContain("Exit code: 0 ");
      expect(stdout.split("\n").filter((line) => line.length > 90)).toEqual([]);
      expect((await bench.run(`help ${name}`)).stdout).toBe(stdout);
    },
  );

  it("the documentation holds every manual word for word", async () => {
    const page = readFileSync(path.join(ROOT, "docs", "cli.md"), "utf8");
    expect(page).toContain(MANUAL);
    for (const { load } of Object.values(COMMANDS)) expect(page).toContain((await load()).command.help);
  });

  it.each([
    ["skills-ref validate --help", "validate --help"],
    ["skills-ref to-prompt .", "to-prompt ."],
    ["skills-ref read-properties nowhere", "read-properties nowhere"],
    ["validate_metadata nowhere", "validate --format metadata nowhere"],
    ["smart_stitch --help", "stitch --help"],
    ["align_all --help", "align --help"],
  ])("%s is the name that a document has for %s", async (line, same) => {
    expect(await bench.run(line)).toEqual(await bench.run(same));
  });

  it("says what to do when a market gives no answer", async () => {
    expect(await bench.run("search pdf --market http://127.0.0.1:1")).toMatchObject({
      code: 3,
      stderr: containing("(UNREACHABLE); start it, or correct its address"),
    });
  });

  it("says what is wrong with a line that makes no sense", async () => {
    expect((await bench.run("--help")).stdout).toBe(`${MANUAL}\n`);
    expect((await bench.run("--version")).stdout).toBe(`${packageJson.version}\n`);
    expect(await bench.run("")).toMatchObject({
      code: 2,
      stderr: containing("no command given"),
    });
    expect(await bench.run("toString")).toMatchObject({
      code: 2,
      stderr: containing("unknown command toString"),
    });
    for (const line of [
      "validate",
      "validate a --frob",
      "validate a --format xml",
      "stitch a b --print",
      "unpack a b c",
      "ci a",
      "export a --dialect exo --dialect usk",
      "search a --price cheap",
      "search a --limit 0",
      "publish a --draft my/bot",
      "publish a --draft bot@",
      "publish a --email a@b.example",
    ]) {
      expect(await bench.run(line)).toMatchObject({ code: 2, stderr: containing("--help") });
    }
  });

  it("names an unknown option, without advice about paths that begin with a hyphen", async () => {
    const { stderr } = await bench.run("validate a --frob");
    expect(stderr).toBe("emporion validate: Unknown option '--frob'. See emporion validate --help.\n");
  });

  it("names what a command without arguments was given", async () => {
    expect(await bench.run("outdated csv")).toMatchObject({
      code: 2,
      stderr: containing("nothing is expected after it, not csv"),
    });
  });

  it("behind -- everything is a path", async () => {
    bench.write({ "--help/SKILL.md": skillMd("help") });
    expect((await bench.run("validate -- --help")).stdout).toContain("--help: ");
  });
});

describe("the program", () => {
  it("answers on stdout, complains on stderr, and leaves with the exit code", () => {
    bench.write({ "bad/SKILL.md": "x", "good/SKILL.md": skillMd("good") });
    const paths = [bench.at("bad"), bench.at("good"), bench.at("missing")];
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, "validate", ...paths], {
      encoding: "utf8",
    });
    expect(status).toBe(3);
    expect(stdout).toContain(`✔ ${bench.at("good")}: valid`);
    expect(stderr).toContain("missing: no such file or directory");
  });

  it("runs by its name in somebody's project, as npm link leaves it", () => {
    bench.write({ "project/mine/SKILL.md": skillMd("mine"), "project/tsconfig.json": "{}" });
    const name = bench.at("emporion");
    symlinkSync(PROGRAM, name);
    const { status, stdout } = spawnSync(name, ["validate", "mine"], {
      cwd: bench.at("project"),
      encoding: "utf8",
    });
    expect(stdout).toContain("mine: valid");
    expect(status).toBe(0);
  });

  it("is content when its reader has seen enough", async () => {
    bench.write(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`many/s${n}/SKILL.md`, "x"])));
    const child = spawn(process.execPath, [PROGRAM, "validate", bench.at("many")]);
    let complaints = "";
    child.stderr.on("data", (chunk) => (complaints += String(chunk)));
    child.stdout.once("data", () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(complaints).not.toContain("Error");
    expect([0, 1]).toContain(code);
  });
});
