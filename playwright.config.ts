import { existsSync } from "node:fs";
import { chromium, defineConfig } from "@playwright/test";

const BROWSERS = [chromium.executablePath(), "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const executablePath = process.env["CHROMIUM_PATH"] ?? BROWSERS.find((file) => existsSync(file)) ?? "";

const BY_HAND = "actions-by-hand.spec.ts";

export default defineConfig({
  testDir: "e2e",
  // The crash tests end the web process, so they run alone, after everything else but the posts by hand: these use up what
  // one network may ask for in an hour.
  projects: [
    { name: "market", testIgnore: ["crash/**", BY_HAND] },
    { name: "crash", testMatch: "crash/**", dependencies: ["market"], fullyParallel: false },
    { name: "by-hand", testMatch: BY_HAND, dependencies: ["crash"] },
  ],
  workers: 3, // one more than the cores of a small machine: at any time some test waits for the market
  // These end what hangs, and nothing else: a test that takes seconds alone may take minutes beside other work, and has
  // not failed for that.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  reporter: "list",
  use: {
    baseURL: process.env["APP_URL"] ?? "http://127.0.0.1:3000",
    trace: "off",
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    launchOptions: {
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        // A page whose compositor has lost its process draws no frame any more, and Playwright waits for one before
        // each press.
        "--in-process-gpu",
        "--disable-gpu-watchdog",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
