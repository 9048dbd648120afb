// What `npm run NAME` does for each command of package.json that goes through `scripts/run.mjs`.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { endWith, Stop } from "./explain.ts";
import { OF_OPERATORS } from "./operator-commands.ts";
import { bin, generateSources, installPackages, prepareCode, say } from "./setup.ts";

type Command = (args: readonly string[]) => Promise<void>;

/** A program of Node.js alone. It reads its arguments where it would if it had been started by itself. */
const program =
  (file: string): Command =>
  async (args) => {
    const started = path.resolve(file);
    process.argv.splice(1, process.argv.length, started, ...args);
    await import(pathToFileURL(started).href);
  };

/** Programs that read the sources of the market, and what they find ready: `client` is that of the database. */
export const PROGRAMS_OF_MARKET: Readonly<Record<string, { file: string; needs?: "client" | "build" }>> = {
  conformance: { file: "scripts/conformance.ts", needs: "build" },
  "conformance:upstream": { file: "scripts/conformance-upstream.ts" },
  bench: { file: "checks/bench/run.ts", needs: "client" },
  topology: { file: "checks/bench/topology/run.ts", needs: "client" },
  fuzz: { file: "checks/bench/fuzz/run.ts", needs: "client" },
  "docs:dialects": { file: "scripts/dialect-docs.ts" },
  images: { file: "scripts/runtime-images.ts" },
};

async function runOfMarket(name: string, args: readonly string[]): Promise<void> {
  const { file, needs } = PROGRAMS_OF_MARKET[name] ?? { file: "" };
  if (needs === "client") generateSources();
  if (needs === "build") await prepared({ build: true });
  spawned(bin("tsx"), ["--import", "./scripts/error-reporting.ts", file, ...args]);
}

/** Runs a program to its end, and ends as it has ended. */
function spawned(file: string, args: readonly string[]): void {
  const { status } = spawnSync(file, args, { stdio: "inherit", shell: process.platform === "win32" });
  process.exitCode = status ?? 1;
}

/** Vitest alone, on the Node.js that the market runs on. */
function unit(args: readonly string[]): Promise<void> {
  spawned(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...args]);
  return Promise.resolve();
}

/** Also on a bare clone. */
function prepared(options: { build: boolean }): Promise<void> {
  installPackages();
  return prepareCode(options);
}

async function migrateDatabase(): Promise<void> {
  installPackages();
  const [{ loadDotEnv }, { migrate }] = [await import("./environment.ts"), await import("./migrate.ts")];
  loadDotEnv();
  if (!process.env.DATABASE_URL) throw new Stop("Set DATABASE_URL: npm start migrates its own database.", 1);
  say(`${await migrate(process.env.DATABASE_URL, "prisma/migrations")} migration(s) applied`);
}

async function startMarket(options: { dev: boolean }): Promise<void> {
  installPackages();
  await (await import("./start.ts")).start(options);
}

async function testAll(args: readonly string[]): Promise<void> {
  installPackages();
  await (await import("./test.ts")).test(args);
}

const onDatabase = (name: string): Command => {
  const run = program("scripts/run-with-database.ts");
  return (args) => run([name, ...args]);
};

const COMMANDS: Readonly<Record<string, Command>> = {
  start: () => startMarket({ dev: false }),
  dev: () => startMarket({ dev: true }),
  test: testAll,
  arch: async () => {
    const { checkArchitecture } = await import("./architecture.ts");
    process.exitCode = checkArchitecture() ? 0 : 1;
  },
  unit,
  setup: () => prepared({ build: false }),
  build: () => prepared({ build: true }),
  migrate: migrateDatabase,
  packages: program("scripts/build-packages.ts"),
  release: program("scripts/release.ts"),
  clients: program("checks/clients/run.mjs"),
  "clients:mpp": program("checks/clients/mpp.mjs"),
  "db:diff": program("scripts/schema-diff.ts"),
  ...Object.fromEntries(OF_OPERATORS.map((name) => [name, onDatabase(name)])),
  ...Object.fromEntries(
    Object.keys(PROGRAMS_OF_MARKET).map((name) => [
      name,
      (args: readonly string[]) => runOfMarket(name, args),
    ]),
  ),
};

/** Runs a command of package.json. What a person can do something about is a sentence; the process ends with its code. */
export async function runCommand(name = "", args: readonly string[] = []): Promise<void> {
  // Also where a module is missing, and for what is thrown later.
  process.on("uncaughtException", endWith);
  Object.assign(process.env, {
    NEXT_TELEMETRY_DISABLED: "1",
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
  });
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new Stop(`usage: node scripts/run.mjs ${Object.keys(COMMANDS).join("|")}`);
    await command(args);
  } catch (error) {
    endWith(error);
  }
}
