// What each stage of `npm test` runs. CONTRIBUTING.md has a table of them.
import { bin } from "../setup.ts";
import { browserTests } from "./browser-tests.ts";
import { tallyPlace } from "./tally.ts";
import { spawn } from "node:child_process";

/**
 * Vitest, by its file and not its name, so that its threads have room for what is soon forgotten: by default they spend
 * a thirtieth of their time on collecting it.
 */
const VITEST = ["--max-semi-space-size=64", "node_modules/vitest/vitest.mjs", "run"];
const TALLY_OF_VITEST = ["--reporter=default", "--reporter=./scripts/test/vitest-tally.ts"];

/** How often the web or the worker process is killed while people buy. */
const KILLS = { short: "20", full: "1000" };
const MINUTES_OF_FUZZ = "10";
/** Enough to see that each benchmark measures what it says: what it finds wrong makes it fail. */
const SMALL_BENCHMARKS = {
  VOLUME_SKILLS: "5000",
  BENCH_RUNS: "5",
  READS_SKILLS: "100",
  READS_SECONDS: "0.5",
  READS_CHANGES: "50",
  READS_MIXED: "1000",
};
const BENCHMARKS = ["search", "validate", "settle", "run", "volume", "reads", "vetting"];

export interface Result {
  passed: number;
  failed: number;
  output: string;
  files?: { file: string; ms: number }[];
}

/** Runs a program that counts its tests. */
export type Suite = (
  program: string,
  args: readonly string[],
  environment?: Readonly<Record<string, string | undefined>>,
) => Promise<Result>;
type Stage = (given: { full: boolean; files: readonly string[] }) => Promise<Result>;

/** Each is given `{ full, files }` and resolves to `{ passed, failed, output }`, with `files` where they were timed. */
const stages = {
  format: () => check(bin("oxfmt"), ["--check"]),
  architecture: () => check(process.execPath, ["scripts/run.mjs", "arch"]),
  lint: () => check(bin("oxlint"), ["--type-aware", "--deny-warnings"]),
  types: () => check(bin("tsc"), ["--noEmit", "-p", "."]),
  /** Of the pages, in a process of its own: it is kept until what it is made of changes. */
  build: () => check(process.execPath, ["scripts/run.mjs", "build"]),
  crash: ({ full }) =>
    check(bin("tsx"), ["checks/bench/run.ts", "crash"], { CRASHES: full ? KILLS.full : KILLS.short }),
  clients: () => suite(process.execPath, ["checks/clients/run.mjs", ...TALLY_OF_VITEST]),
  benchmarks: async () => {
    const peers = ["ci", "--prefix", "checks/bench/peers", "--ignore-scripts", "--no-audit", "--no-fund"];
    const installed = await check("npm", peers);
    if (installed.failed) return installed;
    return check(bin("tsx"), ["checks/bench/run.ts", ...BENCHMARKS], SMALL_BENCHMARKS);
  },
  fuzz: () => check(bin("tsx"), ["checks/bench/fuzz/run.ts", "--minutes", MINUTES_OF_FUZZ]),
  /** A market over real databases, balancers and poolers of Debian; without them it fails and names the packages. */
  topology: () => check(bin("tsx"), ["checks/bench/topology/run.ts"]),
  unit: ({ files }) => suite(process.execPath, [...VITEST, ...TALLY_OF_VITEST, ...files]),
  /** The cases that need a whole market; the pure ones are among the unit tests. */
  conformance: async () => counted(await runProgram(bin("tsx"), ["scripts/conformance.ts", "--served"])),
  e2e: ({ files }) => browserTests(files, suite),
} satisfies Record<string, Stage>;
export type StageName = keyof typeof stages;
export const STAGES: Record<StageName, Stage> = stages;
export const isStage = (name: string): name is StageName => Object.hasOwn(STAGES, name);

/**
 * What runs beside each other, one group after the other: the stages of one list take turns. Conformance waits for
 * one process most of the time, and unit tests use what it leaves. Browser tests have the machine for themselves.
 */
export const GROUPS: readonly (readonly (readonly StageName[])[])[] = [
  [
    ["format", "architecture", "build"],
    ["lint", "types"],
  ],
  [["unit"], ["conformance"]],
  [["e2e"]],
  [["clients", "benchmarks", "fuzz", "topology"]],
];
/** Beside everything: much of its time a killed process starts, or a quote has not ended yet. */
export const BESIDE: readonly StageName[] = ["crash"];

/** Only in the full form. */
const LONG = new Set<StageName>(["clients", "benchmarks", "fuzz", "topology"]);

/** Those that need the production build. */
const OF_BUILD = new Set<StageName>(["conformance", "e2e"]);

/** The stages to run: those named, and the build that they need; without names all of the form. */
export function chooseStages(named: readonly StageName[], full: boolean): StageName[] {
  const all = Object.keys(STAGES).filter(isStage);
  if (named.length === 0) return all.filter((stage) => full || !LONG.has(stage));
  const needsBuild = named.some((stage) => OF_BUILD.has(stage));
  return all.filter((stage) => named.includes(stage) || (stage === "build" && needsBuild));
}

/** Those that are told which files to run. */
export const OF_FILES: readonly StageName[] = ["unit", "e2e"];

async function check(
  program: string,
  args: readonly string[],
  environment?: Readonly<Record<string, string | undefined>>,
): Promise<Result> {
  const { code, output } = await runProgram(program, args, environment);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
}

type Ended = Awaited<ReturnType<typeof runProgram>>;

function counted({ code, output }: Ended): Result {
  const count = (pattern: RegExp) => Number(output.match(pattern)?.[1] ?? 0);
  return checked({ code, output, passed: count(/(\d+) passed/), failed: count(/(\d+) failed/) });
}

async function suite(...[program, args, environment = {}]: Parameters<Suite>): Promise<Result> {
  const place = tallyPlace();
  const ended = await runProgram(program, args, { ...environment, ...place.environment });
  return checked({ ...ended, ...(place.read() ?? { passed: 0, failed: 0, files: [] }) });
}

/** A runner that ended badly or ran nothing has failed, whatever it counted. */
function checked({ code, ...counts }: Result & Ended): Result {
  const silent = (code !== 0 || counts.passed === 0) && counts.failed === 0;
  return silent ? { ...counts, failed: 1 } : counts;
}

/** Runs a program to its end and shows what it says; resolves to its exit code and its output. */
function runProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(program, args, { env: { ...process.env, NO_COLOR: "1", ...environment } });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += String(chunk);
        process.stdout.write(chunk);
      });
    }
    child.on("error", (error) => resolve({ code: 1, output: String(error) }));
    child.on("close", (code) => resolve({ code, output }));
  });
}
