import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readArchive, SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import { containing, skillMd, Workbench } from "../testing/run-cli";

const bench = new Workbench();

const V3 = [
  "spec: usk/1.0",
  "version: 1.2.0",
  "interface: {type: cli, entry_point: main.py, runtime: python3, call_pattern: stdin_stdout}",
  "input_schema: {type: object}",
  "output_schema: {type: object}",
  "capabilities: [extraction]",
  "permissions: {filesystem: false}",
];

beforeAll(() => {
  const main = "import json, sys\njson.dump(json.load(sys.stdin), sys.stdout)\n";
  bench.write({
    "any/SKILL.md": skillMd("any", [...V3, "platform_compatibility: [any]"]),
    "any/main.py": main,
    "one/SKILL.md": skillMd("one", [...V3, "platform_compatibility: [Cursor]"]),
    "one/main.py": main,
    "old/SKILL.md": skillMd("old"),
  });
});

const pathsOf = (name: string) => {
  const read = readArchive(readFileSync(bench.at(name)), SKILL_ARCHIVE_LIMITS);
  return read.ok ? read.package.files.map(({ path }) => path) : [];
};

describe("emporion convert", () => {
  it("writes the package of a platform, from a directory and from its archive alike", async () => {
    const { code, stdout } = await bench.run("convert any --platform open-claw");
    expect([code, stdout]).toEqual([0, containing("any-OpenClaw.zip: files 7, bytes ")]);
    expect(pathsOf("any-OpenClaw.zip")).toContain("emporion/openclaw_wrapper.py");
    await bench.run("pack any");
    await bench.run("convert any.skill --platform OpenClaw --out again.zip");
    expect(readFileSync(bench.at("again.zip")).equals(readFileSync(bench.at("any-OpenClaw.zip")))).toBe(true);
  });

  it("overwrites nothing unless told to", async () => {
    await bench.run("convert one --platform Cursor --out x.zip");
    expect(await bench.run("convert one --platform Cursor --out x.zip")).toMatchObject({
      code: 3,
      stderr: "x.zip: already exists; --force replaces it\n",
    });
    expect((await bench.run("convert one --platform Cursor --out x.zip --force")).code).toBe(0);
  });

  it("says why a skill is not converted, and writes nothing", async () => {
    expect(await bench.run("convert one --platform CodexCLI --out no.zip")).toEqual({
      code: 1,
      stdout: "",
      stderr: "one: not converted for CodexCLI: platform_compatibility names neither any nor CodexCLI\n",
    });
    expect(await bench.run("convert old --platform Cursor")).toMatchObject({
      code: 1,
      stderr: containing("v3"),
    });
    expect(() => readFileSync(bench.at("no.zip"))).toThrow();
  });

  it("wants a platform it knows and a path it can read", async () => {
    expect(await bench.run("convert any")).toMatchObject({
      code: 2,
      stderr: containing("--platform is missing"),
    });
    expect(await bench.run("convert any --platform Toaster")).toMatchObject({
      code: 2,
      stderr: containing("Toaster"),
    });
    expect((await bench.run("convert --platform Cursor")).code).toBe(2);
    expect((await bench.run("convert nowhere --platform Cursor")).code).toBe(3);
  });
});
