// Brings a checkout to the point where it can run: packages, database client, production build. Each step is skipped
// while what it depends on has not changed: it leaves a stamp in what it makes, which goes when that goes.
import { spawnSync } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { writeChineseDictionary } from "./chinese-dictionary.ts";

const startedAt = performance.now();
const WINDOWS = process.platform === "win32";

/** Prints one line with the seconds since the command began. */
export function say(message: string): void {
  console.log(`[${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s] ${message}`);
}

/** Runs a program to its end, showing its output; throws when it fails. */
export function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): void {
  const result = spawnSync(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...environment },
    shell: WINDOWS,
  });
  if (result.status !== 0)
    throw new Error(`${program} ${args.join(" ")} failed (${result.status ?? result.signal})`);
}

export const bin = (name: string) => path.join("node_modules", ".bin", name + (WINDOWS ? ".cmd" : ""));

/** Installs what the lock file names, unless that is there already. */
export function installPackages(): void {
  const key = digestOf(["package-lock.json", ".npmrc"]) + process.version;
  once("node_modules/.emporion-packages", key, () => {
    say("installing packages");
    run("npm", ["ci", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"]);
  });
}

const PACKER = "scripts/build-packages.ts";
const OF_PACKAGES = ["bill-of-materials.ts", "python-package.ts", "python-types.ts"].map(
  (name) => `scripts/${name}`,
);

/** Database client, processes and packages, and with `build` the production bundles of pages. */
export async function prepareCode({ build }: { build: boolean }): Promise<void> {
  generateSources();
  // Only now: esbuild may have been installed a moment ago.
  const { bundlePlainPages, bundleProcesses } = await import("./bundle.ts");
  await bundleProcesses();
  const ofPackages = ["cli", "client", "lib", PACKER, ...OF_PACKAGES, "docs/openapi.json", "LICENSE"];
  ofPackages.push("package.json", "package-lock.json");
  once("dist/packages/.emporion-packages", digestOf(ofPackages.flatMap(walk)), () => {
    say("packing the command and the clients");
    run("node", [PACKER]);
  });
  if (!build) return;
  const sources = ["app", "components", "lib", "public", "prisma/schema.prisma"].flatMap(walk);
  sources.push("next.config.js", "postcss.config.mjs", "proxy.ts", "tsconfig.json", "package-lock.json");
  once(".next/emporion-pages", digestOf(sources), () => {
    say("building the pages");
    run(bin("next"), ["build"]);
  });
  await bundlePlainPages();
}

const DICTIONARY = "lib/search/words/lexicon/generated/chinese-english.tsv";

/** What is generated: the database client of the schema as it is now, and the dictionary of the search. */
export function generateSources(): void {
  const dictionary = digestOf(["scripts/chinese-dictionary.ts", "package-lock.json"]);
  once(`${DICTIONARY}.stamp`, dictionary, () => writeChineseDictionary(DICTIONARY));
  once("lib/db/generated/.emporion-client", digestOf(["prisma/schema.prisma", "package-lock.json"]), () => {
    say("generating the database client");
    // `generate` never runs the native schema engine, but insists that a file is where it would be.
    run(bin("prisma"), ["generate"], { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath });
  });
}

function once(stamp: string, key: string, step: () => void): void {
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === key) return;
  fs.rmSync(stamp, { force: true });
  step();
  fs.writeFileSync(stamp, key);
}

function digestOf(files: readonly string[]): string {
  const hash = crypto.createHash("sha256");
  for (const file of files) hash.update(file).update("\0").update(fs.readFileSync(file));
  return hash.digest("hex");
}

function walk(entry: string): string[] {
  if (!fs.existsSync(entry)) return [];
  if (fs.statSync(entry).isFile()) return [entry];
  return fs
    .readdirSync(entry, { withFileTypes: true })
    .filter((child) => child.name !== "generated" && !/\.test\.tsx?$/.test(child.name))
    .flatMap((child) => walk(path.join(entry, child.name)))
    .sort((a, b) => (a < b ? -1 : 1));
}
