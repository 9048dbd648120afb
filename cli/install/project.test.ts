import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { lockOf, newProject, servedMarket } from "@/cli/testing/served-market";
import { Workbench } from "@/cli/testing/run-cli";
import { GIT_ATTRIBUTES } from "@/lib/package";
import { buildSkillPackage, makeAccount, publishNow } from "@/lib/testing/builders";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();
let slug: string;
let other: string;

beforeAll(async () => {
  const publisher = await makeAccount();
  ({ slug } = await publishNow(buildSkillPackage(), publisher));
  ({ slug: other } = await publishNow(buildSkillPackage(), publisher));
});

const installed = (name: string) => `.claude/skills/${name}`;

describe("emporion remove", () => {
  test("removes the folder and the entry of one skill, and leaves the other", async () => {
    const bench = newProject(url());
    await bench.run(`add ${slug} ${other}`);
    const removed = await bench.run(`remove ${slug}`);
    expect(removed).toMatchObject({ code: 0, stdout: `${slug} 1.0.0 removed from .claude/skills\n` });
    expect(fs.existsSync(bench.at(installed(slug)))).toBe(false);
    expect(Object.keys(lockOf(bench).skills)).toEqual([other]);
    expect(await bench.run("verify")).toMatchObject({ code: 0 });
  });

  test("what was changed or added here stays, unless it is forced; of several all are removed or none", async () => {
    const bench = newProject(url());
    await bench.run(`add ${slug} ${other}`);
    bench.write({ [`${installed(slug)}/notes.md`]: "mine" });
    const refused = await bench.run(`remove ${other} ${slug}`);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("notes.md: was added");
    expect(Object.keys(lockOf(bench).skills)).toHaveLength(2);
    expect(await bench.run(`remove ${other} ${slug} --force`)).toMatchObject({ code: 0 });
    expect(lockOf(bench).skills).toEqual({});
  });

  test("removes nothing that it has not installed, and nothing outside of the project", async () => {
    const bench = newProject(url());
    await bench.run(`add ${slug}`);
    bench.write({ [`${installed("own")}/SKILL.md`]: "mine" });
    const refused = await bench.run("remove own");
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain("own: is not installed here");
    fs.renameSync(bench.at(".claude/skills"), bench.at("elsewhere"));
    const outside = fs.mkdtempSync(`${bench.directory}-outside-`);
    fs.cpSync(bench.at("elsewhere"), outside, { recursive: true });
    fs.symlinkSync(outside, bench.at(".claude/skills"));
    expect(await bench.run(`remove ${slug} --force`)).toMatchObject({ code: 3 });
    expect(fs.existsSync(path.join(outside, slug))).toBe(true);
    fs.rmSync(outside, { recursive: true });
  });
});

test("emporion list names what is installed, for people and for programs", async () => {
  const bench = newProject(url());
  await bench.run(`add ${slug}`);
  const { publisher } = lockOf(bench).skills[slug] ?? {};
  expect((await bench.run("list")).stdout).toBe(`${slug} 1.0.0 by ${publisher?.name} -> .claude/skills\n`);
  const { stdout } = await bench.run("list --format json");
  expect(JSON.parse(stdout)).toMatchObject({ name: slug, version: "1.0.0", folders: [".claude/skills"] });
});

test.each([
  ["i", "add"],
  ["rm", "remove"],
])("%s is answered with the command that is meant: %s", async (asked, meant) => {
  const { code, stderr } = await newProject(url()).run(asked);
  expect(code).toBe(2);
  expect(stderr).toContain(`Did you mean emporion ${meant}?`);
});

test("install, uninstall, ls and upgrade are verbs that people know", async () => {
  const bench = newProject(url());
  expect(await bench.run(`install ${slug}`)).toMatchObject({ code: 0 });
  expect((await bench.run("ls")).stdout).toContain(slug);
  expect(await bench.run("upgrade")).toMatchObject({ code: 0, stdout: "nothing to update: 1 checked\n" });
  expect(await bench.run(`uninstall ${slug}`)).toMatchObject({ code: 0 });
});

describe("the project of a subfolder", () => {
  test("is the nearest one upwards that has a lock file, and it is said which", async () => {
    const bench = newProject(url());
    await bench.run(`add ${slug}`);
    const below = bench.in("packages/app");
    const added = await below.run(`add ${other}`);
    expect(added).toMatchObject({ code: 0 });
    expect(added.stderr).toContain(`working on the project in ${bench.directory}`);
    expect(Object.keys(lockOf(bench).skills).sort()).toEqual([slug, other].sort());
    for (const command of ["list", "verify", "outdated", "ci", `remove ${other}`])
      expect(await below.run(command)).toMatchObject({ code: 0 });
    expect(fs.readdirSync(below.directory)).toEqual([]);
  });

  test.each([
    ["the repository", { ".git/HEAD": "ref: refs/heads/main" }, "packages/app", "", "a .git"],
    ["a worktree of one", { ".git": "gitdir: ../x" }, "app", "", "a .git"],
    [
      "a directory with an agent's folder",
      { ".claude/settings.json": "{}" },
      "docs",
      "",
      "a folder of Claude",
    ],
    [
      "the nearest of these",
      { ".git/HEAD": "ref: refs/heads/main", "web/.cursor/rules/x.mdc": "" },
      "web/src",
      "web/",
      "a folder of Cursor",
    ],
  ])("without a lock file is %s", async (_what, files, below, root, sign) => {
    const bench = new Workbench();
    bench.env = { EMPORION_MARKET: url() };
    bench.write(files);
    const added = await bench.in(below).run(`add ${slug}`);
    expect(added).toMatchObject({ code: 0 });
    expect(added.stderr).toContain(
      `working on the project in ${path.resolve(bench.at(root))}, which has ${sign}`,
    );
    expect(bench.read(`${root}emporion.lock.json`)).toContain(slug);
    expect(fs.existsSync(bench.at(`${below}/emporion.lock.json`))).toBe(false);
  });

  test("without any of these is the current directory, and never the home above it", async () => {
    const home = newProject(url());
    const bench = home.in("work");
    bench.env = { ...home.env, HOME: home.directory };
    expect(await bench.run(`add ${slug}`)).toMatchObject({ code: 0 });
    expect(bench.read("emporion.lock.json")).toContain(slug);
  });

  test("is looked for no further than the repository and the home directory", async () => {
    const bench = newProject(url());
    await bench.run(`add ${slug}`);
    bench.write({ "vendored/.git/HEAD": "ref: refs/heads/main" });
    expect(await bench.in("vendored/deeper").run("list")).toMatchObject({ code: 3 });
    const home = bench.in("home");
    home.env = { ...bench.env, HOME: home.directory };
    expect(await home.run("list")).toMatchObject({ code: 3 });
  });
});

test.each(["SKILL.md", "scripts/main.py", "", "scripts"])(
  "what is gone of an installed skill (%j) is put back without --force",
  async (gone) => {
    const bench = newProject(url());
    await bench.run(`add ${slug}`);
    fs.rmSync(bench.at(`${installed(slug)}/${gone}`), { recursive: true });
    expect(await bench.run("verify")).toMatchObject({ code: 1 });
    expect(await bench.run(`add ${slug}`)).toMatchObject({ code: 0 });
    expect(await bench.run("verify")).toMatchObject({ code: 0 });
  },
);

test.each(["v1.0.0", "1.0", "v1", "1.0.0"])(
  "%s of a version is what publishing reads it as",
  async (asked) => {
    const bench = newProject(url());
    expect(await bench.run(`add ${slug}@${asked}`)).toMatchObject({ code: 0 });
    expect(lockOf(bench).skills[slug]).toMatchObject({ version: "1.0.0" });
    expect(await bench.run(`add ${slug}@${asked}`)).toMatchObject({ code: 0 });
  },
);

test("two that install at once leave no folder that the lock file does not name", async () => {
  const bench = newProject(url());
  const answers = await Promise.all([
    bench.run(`add ${slug}`),
    bench.run(`add ${other}`),
    bench.run(`add ${slug}`),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
  const there = fs.readdirSync(bench.at(".claude/skills")).filter((name) => name !== GIT_ATTRIBUTES.path);
  expect(there.sort()).toEqual(Object.keys(lockOf(bench).skills).sort());
  expect(await bench.run("verify")).toMatchObject({ code: 0 });
  expect(fs.readdirSync(bench.directory).filter((name) => name.includes("busy"))).toEqual([]);
});

test.each([
  [
    "a newer one",
    (text: string) => text.replace('"lockfileVersion": 4', '"lockfileVersion": 5'),
    "newer emporion",
  ],
  ["a byte order mark", (text: string) => `\ufeff${text}`, "byte order mark"],
  [
    "a conflict",
    (text: string) => `<<<<<<< HEAD\n${text}=======\n{}\n>>>>>>> theirs\n`,
    "conflict of two branches",
  ],
  ["a list", () => "[]", "the file must be an object, not a list; take the file from version control"],
  ["nothing in it", () => "{}", "lockfileVersion must be one of 1, 2, 3, 4; take"],
  ["a list of skills", () => '{"lockfileVersion":4,"skills":[]}', "skills must be an object, not a list"],
  [
    "a skill that is null",
    () => '{"lockfileVersion":4,"skills":{"a-b":null}}',
    "skills.a-b must be an object, not null",
  ],
  [
    "a skill without a market",
    () => '{"lockfileVersion":4,"skills":{"a-b":{}}}',
    "skills.a-b.market is required",
  ],
  [
    "a digest that is none",
    (text: string) => text.replace(/"sha256:[0-9a-f]+"/, '"md5:1"'),
    "packageDigest is not written as emporion writes it",
  ],
  [
    "a name that is none",
    () => '{"lockfileVersion":4,"skills":{"A b":{}}}',
    "skills.A b is not a skill name",
  ],
  ["the lock file of npm", () => '{"lockfileVersion":3,"packages":{}}', "skills is required"],
  ["half a file", (text: string) => text.slice(0, 40), "is not JSON"],
  ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"), "save it as UTF-8"],
])("a lock file with %s is told in a sentence, and stays as it is", async (_what, spoil, sentence) => {
  const bench = newProject(url());
  await bench.run(`add ${slug}`);
  const spoilt = spoil(bench.read("emporion.lock.json"));
  bench.write({ "emporion.lock.json": spoilt });
  for (const command of [`add ${other}`, "ci", "verify", "list", "outdated", `remove ${slug}`]) {
    const { code, stderr } = await bench.run(command);
    expect({ command, code }).toEqual({ command, code: 3 });
    expect(stderr).toContain(sentence);
  }
  expect(fs.readFileSync(bench.at("emporion.lock.json")).equals(Buffer.from(spoilt))).toBe(true);
});
