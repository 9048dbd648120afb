import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { isBuiltin } from "node:module";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { inShort } from "@/lib/testing/full-form";
import { bundleProcesses } from "./bundle.ts";
import { PROGRAMS_OF_MARKET } from "./commands.ts";
import { OF_OPERATORS } from "./operator-commands.ts";
import { holdDataDirectory } from "./data-directory.ts";
import { explain, Stop } from "./explain.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const place = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-commands-"));
afterAll(() => fs.rmSync(place, { recursive: true }));

const { scripts: SCRIPTS } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** A command as package.json has it, in a process of its own. */
function say(script: string, args: string[] = [], env: Record<string, string> = {}) {
  const [program = "", ...rest] = (SCRIPTS[script] ?? "").replace(/^exec /, "").split(" ");
  const file = program === "node" ? process.execPath : path.join(ROOT, "node_modules/.bin", program);
  return spawned(file, [...rest, ...args], env);
}

/** What `npm start` and `npm test` do once packages are there: a test must not install any. */
function sayOf(call: string, env: Record<string, string> = {}) {
  const [file = "", name = ""] = call.split(/[ (]/);
  const code = `const { ${name} } = await import("./scripts/${file}.ts"); await ${call.slice(file.length)};`;
  const sayWhy = ["--import", "./scripts/error-reporting.ts"];
  return spawned(process.execPath, [...sayWhy, "--input-type=module", "-e", code], env);
}

function spawned(file: string, args: string[], env: Record<string, string>) {
  const settings = { cwd: ROOT, env: { ...process.env, ...env }, encoding: "utf8" } as const;
  const { status, stderr, stdout } = spawnSync(file, args, settings);
  return { status, said: (stdout + stderr).trim() };
}

/** One line that tells what to do, and no stack. */
function expectSentence({ status, said }: ReturnType<typeof say>, code: number, words: RegExp): void {
  expect(said).toMatch(words);
  expect(said.split("\n")).toHaveLength(1);
  expect(said).not.toMatch(/\bat .+:\d+:\d+/);
  expect(status).toBe(code);
}

const WRONG: [script: string, args: string[], words: RegExp][] = [
  ["bench", ["nonsense"], /^There is no benchmark nonsense: .*search, validate/],
  ["fuzz", ["--frob"], /^Unknown option '--frob'/],
  ["fuzz", ["--minutes", "soon"], /^--minutes, --seed and --from are numbers/],
  ["db:diff", ["none.prisma", "empty"], /^There is no schema none.prisma/],
];
test.each(inShort(WRONG, ["bench"]))(
  "npm run %s %j says in one sentence what would be right",
  (script, args, words) => {
    expectSentence(say(script, args), 2, words);
  },
);

test("each command of package.json that goes through the one entry bears its own name", () => {
  const through = Object.entries(SCRIPTS).flatMap(([script, call]) => {
    const name = /^(?:exec )?node scripts\/run\.mjs (\S+)/.exec(call)?.[1];
    return name === undefined ? [] : [[script, name]];
  });
  expect(through.length).toBeGreaterThan(20);
  for (const [script, name] of through) expect(script === "test:full" ? "test" : script).toBe(name);
});

test.each(Object.entries(PROGRAMS_OF_MARKET).filter(([, { needs }]) => needs !== "build"))(
  "npm run %s meets the client of the schema as it is, if it asks a database",
  async (_, { file, needs }) => {
    const { metafile } = await build({
      entryPoints: [path.join(ROOT, file)],
      absWorkingDir: ROOT,
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      format: "esm",
      packages: "external",
    });
    const asks = Object.keys(metafile.inputs).some((input) => input.startsWith("lib/db/generated/"));
    expect(needs === "client").toBe(asks);
  },
);

test("what was built runs with the packages of a production, and so do the commands of operators", async () => {
  const { metafile } = await bundleProcesses(path.join(place, "dist"));
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const imported = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports.filter(({ external }) => external).map((each) => each.path))
    .filter((name) => !isBuiltin(name) && !name.startsWith("data:"));
  const packages = new Set(imported.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name));
  expect([...packages].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
  const built = fs.readdirSync(path.join(place, "dist"));
  for (const name of [...OF_OPERATORS, "migrate"]) expect(built).toContain(`${name}.mjs`);
  for (const name of OF_OPERATORS) expect(SCRIPTS[name]).toBe(`node scripts/run.mjs ${name}`);
});

test("a database that is migrated by what was built needs no checkout, and a setting that is missing is named", () => {
  const migrate = path.join(place, "dist/migrate.mjs");
  fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(place, "node_modules"));
  expectSentence(spawned(process.execPath, [migrate], { DATABASE_URL: "" }), 2, /^DATABASE_URL must name/);
});

const PEERS: [script: string, args: string[], folder: string, words: RegExp][] = [
  [
    "conformance:upstream",
    [],
    "checks/bench/peers",
    /^The peer skills-ref .*: npm ci --prefix checks\/bench\/peers/,
  ],
  [
    "bench",
    ["validate"],
    "checks/bench/peers",
    /^The peer skills-ref .*: npm ci --prefix checks\/bench\/peers/,
  ],
  [
    "bench",
    ["search", "settle"],
    "checks/clients",
    /^The peer @solana\/mpp .*npm ci --ignore-scripts --prefix checks\/clients/,
  ],
  ["clients:mpp", [], "checks/clients", /^@solana\/mpp .*npm ci --ignore-scripts --prefix checks\/clients/],
];
test.each(
  inShort(PEERS, ["clients:mpp"]).filter(
    ([, , folder]) => !fs.existsSync(path.join(ROOT, folder, "node_modules")),
  ),
)("npm run %s %j names the command that installs what is missing from %s", (script, args, _, words) =>
  expectSentence(say(script, args), 2, words),
);

test("npm test says which stages there are", () => {
  const words = /^There is no stage nonsense: .*unit, conformance, e2e\.$/;
  expectSentence(sayOf('test test(["nonsense"])'), 2, words);
});

test("npm start says which setting to change: a port that is taken, one that is none, a directory that is a file", async () => {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const taken = String((server.address() as AddressInfo).port);
  const file = path.join(place, "file");
  fs.writeFileSync(file, "");
  const start = (env: Record<string, string>) =>
    sayOf("start start({ dev: false })", {
      DATA_DIRECTORY: path.join(place, "market"),
      PORT: "0",
      LEDGER_PORT: "0",
      ...env,
    });
  expectSentence(start({ PORT: taken }), 2, /Port \d+ is taken: .* set PORT to another number\.$/);
  expectSentence(start({ LEDGER_PORT: taken }), 2, /Port \d+ is taken: .* set LEDGER_PORT to/);
  expectSentence(start({ PORT: "99999" }), 2, /PORT must be a whole number of at most 65535/);
  expectSentence(start({ HOST: "203.0.113.9" }), 2, /203\.0\.113\.9, which is no address of this machine/);
  const below = path.join(file, "market");
  expectSentence(start({ DATA_DIRECTORY: below }), 2, /cannot be kept in .* set DATA_DIRECTORY/);
  server.close();
});

test("a directory belongs to one market at a time, also while that one is busy; one that died holds nothing", async () => {
  const directory = path.join(place, "held");
  const HOLD = `
import { holdDataDirectory } from ${JSON.stringify(path.join(ROOT, "scripts/data-directory.ts"))};
    await holdDataDirectory(${JSON.stringify(directory)});
    setInterval(() => {}, 1000);
    console.log("held");
    if (process.argv[1] === "busy") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;
  for (const how of ["idle", "busy"]) {
    const holder = spawn(process.execPath, ["--input-type=module", "-e", HOLD, how], { stdio: "pipe" });
    await new Promise((resolve) => holder.stdout.once("data", resolve));
    const refused = holdDataDirectory(directory);
    await expect(refused).rejects.toThrow(`A market runs on ${directory} already (process ${holder.pid})`);
    await expect(refused).rejects.toBeInstanceOf(Stop);
    const gone = new Promise((resolve) => holder.once("exit", resolve));
    holder.kill("SIGKILL");
    await gone;
  }
  await holdDataDirectory(directory);
  await expect(holdDataDirectory(directory)).rejects.toThrow(`(process ${process.pid})`);
});

test("an error is told by what caused it; what nobody foresaw keeps its stack", () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED", address: "::1", port: 5432 });
  const tried = Object.assign(new AggregateError([refused]), { code: "ECONNREFUSED" });
  const told = { sentence: expect.stringContaining("Nothing answers at ::1:5432") as string, exitCode: 1 };
  expect(explain(new TypeError("fetch failed", { cause: tried }))).toEqual(told);
  const full = new Error("initdb failed: could not write: No space left on device");
  expect(explain(full)?.sentence).toMatch(/^The disk is full: make room/);
  const generated = `Cannot find module '${ROOT}/lib/db/generated/client' imported from ${ROOT}/lib/db/client.ts`;
  const missing = Object.assign(new Error(generated), { code: "ERR_MODULE_NOT_FOUND" });
  expect(explain(missing)?.sentence).toMatch(/not generated yet: npm run setup/);
  const browser = new Error("browserType.launch: Executable doesn't exist at /somewhere/ms-playwright");
  expect(explain(browser)?.sentence).toMatch(/^There is no browser: .*or set CHROMIUM_PATH\.$/);
  expect(explain(new TypeError("x is not a function"))).toBeNull();
});
