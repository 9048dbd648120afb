import path from "node:path";
import { defineConfig } from "vitest/config";

const TESTS = "**/*.test.{ts,tsx}";
/**
 * Start processes, try one sandbox for long, set the process up as an operator would, measure the memory of their
 * thread, leave a stock client behind that looks for its server for ever (`lib/chain/ledger`), put another module in the place
 * of one (a pure one that stays would keep it, `lib/testing/reset-modules.ts`), or read texts of many megabytes: a
 * thread that has run much code compiles its patterns without optimizing them, and they take ten times as long.
 */
const SANDBOXES = "lib/running/{bubblewrap,docker,gvisor,images,remote,testing}";
const ALONE = ["checks/{bench,conformance}", "processes", "lib/chain/ledger", SANDBOXES]
  .map((folder) => `${folder}/${TESTS}`)
  .concat("lib/skill-format/hostile-input.test.ts", "lib/vetting/bounded-time.test.ts")
  .concat("lib/web/auth/sign-in-with-password.test.ts", "lib/package/read-archive-limits.test.ts")
  .concat("lib/platform/blobs/directory-blob-store.test.ts");
/** Functions and tables that need no database, no built source and no process: a file of them answers within seconds. */
const PURE = [
  "chain/solana",
  "conversion",
  "kernel",
  "package",
  "registry/provenance",
  "skill-format",
  "vetting",
].map((room) => `lib/${room}/${TESTS}`);
const EVERYWHERE = `{api,app,cli,lib,client,components,scripts}/${TESTS}`;
/** One throw-away PostgreSQL for all projects that name it; a run of pure files alone starts none. */
const DATABASE = ["lib/testing/global-setup.ts"];
const SEED = "lib/testing/property-seed.ts";
/** Count the steps of our code (`lib/testing/count-steps.ts`). */
const STEPS = `lib/**/*.steps.test.ts`;

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname) } },
  test: {
    env: { LOG_LEVEL: "silent", DEMONSTRATION: "true" },
    pool: "threads",
    // One more than the cores of a small machine: at any time some test waits, for a slot of the ledger or for
    // a sandbox.
    maxWorkers: 3,
    // These end what hangs, and nothing else: a test that takes a second alone may take many beside other work, and has
    // not failed for that.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { interval: 20, timeout: 90_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "alone",
          globalSetup: DATABASE,
          include: ALONE,
          exclude: ["node_modules/**", STEPS],
          setupFiles: [SEED],
          // Node does not find "next/server", which the framework's own bundler does; the proxy of pages needs it.
          server: { deps: { inline: [/next-intl\/dist\/esm\/development\/middleware/] } },
        },
      },
      {
        extends: true,
        test: {
          name: "steps",
          pool: "forks",
          execArgv: ["--no-opt", "--no-maglev"],
          include: [STEPS],
          setupFiles: ["lib/testing/count-steps.ts", SEED],
        },
      },
      {
        extends: true,
        test: {
          name: "pure",
          isolate: false,
          include: PURE,
          exclude: ["node_modules/**", STEPS, ...ALONE],
          setupFiles: ["lib/testing/fresh-modules.ts", SEED],
        },
      },
      {
        // Loading the packages anew for each file took half of all processor time; our own modules are loaded anew
        // here too.
        extends: true,
        test: {
          name: "shared",
          globalSetup: DATABASE,
          isolate: false,
          include: [EVERYWHERE],
          exclude: ["node_modules/**", STEPS, ...ALONE, ...PURE],
          setupFiles: ["lib/testing/fresh-modules.ts", SEED],
        },
      },
    ],
  },
});
