import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname) } },
  test: {
    include: ["{lib,api,client,components,cli,processes,scripts,conformance}/**/*.test.{ts,tsx}"],
    globalSetup: ["lib/testing/global-setup.ts"],
    setupFiles: ["lib/testing/property-seed.ts"],
    env: { LOG_LEVEL: "silent" },
    pool: "threads",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
