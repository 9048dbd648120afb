// npm run release -- VERSION [--try [STAGE…]]: checks, builds, packs, writes the notes of the changelog, runs every test
// (`npm run test:full`) and makes a commit and a tag. With --try it makes neither, leaves the files as they were, and
// runs only the stages of `npm test` that are named. Works in the present directory; sends nothing anywhere.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import semver from "semver";
import { Stop } from "./explain.ts";
import { notesFrom, sectionOf, withSection } from "./release-notes.ts";

const CHANGELOG = "CHANGELOG.md";
const OPENAPI = "docs/openapi.json";
/** What a release changes. */
const FILES = ["package.json", "package-lock.json", "prisma/released", OPENAPI, CHANGELOG];
const PACKAGES = ["emporion.tgz", "emporion-client.tgz", "emporion.whl"];

const { version, isTrial, stages } = readArguments(process.argv.slice(2));
const tag = `v${version}`;
assertReleasable();
const notes = sectionOf(fs.readFileSync(CHANGELOG, "utf8"), version) ?? notesFrom(subjectsSince(lastTag()));
if (notes === "") throw new Stop(`Nothing that users notice has changed since ${lastTag()}.`, 1);
try {
  writeVersion();
  run("npm", ["run", "build"]); // packs too
  if (!isTrial) run("npm", ["run", "test:full"]);
  else if (stages.length > 0) run("npm", ["test", ...stages]);
  if (!isTrial) commit();
} finally {
  if (isTrial || lastTag() !== tag) git(["restore", "--staged", "--worktree", ...FILES]);
}
console.log(`\n${notes}\n`);
for (const name of PACKAGES) console.log(`${sha256Of(`dist/packages/${name}`)}  ${name}`);
console.log(isTrial ? `${tag} can be made` : `made ${tag}: push it with git push --follow-tags`);

function readArguments([given = "", flag, ...rest]: string[]) {
  if (semver.valid(given) !== given || (flag !== undefined && flag !== "--try"))
    throw new Stop("usage: npm run release -- VERSION [--try [STAGE…]]");
  return { version: given, isTrial: flag === "--try", stages: rest };
}

function assertReleasable(): void {
  if (git(["status", "--porcelain"]) !== "")
    throw new Stop("There are changes: commit them, or put them away.", 1);
  const last = lastTag();
  if (last !== null && !semver.gt(version, last.slice(1)))
    throw new Stop(`${version} is not higher than ${last}.`, 1);
}

function writeVersion(): void {
  run("npm", ["version", version, "--no-git-tag-version", "--allow-same-version"]);
  const described = JSON.parse(fs.readFileSync(OPENAPI, "utf8")) as { info: { version: string } };
  described.info.version = version;
  fs.writeFileSync(OPENAPI, `${JSON.stringify(described, null, 2)}\n`);
  const migrations = fs.readdirSync("prisma/migrations", { withFileTypes: true });
  const names = migrations.filter((each) => each.isDirectory()).map(({ name }) => name);
  fs.writeFileSync("prisma/released", `${names.sort().at(-1)}\n`);
  const date = new Date().toISOString().slice(0, 10);
  const changelog = fs.readFileSync(CHANGELOG, "utf8");
  fs.writeFileSync(CHANGELOG, withSection(changelog, { version, date, notes }));
}

function commit(): void {
  git(["add", ...FILES]);
  git(["commit", "--allow-empty", "--message", `chore(release): ${version}`]);
  git(["tag", "--annotate", tag, "--message", `Emporion ${version}\n\n${notes}`, "--cleanup=verbatim"]);
}

function lastTag(): string | null {
  const tags = git(["tag", "--list", "v*", "--merged", "HEAD"]).split("\n");
  return (
    tags
      .filter((each) => semver.valid(each))
      .sort(semver.compare)
      .at(-1) ?? null
  );
}

function subjectsSince(last: string | null): string[] {
  const range = last === null ? "HEAD" : `${last}..HEAD`;
  return git(["log", "--no-merges", "--format=%s", range]).split("\n");
}

function git(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { encoding: "utf8" });
  if (status !== 0) throw new Stop(`git ${args[0]} failed: ${stderr.trim()}`, 1);
  return stdout.trim();
}

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) throw new Stop(`${program} ${args.join(" ")} failed: nothing was released.`, 1);
}

function sha256Of(file: string): string {
  return createHash("sha256").update(fs.readFileSync(file)).digest("hex");
}
