// Runs every example of the starter catalogue and compares the output with the declared one.
// Usage: node prisma/catalogue/check.mjs [slug …]
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";

const ROOT = dirname(fileURLToPath(import.meta.url));
const PROGRAMS = { python3: "python3", node: process.execPath, bash: "bash" };
const TIMEOUT_MS = 20_000;
// The same surroundings for everybody: an example must not depend on the reader's language or time zone.
const ENVIRONMENT = {
  PATH: process.env.PATH,
  LANG: "C.UTF-8",
  TZ: "UTC",
  PYTHONHASHSEED: "0",
  PYTHONDONTWRITEBYTECODE: "1",
};

function readFrontMatter(slug) {
  const match = /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(join(ROOT, slug, "SKILL.md"), "utf8"));
  if (!match) throw new Error(`${slug}: SKILL.md has no front matter`);
  return parse(match[1], { version: "1.2", uniqueKeys: true });
}

/** Object keys in one order, so that only values count. */
function canonical(value) {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, canonical(value[key])]),
  );
}

/** What is wrong with one example, or null. */
function checkExample(slug, { runtime, entry_point: entryPoint }, example) {
  const { status, stdout, stderr, error } = spawnSync(PROGRAMS[runtime], [entryPoint], {
    cwd: join(ROOT, slug),
    input: JSON.stringify(example.input),
    env: ENVIRONMENT,
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    maxBuffer: 4 * 1024 * 1024,
  });
  if (error) return error.message;
  if (status !== 0) return `exit status ${status}: ${(stdout + stderr).slice(0, 500)}`;
  let actual;
  try {
    actual = JSON.parse(stdout);
  } catch {
    return `stdout is no JSON: ${stdout.slice(0, 500)}`;
  }
  if (isDeepStrictEqual(canonical(actual), canonical(example.output))) return null;
  return `declared ${JSON.stringify(canonical(example.output))}\n    actual   ${JSON.stringify(canonical(actual))}`;
}

const catalogue = JSON.parse(readFileSync(join(ROOT, "catalogue.json"), "utf8"));
const listed = catalogue.map(({ slug }) => slug);
const folders = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(ROOT, entry.name, "SKILL.md")))
  .map(({ name }) => name);
const wanted = process.argv.slice(2);
const problems = [
  ...folders.filter((name) => !listed.includes(name)).map((name) => `${name}: not in catalogue.json`),
  ...listed.filter((name) => !folders.includes(name)).map((name) => `${name}: no folder`),
  ...listed.filter((name, index) => listed.indexOf(name) !== index).map((name) => `${name}: listed twice`),
];
let examples = 0;
let skills = 0;

for (const { slug, priceLamports } of catalogue) {
  if (!folders.includes(slug) || (wanted.length > 0 && !wanted.includes(slug))) continue;
  const front = readFrontMatter(slug);
  if (front.name !== slug) problems.push(`${slug}: name is ${front.name}`);
  if (!/^(0|[1-9][0-9]{0,19})$/.test(priceLamports))
    problems.push(`${slug}: priceLamports is ${priceLamports}`);
  const stated = front.pricing?.price_lamports;
  if (stated !== undefined && String(stated) !== priceLamports)
    problems.push(`${slug}: SKILL.md asks ${stated} lamports, catalogue.json ${priceLamports}`);
  for (const [index, example] of (front.examples ?? []).entries()) {
    examples += 1;
    const problem = checkExample(slug, front.interface, example);
    if (problem) problems.push(`${slug}: example ${index + 1} (${example.name}): ${problem}`);
  }
  if (front.examples) skills += 1;
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `${examples} examples of ${skills} skills run, ${listed.length} skills listed, ${problems.length} problems\n`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
