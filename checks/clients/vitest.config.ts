import path from "node:path";
import { defineConfig } from "vitest/config";

const root = path.resolve(import.meta.dirname, "../..");

/** Published clients of others, against a started server: `npm run clients`. */
export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  test: {
    include: ["checks/clients/*.test.ts"],
    globalSetup: ["lib/testing/global-setup.ts"],
    env: { LOG_LEVEL: "silent", DEMONSTRATION: "true" },
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
