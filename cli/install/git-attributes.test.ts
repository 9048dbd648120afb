import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { newProject, servedMarket } from "@/cli/testing/served-market";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { Workbench } from "../testing/run-cli";
import { addRule, withoutRule } from "./git-attributes";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const url = servedMarket();
const slug = uniqueName("attributes");
const other = uniqueName("attributes");
const ATTRIBUTES = ".claude/skills/.gitattributes";
const rule = (name: string) => `/${name}/** -text -ident -filter`;

beforeAll(async () => {
  const publisher = await makeAccount();
  for (const name of [slug, other])
    await publishNow(buildSkillPackage({ name, files: { "crlf.txt": "one\r\ntwo\r\n" } }), publisher);
});

/** Git as it is set up on Windows, whatever this machine says. */
const git = (cwd: string, ...words: string[]) =>
  execFileSync("git", ["-c", "core.autocrlf=true", "-c", "user.name=a", "-c", "user.email=a@b.c", ...words], {
    cwd,
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    stdio: "pipe",
  });

function cloned(bench: Workbench): Workbench {
  git(bench.directory, "init", "--quiet");
  git(bench.directory, "add", "--all");
  git(bench.directory, "commit", "--quiet", "--message", "x");
  const clone = new Workbench();
  git(clone.directory, "clone", "--quiet", bench.directory, "clone");
  const inside = clone.in("clone");
  inside.env = bench.env;
  return inside;
}

describe("a project in git that changes line ends", () => {
  test("is cloned with the bytes that were published; without the file it is not, and verify says so", async () => {
    const bench = newProject(url());
    const added = await bench.run(`add ${slug}`);
    expect(added.stdout).toContain(`${ATTRIBUTES}: git changes no byte of ${slug}`);
    const clone = cloned(bench);
    expect(await clone.run("verify")).toMatchObject({ code: 0, stderr: "" });

    fs.rmSync(bench.at(ATTRIBUTES));
    fs.rmSync(bench.at(".git"), { recursive: true });
    const changed = await cloned(bench).run("verify");
    expect(changed.code).toBe(1);
    expect(changed.stderr).toContain(
      "SKILL.md: has CRLF line ends where LF was published; its text was not changed",
    );
    expect(changed.stderr).not.toContain("was changed;");
  });
});

test("the line of a skill comes once, and goes with the skill; the file goes with the last one", async () => {
  const bench = newProject(url());
  await bench.run(`add ${slug}`);
  const once = bench.read(ATTRIBUTES);
  expect((await bench.run(`add ${slug}`)).stdout).not.toContain(ATTRIBUTES);
  expect(bench.read(ATTRIBUTES)).toBe(once);
  await bench.run(`add ${other}`);
  expect(bench.read(ATTRIBUTES).split("\n").slice(1)).toEqual([rule(slug), rule(other), ""]);
  await bench.run(`remove ${slug}`);
  expect(bench.read(ATTRIBUTES)).not.toContain(slug);
  expect(bench.read(ATTRIBUTES)).toContain(rule(other));
  await bench.run(`remove ${other}`);
  expect(fs.existsSync(bench.at(ATTRIBUTES))).toBe(false);
});

test("a home directory gets the file only where it is a repository", async () => {
  const home = newProject(url());
  home.env = { ...home.env, HOME: home.directory };
  await home.run(`add ${slug} --global --yes --agent claude-code`);
  expect(fs.existsSync(home.at(`.claude/skills/${slug}/SKILL.md`))).toBe(true);
  expect(fs.existsSync(home.at(ATTRIBUTES))).toBe(false);
  home.write({ ".git/HEAD": "ref: refs/heads/main\n" });
  await home.run(`add ${slug} --global --yes --agent claude-code`);
  expect(home.read(ATTRIBUTES)).toContain(rule(slug));
});

test("what the user's own file says otherwise stands, and is named", async () => {
  const bench = newProject(url());
  bench.write({ [ATTRIBUTES]: "* text=auto\n" });
  const { code, stdout } = await bench.run(`add ${slug}`);
  expect(code).toBe(0);
  expect(stdout).toContain(`${ATTRIBUTES}: says "* text=auto"; add the line ${rule(slug)} to it`);
  expect(bench.read(ATTRIBUTES)).toBe("* text=auto\n");
  await bench.run(`remove ${slug}`);
  expect(bench.read(ATTRIBUTES)).toBe("* text=auto\n");
});

test("a link in its place is not written through, and stops nothing", async () => {
  const bench = newProject(url());
  bench.write({ "elsewhere.txt": "mine\n", ".claude/skills/x": "" });
  fs.symlinkSync(bench.at("elsewhere.txt"), bench.at(ATTRIBUTES));
  const { code, stdout } = await bench.run(`add ${slug}`);
  expect(code).toBe(0);
  expect(stdout).toContain("was not written (is no file)");
  expect(await bench.run(`remove ${slug}`)).toMatchObject({ code: 0 });
  expect(bench.read("elsewhere.txt")).toBe("mine\n");
});

const FILES = ["SKILL.md", "scripts/main.py"];
const OURS = rule("pdf");
const CONTRARY = [
  "* text=auto",
  "* text",
  "*.md text eol=lf",
  "SKILL.md !text",
  "pdf/** eol=crlf",
  "/pdf/scripts/* filter=lfs diff=lfs",
  "**/main.py ident",
  "pdf/*.md crlf",
  "* working-tree-encoding=UTF-16",
  '"pdf/SKILL.md" text',
  "[attr]ours text",
  `${OURS}\n*.md text`,
];
const OF_OTHERS = [
  "",
  "# * text=auto",
  "* -text",
  "* diff=x merge=y",
  "*.png filter=lfs",
  "docx/** text",
  "/SKILL.md text",
  "*.py -crlf",
];

describe("the rule in a file of the user's own", () => {
  test.each(CONTRARY)("%j stands", (text) => {
    expect(addRule(text, "pdf", FILES)).toEqual({ contrary: text.split("\n").at(-1) });
  });

  test.each(OF_OTHERS)("comes behind %j, and goes without a trace", (text) => {
    for (const given of [text, text && `${text}\n`, text && `${text}\r\n`]) {
      const added = addRule(given, "pdf", FILES);
      if (!("text" in added)) throw new Error(added.contrary);
      expect(added.text.startsWith(given)).toBe(true);
      expect(added.text.trimEnd().split(/\r?\n/).at(-1)).toBe(OURS);
      expect(addRule(added.text, "pdf", FILES)).toEqual(added);
      expect((withoutRule(added.text, "pdf") ?? "").trim()).toBe(given.trim());
    }
  });

  test("line ends stay those of the file", () => {
    expect(addRule("*.a -text\r\n", "pdf", FILES)).toEqual({
      text: expect.stringMatching(/^\*\.a -text\r\n#[^\n]*\r\n\/pdf[^\n]*\r\n$/) as string,
    });
  });

  test("a file without a rule of the skill is not touched", () => {
    for (const text of ["", "\n", "* text\n", `${rule("pdf-two")}\n`])
      expect(withoutRule(text, "pdf")).toBe(text);
  });
});
