import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGES, readTemplate, TEMPLATES } from "@/lib/publishing/read-template";
import { Workbench } from "@/cli/testing/run-cli";
import { servedMarket } from "@/cli/testing/served-market";
import { assemblePackage } from "@/lib/package";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { testRunner } from "@/lib/running/testing/test-runner";
import { makeAccount, publishNow, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testRunner();
testBlobStore();
const url = servedMarket();

/** What was made on disk, as it would be published. */
function packageOf(bench: Workbench, name: string) {
  const root = bench.at(name);
  const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  return assemblePackage(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => ({ path: path.relative(root, file), bytes: fs.readFileSync(file) })),
  );
}

describe.each(TEMPLATES)("the template %s", (template) => {
  test.each(LANGUAGES)("makes a skill in %s that is valid and approved as it is", async (language) => {
    const [bench, name] = [new Workbench(), uniqueName("made")];
    const made = await bench.run(`init ${name} --template ${template} --language ${language}`);
    expect(made).toMatchObject({ code: 0 });
    expect(made.stdout).toContain(`${name}/SKILL.md\n`);
    const valid = await bench.run(`validate ${name}`);
    expect(valid).toMatchObject({ code: 0 });
    expect(valid.stdout).not.toContain("warning  vibelife");
    expect((await bench.run(`vet ${name}`)).stdout).toMatch(/^verdict +approved\n/);
    for (const { path: file, bytes } of packageOf(bench, name).files)
      expect([file, bytes.toString()]).toEqual([
        file,
        expect.not.stringMatching(/NAME|SNAKE|TODO|\bundefined\b/),
      ]);
  });
});

test.each(LANGUAGES)(
  "a call of the script template in %s gives in the sandbox what its example says",
  async (language) => {
    const [bench, name] = [new Workbench(), uniqueName("made")];
    bench.env = { EMPORION_MARKET: url() };
    await bench.run(`init ${name} --template script --language ${language}`);
    await publishNow(packageOf(bench, name), await makeAccount());
    bench.write({
      "input.json": JSON.stringify({ text: "one\ntwo" }),
      "wrong.json": JSON.stringify({ words: 1 }),
    });
    const called = await bench.run(`call ${name} --input input.json`);
    expect(called).toMatchObject({ code: 0 });
    expect(JSON.parse(called.stdout)).toEqual({ characters: 7, lines: 2 });
    expect(await bench.run(`call ${name} --input wrong.json`)).toMatchObject({ code: 3 });
  },
);

test("a tool of the VibeLife template answers in the sandbox with a card, or asks for what it needs", async () => {
  const [bench, name] = [new Workbench(), uniqueName("made")];
  await bench.run(`init ${name} --template vibelife --language ko`);
  await publishNow(packageOf(bench, name), await makeAccount());
  const tool = `calculate_${name.replaceAll("-", "_")}`;
  const call = (args: object) => runFreeSkill({ skill: name, input: { tool_call: { tool, args } } });
  expect((await call({ text: "네 글자" })).run).toMatchObject({
    state: "DONE",
    output: { card: { card_type: "custom", data_source: { data: { characters: 4 } } } },
  });
  expect(JSON.stringify((await call({ text: "" })).run)).toContain("글이 필요합니다");
});

test.each([
  [{ LANG: "ko_KR.UTF-8" }, "ko"],
  [{ LANG: "en_US.UTF-8", LC_ALL: "zh_CN.UTF-8" }, "zh"],
  [{ LANG: "fr_FR.UTF-8" }, "en"],
  [{}, "en"],
] as const)("the language is that of the environment: %j", async (env, language) => {
  const bench = new Workbench();
  bench.env = env;
  await bench.run("init mine");
  expect(bench.read("mine/SKILL.md")).toBe(readTemplate("instructions", language, "mine").get("SKILL.md"));
});

test("nothing that is there is replaced, and a name is one", async () => {
  const bench = new Workbench();
  bench.write({ "mine/notes.md": "mine", file: "x" });
  for (const name of ["mine", "file"]) {
    const refused = await bench.run(`init ${name}`);
    expect(refused).toMatchObject({ code: 3, stdout: "" });
    expect(refused.stderr).toContain(`${name}: is there already`);
  }
  for (const name of ["Mine", "../mine", "a--b", "a".repeat(65)])
    expect(await bench.run(`init ${name}`)).toMatchObject({ code: 2 });
  expect(fs.readdirSync(bench.directory).sort()).toEqual(["file", "mine"]);
});
