import { existsSync } from "node:fs";
import { chromium, defineConfig } from "@playwright/test";

const own = chromium.executablePath();
const executablePath = process.env["CHROMIUM_PATH"] ?? (existsSync(own) ? own : "/usr/bin/chromium");

export default defineConfig({
  testDir: "e2e",
  // The crash tests end the web process, so they run alone, after everything else.
  projects: [
    { name: "market", testIgnore: "crash/**" },
    { name: "crash", testMatch: "crash/**", dependencies: ["market"], fullyParallel: false },
  ],
  workers: 2,
  timeout: 60_000,
  reporter: "list",
  use: {
    baseURL: process.env["APP_URL"] ?? "http://127.0.0.1:3000",
    trace: "off",
    launchOptions: {
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
