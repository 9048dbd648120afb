import fs from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { lockOf, newProject, servedMarket } from "@/cli/testing/served-market";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();
let publisher: TestAccount;
let slug: string;

beforeAll(async () => {
  publisher = await makeAccount();
  ({ slug } = await publishNow(buildSkillPackage(), publisher));
});

/** A project without any agent, in a home that has these. */
function newPlace(userSigns: readonly string[]) {
  const bench = newProject(url());
  fs.rmSync(bench.at(".claude"), { recursive: true });
  for (const sign of userSigns) fs.mkdirSync(bench.at(`home/${sign}`), { recursive: true });
  const project = bench.in("home/project");
  project.env = { ...bench.env, HOME: bench.at("home") };
  return project;
}

describe("emporion add at a terminal", () => {
  test("shows the skill, asks for which agents, and whether to install it", async () => {
    const bench = newPlace([".cursor", ".codex"]);
    const added = await bench.run(`add ${slug}`, { isTerminal: true, stdin: "frob\ncursor\ny\n" });
    expect(added).toMatchObject({ code: 0 });
    const said = added.stderr;
    expect(said).toContain(
      "Agents found on this machine:\n  codex        .agents/skills\n  cursor       .cursor/skills\n",
    );
    expect(said).toContain("an agent is one of agents, claude-code, ");
    expect(said).toContain(`Install ${slug} 1.0.0? [y/N] `);
    expect(said).toContain(`Ask your agent to use ${slug}: `);
    expect(said.indexOf("  publisher ")).toBeLessThan(said.indexOf("Install "));
    expect(lockOf(bench).skills[slug]?.folders).toEqual([".cursor/skills"]);
  });

  test.each([
    ["Enter takes those that were found", "\ny\n", [".agents/skills", ".claude/skills"]],
    ["all takes all", "all\nyes\n", [".agents/skills", ".claude/skills"]],
    ["others can be named", "gemini-cli, windsurf\nY\n", [".gemini/skills", ".windsurf/skills"]],
  ])("%s", async (_, stdin, folders) => {
    const bench = newPlace([".claude", ".codex"]);
    expect(await bench.run(`add ${slug}`, { isTerminal: true, stdin })).toMatchObject({ code: 0 });
    expect(lockOf(bench).skills[slug]?.folders.toSorted()).toEqual(folders);
  });

  test.each([
    ["no", "n\n"],
    ["Enter", "\n"],
    ["the end of input", ""],
    ["something else", "yeah, why not\n"],
  ])("%s writes nothing", async (_, stdin) => {
    const bench = newProject(url());
    const refused = await bench.run(`add ${slug} --agent codex`, { isTerminal: true, stdin });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("nothing was installed");
    expect(fs.readdirSync(bench.directory)).toEqual([".claude"]);
  });

  test("--yes does not ask, and a skill that is here is not asked about its folders", async () => {
    const bench = newProject(url());
    const added = await bench.run(`add ${slug} --yes`, { isTerminal: true });
    expect(added).toMatchObject({ code: 0 });
    expect(added.stderr).not.toContain("?");
    expect(await bench.run(`add ${slug}`, { isTerminal: true, stdin: "y\n" })).toMatchObject({ code: 0 });
  });
});

test("without a terminal nobody is asked, and it is said what would have been, and who reads the shared folder", async () => {
  const bench = newPlace([".claude"]);
  const { code, stderr } = await bench.run(`add ${slug}`);
  expect(code).toBe(0);
  expect(lockOf(bench).skills[slug]?.folders).toEqual([".agents/skills"]);
  expect(stderr).toContain(`not asked, as nobody is at a terminal: Install ${slug} 1.0.0?`);
  expect(stderr).toMatch(/\.agents\/skills is read by Codex, Cursor, Gemini CLI, GitHub Copilot, /);
  expect(stderr).toContain(
    "found on this machine, and not reading it: Claude Code; --agent claude-code installs",
  );
});

test("where CI is set nobody is asked, although there is a terminal", async () => {
  const bench = newProject(url());
  bench.env = { ...bench.env, CI: "true" };
  const added = await bench.run(`add ${slug}`, { isTerminal: true });
  expect(added).toMatchObject({ code: 0 });
  expect(added.stderr).not.toContain("[y/N]");
});

describe("--global", () => {
  test("installs into the folders of the user, with a lock file of theirs that no project is taken for", async () => {
    const bench = newPlace([".config/opencode", ".claude"]);
    const added = await bench.run(`add ${slug} --global`);
    expect(added).toMatchObject({ code: 0 });
    expect(added.stderr).toContain(`emporion remove ${slug} --global removes it`);
    const home = bench.at("..");
    const folders = [".claude/skills", ".config/opencode/skills"];
    for (const folder of folders) expect(fs.existsSync(`${home}/${folder}/${slug}/SKILL.md`)).toBe(true);
    expect(JSON.parse(fs.readFileSync(`${home}/emporion.lock.json`, "utf8"))).toMatchObject({
      skills: { [slug]: { folders } },
    });
    expect(fs.readdirSync(bench.directory)).toEqual([]);
    expect(await bench.run("list")).toMatchObject({ code: 3 });
    expect((await bench.run("list --global")).stdout).toContain(slug);
    for (const command of ["verify --global", "outdated --global", "ci --global"])
      expect(await bench.run(command)).toMatchObject({ code: 0 });
    expect(await bench.run(`remove ${slug} --global`)).toMatchObject({ code: 0 });
    for (const folder of folders) expect(fs.existsSync(`${home}/${folder}/${slug}`)).toBe(false);
  });

  test("needs a home", async () => {
    const bench = newProject(url());
    expect(await bench.run(`add ${slug} --global`)).toMatchObject({ code: 2 });
    bench.env = { ...bench.env, HOME: bench.directory };
    expect(await bench.run("ci --global --dir .")).toMatchObject({ code: 2 });
  });
});

test("what was shown is in the lock file, and a new version says what it takes more", async () => {
  const bench = newProject(url());
  const name = uniqueName();
  await publishNow(buildSkillPackage({ name }), publisher);
  await bench.run(`add ${name}`);
  const { granted } = lockOf(bench).skills[name] as { granted?: object };
  expect(granted).toMatchObject({
    network: false,
    filesystem: false,
    audit: "Unverified",
    price: "0",
    hosts: [],
  });
});
