import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { IS_FULL } from "@/lib/testing/full-form";
import { notesFrom, sectionOf, withSection } from "./release-notes.ts";

const SCRIPTS = import.meta.dirname;
const BUILDS = [
  "fs.mkdirSync('dist/packages', { recursive: true });",
  "for (const name of ['emporion.tgz', 'emporion-client.tgz', 'emporion.whl']) fs.writeFileSync('dist/packages/' + name, name)",
].join(" ");
const CHANGELOG = "# Changelog\n\n## 0.1.0 (2026-11-01)\n\nThe first.\n";
let place: string;

const at = (file: string) => path.join(place, file);
const read = (file: string) => fs.readFileSync(at(file), "utf8");
const git = (...args: string[]) =>
  spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
    cwd: place,
    encoding: "utf8",
  }).stdout.trim();

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(at(name)), { recursive: true });
    fs.writeFileSync(at(name), text);
  }
}

function commit(subject: string): void {
  git("add", "--all");
  git("commit", "--allow-empty", "--message", subject);
}

/** A project that builds and packs at once, and whose tests pass or fail. */
function project(tests: string): void {
  const scripts = { build: `node -e "${BUILDS}"`, test: tests, "test:full": tests };
  write({
    "package.json": `${JSON.stringify({ name: "small", version: "0.1.0", private: true, scripts }, null, 2)}\n`,
    "package-lock.json": `${JSON.stringify({ name: "small", version: "0.1.0", lockfileVersion: 3, packages: {} }, null, 2)}\n`,
    "prisma/released": "1_first\n",
    "prisma/migrations/1_first/migration.sql": "",
    "prisma/migrations/2_second/migration.sql": "",
    "docs/openapi.json": `${JSON.stringify({ info: { version: "0.1.0" } }, null, 2)}\n`,
    "CHANGELOG.md": CHANGELOG,
    ".gitignore": "dist\n",
  });
  git("init", "--quiet");
  commit("feat(first): all of it");
  git("tag", "v0.1.0");
  commit("feat(search): finds more");
  commit("refactor(search): says less");
  commit("fix(payments): pays once");
}

function release(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", path.join(SCRIPTS, "error-reporting.ts"), path.join(SCRIPTS, "release.ts"), ...args],
    {
      cwd: place,
      encoding: "utf8",
      env: {
        ...process.env,
        GIT_AUTHOR_NAME: "t",
        GIT_AUTHOR_EMAIL: "t@example.org",
        GIT_COMMITTER_NAME: "t",
        GIT_COMMITTER_EMAIL: "t@example.org",
      },
    },
  );
  return { status, said: stdout + stderr };
}

beforeEach(() => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-release-"));
});
afterEach(() => fs.rmSync(place, { recursive: true }));

describe("a release", () => {
  test("writes version, notes and newest migration, and tags what was tested", () => {
    project("node -e 0");
    const { status, said } = release("0.2.0");
    expect(said).toContain("made v0.2.0");
    expect(said).toMatch(/^[0-9a-f]{64} {2}emporion\.tgz$/m);
    expect(status).toBe(0);
    expect(JSON.parse(read("package.json"))).toMatchObject({ version: "0.2.0" });
    expect(JSON.parse(read("docs/openapi.json"))).toEqual({ info: { version: "0.2.0" } });
    expect(read("prisma/released")).toBe("2_second\n");
    expect(sectionOf(read("CHANGELOG.md"), "0.2.0")).toBe(
      "### Added\n\n- search: finds more\n\n### Fixed\n\n- payments: pays once",
    );
    expect(sectionOf(read("CHANGELOG.md"), "0.1.0")).toBe("The first.");
    expect(git("log", "-1", "--format=%s", "v0.2.0")).toBe("chore(release): 0.2.0");
    expect(git("tag", "--list", "--format=%(contents)", "v0.2.0")).toContain("### Fixed");
    expect(git("status", "--porcelain")).toBe("");
  });

  test.runIf(IS_FULL)("is tried without a trace", () => {
    project("node -e 0");
    const before = git("rev-parse", "HEAD");
    const { status, said } = release("0.2.0", "--try", "types");
    expect(said).toContain("- search: finds more");
    expect(said).toContain("v0.2.0 can be made");
    expect(status).toBe(0);
    expect(git("rev-parse", "HEAD")).toBe(before);
    expect(git("tag")).toBe("v0.1.0");
    expect(git("status", "--porcelain")).toBe("");
  });

  test.runIf(IS_FULL)("is not made when a test fails", () => {
    project("node -e process.exit(1)");
    const { status, said } = release("0.2.0");
    expect(said).toContain("npm run test:full failed: nothing was released.");
    expect(status).toBe(1);
    expect(git("tag")).toBe("v0.1.0");
    expect(git("status", "--porcelain")).toBe("");
  });

  test.runIf(IS_FULL).each([
    [["next"], 2, /^usage: npm run release/],
    [["0.1.0"], 1, /^0\.1\.0 is not higher than v0\.1\.0\./],
  ])("%j is refused in one sentence", (args, code, words) => {
    project("node -e 0");
    const { status, said } = release(...args);
    expect(said).toMatch(words);
    expect(status).toBe(code);
  });

  test.runIf(IS_FULL)("is refused over changes that are not committed", () => {
    project("node -e 0");
    write({ "CHANGELOG.md": "mine" });
    expect(release("0.2.0")).toMatchObject({ status: 1 });
    expect(read("CHANGELOG.md")).toBe("mine");
  });
});

test("notes have what users notice, and a section that a person wrote stays", () => {
  expect(notesFrom(["perf(search): quicker", "docs: words", "merge: a", "fix: b"])).toBe(
    "### Fixed\n\n- b\n\n### Faster\n\n- search: quicker\n",
  );
  const dated = withSection("# Changelog\n\n## 0.2.0\n\nBy hand.\n", {
    version: "0.2.0",
    date: "2026-12-01",
    notes: "",
  });
  expect(dated).toBe("# Changelog\n\n## 0.2.0 (2026-12-01)\n\nBy hand.\n");
  expect(sectionOf(dated, "0.2.0")).toBe("By hand.");
  expect(sectionOf(dated, "0.2")).toBeNull();
});
