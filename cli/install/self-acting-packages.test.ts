import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { skillMd, Workbench } from "@/cli/testing/run-cli";
import { packageDigest, readArchive, writeArchive, type PackageFile } from "@/lib/package";
import { inShort } from "@/lib/testing/full-form";
import { REFUSED_PATHS } from "@/lib/package/testing/named-paths";

type Files = Readonly<Record<string, string | Uint8Array>>;

const listed = (files: Files): PackageFile[] =>
  Object.entries({ "SKILL.md": skillMd("evil"), ...files }).map(([name, text]) => ({
    path: name,
    bytes: Buffer.from(text),
  }));

/** A market that sends whatever a test puts here, with digests that are right. */
let sent: PackageFile[] = [];
const market = http.createServer((_request, response) => {
  const bytes = writeArchive(sent, "evil");
  response.writeHead(200, {
    "repr-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`,
    "x-skill-version": "1.0.0",
    "x-skill-package-digest": packageDigest(sent),
  });
  response.end(bytes);
});
let address: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => market.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(market.address() as AddressInfo).port}`;
});
afterAll(() => {
  market.closeAllConnections();
  market.close();
});

/** A lock file that was written before, for a package of these files. */
const lockOf = (files: readonly PackageFile[]) =>
  JSON.stringify({
    lockfileVersion: 2,
    skills: {
      evil: {
        market: address,
        version: "1.0.0",
        packageDigest: packageDigest(files),
        folders: [".agents/skills"],
        files: {},
      },
    },
  });

describe("nothing is installed that holds", () => {
  test.each(inShort(REFUSED_PATHS, (_, at) => at % 4 === 0))("%s: %s", async (_, name) => {
    sent = listed({ [name]: "x" });
    const bench = new Workbench();
    fs.mkdirSync(bench.at(".agents/skills"), { recursive: true });
    const added = await bench.run(`add evil --market ${address}`);
    expect([added.code, added.stdout, added.stderr]).toEqual([
      3,
      "",
      expect.stringContaining("is not allowed"),
    ]);
    bench.write({ "emporion.lock.json": lockOf(sent), "evil.skill": writeArchive(sent, "evil") });
    for (const line of ["ci", "unpack evil.skill out"])
      expect([line, await bench.run(line)]).toEqual([
        line,
        { code: 3, stdout: "", stderr: expect.stringContaining("is not allowed") as string },
      ]);
    expect(fs.readdirSync(bench.at(".agents/skills"))).toEqual([]);
    expect(fs.existsSync(bench.at("out"))).toBe(false);
  });
});

test("pack leaves each of them out, and says so with a reason", async () => {
  const bench = new Workbench();
  const places = REFUSED_PATHS.map(([, name], at) => ({ name, folder: `${at + 1000}` }));
  bench.write({ "much/SKILL.md": skillMd("much") });
  bench.write(Object.fromEntries(places.map(({ name, folder }) => [`much/${folder}/${name}`, "x"])));
  const { code, stderr } = await bench.run("pack much");
  expect([
    code,
    stderr.split("\n").filter((line) => /^(?!left out|holds {5}SKILL\.md )./.test(line)),
  ]).toEqual([0, []]);
  const read = readArchive(fs.readFileSync(bench.at("much.skill")));
  expect(read.ok && read.package.files.map(({ path: name }) => name)).toEqual(["SKILL.md"]);
  const said = stderr.split("\n").flatMap((line) => /^left out {2}(\d+)\/.+: \S.+$/.exec(line)?.[1] ?? []);
  expect(said).toEqual(places.map(({ folder }) => folder));
});

const RUNS =
  '[core] repositoryformatversion = 0\n[core] bare = false\n[core] fsmonitor = "touch RAN; false"\n';
const REF = "ref: refs/heads/main\n";

/** Git without the settings of whoever runs the tests, and only in a folder that is removed after them. */
function git(cwd: string, ...args: string[]) {
  const env = { PATH: process.env["PATH"] ?? "", HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  return spawnSync("git", [...identity, ...args], {
    cwd,
    env: { ...env, NODE_ENV: "test" },
    encoding: "utf8",
  });
}

function filesBelow(directory: string): Record<string, Uint8Array> {
  const entries = fs.readdirSync(directory, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const place = path.join(parentPath, name);
      return [path.relative(directory, place).split(path.sep).join("/"), fs.readFileSync(place)];
    }),
  );
}

/** A repository with a commit, kept in other folders than git would choose. */
function withCommit(): Files {
  const bench = new Workbench();
  bench.write({ "made/a.txt": "a" });
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "a.txt"],
    ["commit", "-q", "-m", "a"],
  ])
    expect(git(bench.at("made"), ...args).status).toBe(0);
  const objects = filesBelow(bench.at("made/.git/objects"));
  const head = fs.readFileSync(bench.at("made/.git/refs/heads/main"));
  return {
    "a.txt": "a",
    ".git": "gitdir: store\n",
    "store/HEAD": REF,
    "store/commondir": "../shared\n",
    "shared/refs/heads/main": head,
    "shared/config": RUNS,
    ...Object.fromEntries(Object.entries(objects).map(([name, bytes]) => [`shared/objects/${name}`, bytes])),
  };
}

/** Packages that run a command when git is used, where, and by which use. */
const ATTACKS: readonly (readonly [
  title: string,
  files: () => Files,
  where: string,
  uses: readonly string[],
])[] = [
  [
    "a file .git that leads to folders of its own",
    () => ({
      ".git": "gitdir: store\n",
      "store/HEAD": REF,
      "store/commondir": "../shared\n",
      "shared/objects/k": "",
      "shared/refs/k": "",
      "shared/config": RUNS,
    }),
    ".agents/skills/evil",
    ["status"],
  ],
  [
    "a folder .git",
    () => ({ ".git/HEAD": REF, ".git/objects/k": "", ".git/refs/k": "", ".git/config": RUNS }),
    ".agents/skills/evil",
    ["status"],
  ],
  [
    "a repository of another name",
    () => ({
      "repo/HEAD": REF,
      "repo/objects/k": "",
      "repo/refs/k": "",
      "repo/config": `${RUNS}[core] worktree = ..\n`,
    }),
    ".agents/skills/evil/repo",
    ["status"],
  ],
  [
    "the same with its objects and settings elsewhere",
    () => ({
      "repo/HEAD": REF,
      "repo/commondir": "../shared\n",
      "repo/config.worktree": "[core] worktree = ..\n",
      "shared/objects/k": "",
      "shared/refs/k": "",
      "shared/config": `${RUNS.replace("= 0", "= 1")}[extensions] worktreeConfig = true\n`,
    }),
    ".agents/skills/evil/repo",
    ["status"],
  ],
  ["a repository with a commit, at the project's top", withCommit, ".", ["add -A", "status"]],
];

describe("git runs nothing of a package", () => {
  /** Uses git as a person would; whether the package's command ran. */
  function useGit(bench: Workbench, where: string, uses: readonly string[]): boolean {
    for (const use of uses) git(bench.at(where), ...use.split(" "));
    return fs
      .readdirSync(bench.directory, { recursive: true })
      .some((name) => path.basename(String(name)) === "RAN");
  }
  const project = () => {
    const bench = new Workbench();
    expect(git(bench.directory, "init", "-q").status).toBe(0);
    fs.mkdirSync(bench.at(".agents/skills"), { recursive: true });
    return bench;
  };

  test.each(ATTACKS)("%s", async (_, files, where, uses) => {
    const made = files();
    // What the attack does to whoever unpacks it by other means: without this, the test below would prove nothing.
    const careless = project();
    careless.write(
      Object.fromEntries(listed(made).map(({ path: name, bytes }) => [`.agents/skills/evil/${name}`, bytes])),
    );
    expect(useGit(careless, where, uses)).toBe(true);

    sent = listed(made);
    const bench = project();
    expect(await bench.run(`add evil --market ${address}`)).toMatchObject({ code: 3, stdout: "" });
    bench.write({ "emporion.lock.json": lockOf(sent) });
    expect(await bench.run("ci")).toMatchObject({ code: 3, stdout: "" });
    expect(fs.readdirSync(bench.at(".agents/skills"))).toEqual([]);

    // What pack makes of the same folder is harmless.
    careless.write({ "own/evil/SKILL.md": skillMd("evil") });
    careless.write(
      Object.fromEntries(Object.entries(made).map(([name, bytes]) => [`own/evil/${name}`, bytes])),
    );
    expect((await careless.run("pack own/evil")).code).toBe(0);
    bench.write({ "evil.skill": fs.readFileSync(careless.at("evil.skill")) });
    expect((await bench.run("unpack evil.skill .agents/skills/evil")).code).toBe(0);
    fs.mkdirSync(bench.at(where), { recursive: true });
    expect(useGit(bench, where, uses)).toBe(false);
  });

  test("the git that these tests use is one that reads such files", () => {
    expect(execFileSync("git", ["--version"], { encoding: "utf8" })).toMatch(/^git version 2\./);
  });
});
