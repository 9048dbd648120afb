// `npm test`: format, lint, types, architecture and, beside them, killed processes; unit and database tests, then
// conformance cases and browser tests against a real market.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Stop } from "./explain.mjs";
import { startMarket } from "./market.mjs";
import { freePort } from "./ports.mjs";
import { fastTempDirectory } from "./fast-temp-directory.mjs";
import { bin, prepareCode, say } from "./setup.mjs";
import { ensurePrograms, findChromium } from "./system-packages.mjs";
import { failureSummary } from "./failure-summary.mjs";

const NEEDED = ["bubblewrap", "python", "gVisor", "container engine", "chromium", "CJK fonts"];

/** Runs the stages (all, or those named) and prints `N passed, N failed` as the last line. */
export async function test(only) {
  for (const stage of only) {
    if (!STAGES.includes(stage))
      throw new Stop(`There is no stage ${stage}: npm test STAGE… with some of ${STAGES.join(", ")}.`);
  }
  const missing = await ensurePrograms(NEEDED, say);
  for (const { name, command } of missing) console.log(`missing: ${name}. Install it with: ${command}`);
  await prepareCode({ build: false });
  const wanted = (stage) => only.length === 0 || only.includes(stage);
  const results = [];
  // Much of its time nothing runs: a killed process starts, or a quote that nobody reports a payment for has not
  // ended yet.
  const crash = wanted("crash") ? check("crash", bin("tsx"), ["bench/run.ts", "crash"], { CRASHES }) : null;
  await Promise.all(
    CHECKS.map(async (lane) => {
      for (const [stage, program, args] of lane) {
        if (wanted(stage)) results.push(await check(stage, program, args));
      }
    }),
  );
  // Two hundred kills keep the machine busy; after six it only waits, for quotes to end.
  if (process.env.CI) await crash;
  if (wanted("unit")) results.push(await suite("unit", process.execPath, UNIT, {}));
  if (crash) results.push(await crash);
  if (wanted("conformance")) results.push(await servedConformance());
  if (wanted("e2e")) results.push(await browserTests());
  const passed = sum(results, "passed");
  const failed = sum(results, "failed");
  for (const { stage, failed: count, output } of results) {
    if (count) console.log(`failed: ${stage}\n${failureSummary(output)}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

/**
 * How often the web or the worker process is killed while people buy. `CRASHES=1000 npm run bench -- crash` is the
 * long form.
 */
const CRASHES = process.env.CI ? "200" : "6";

/**
 * Vitest, by its file and not its name, so that its threads have room for what is soon forgotten: by default they spend
 * a thirtieth of their time on collecting it.
 */
const UNIT = ["--max-semi-space-size=64", "node_modules/vitest/vitest.mjs", "run"];

// The wallet of the person "administrates" in e2e/fixtures.ts.
const ADMINISTRATOR = "APqKfAWwuVRsV5FsP7eet7Ur5gSuRQCFgC2n74rDDLhS";

const FOLDERS = ["app", "api", "client", "components", "lib", "processes", "cli", "conformance"];
const existing = (folders) => folders.filter((folder) => fs.existsSync(folder));

/** Each has one thread for the most part: those of one list run one after the other, the lists beside each other. */
const CHECKS = [
  [
    ["format", bin("prettier"), ["--check", "--log-level", "warn", "."]],
    ["architecture", bin("depcruise"), ["--config", ".dependency-cruiser.cjs", ...existing(FOLDERS)]],
  ],
  [
    ["lint", bin("oxlint"), ["--type-aware", "--deny-warnings"]],
    ["types", bin("tsc"), ["--noEmit", "-p", "."]],
  ],
];

async function check(stage, program, args, environment = {}) {
  const { code, output } = await execute(program, args, environment);
  say(`${stage}: ${code === 0 ? "clean" : "not clean"}`);
  return { stage, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
}

async function suite(stage, program, args, environment) {
  const { code, output } = await execute(program, args, environment);
  const count = (pattern) => Number(output.match(pattern)?.[1] ?? 0);
  const passed = stage === "unit" ? count(/Tests .*?(\d+) passed/) : count(/(\d+) passed/);
  const failed = stage === "unit" ? count(/Tests .*?(\d+) failed/) : count(/(\d+) failed/);
  // A runner that ended badly or ran nothing has failed, whatever it counted.
  const silent = (code !== 0 || passed === 0) && failed === 0 ? 1 : 0;
  say(`${stage}: ${passed} passed, ${failed} failed${silent ? `, ended with exit code ${code}` : ""}`);
  return { stage, passed, failed: failed + silent, output };
}

const STAGES = [...CHECKS.flat().map(([stage]) => stage), "crash", "unit", "conformance", "e2e"];

/** Where `npx playwright install` puts the browser of tests. */
async function browserOfPlaywright() {
  const { chromium } = await import("@playwright/test");
  return chromium.executablePath();
}

/** The conformance cases that need a whole market; the pure ones are among the unit tests. */
async function servedConformance() {
  await prepareCode({ build: true });
  return suite("conformance", bin("tsx"), ["scripts/conformance.ts", "--served"], {});
}

async function browserTests() {
  if (!findChromium() && !fs.existsSync(await browserOfPlaywright())) {
    say("e2e: not run, there is no browser: npx playwright install chromium, or set CHROMIUM_PATH");
    return { stage: "e2e", passed: 0, failed: 1, output: "" };
  }
  await prepareCode({ build: true });
  const dataDirectory = fs.mkdtempSync(path.join(fastTempDirectory(2 * 1024 ** 3), "emporion-e2e-"));
  fs.chmodSync(dataDirectory, 0o755);
  const [port, ledgerPort] = [await freePort(), await freePort()];
  delete process.env.DATABASE_URL;
  delete process.env.SOLANA_RPC_URL;
  process.env.ADMINISTRATOR_ADDRESSES = ADMINISTRATOR;
  const market = await startMarket({ dataDirectory, port, ledgerPort, ephemeral: true });
  try {
    return await suite("e2e", bin("playwright"), ["test"], {
      ...market.env,
      NODE_ENV: "test",
      WEB_PID: String(market.supervisor.pid("web")),
      ...(findChromium() ? { CHROMIUM_PATH: findChromium() } : {}),
    });
  } finally {
    await market.stop();
    fs.rmSync(dataDirectory, { recursive: true, force: true });
  }
}

function execute(program, args, environment) {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(program, args, { env: { ...process.env, NO_COLOR: "1", ...environment } });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        process.stdout.write(chunk);
      });
    }
    child.on("error", (error) => resolve({ code: 1, output: String(error) }));
    child.on("close", (code) => resolve({ code, output }));
  });
}

const sum = (results, key) => results.reduce((total, result) => total + result[key], 0);
