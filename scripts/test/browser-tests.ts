import fs from "node:fs";
import path from "node:path";
import { fastTempDirectory } from "../fast-temp-directory.ts";
import { startMarket } from "../market.ts";
import { freePort } from "../ports.ts";
import { bin } from "../setup.ts";
import { findChromium } from "../system-packages.ts";

import type { Result, Suite } from "./stages.ts";

// The wallet of the person "administrates" in e2e/fixtures.ts.
const ADMINISTRATOR = "APqKfAWwuVRsV5FsP7eet7Ur5gSuRQCFgC2n74rDDLhS";
const MOST_BYTES = 2 * 1024 ** 3;

/** The tests of e2e/, or the files named, against a market that is started for them; `suite` runs and counts. */
export async function browserTests(files: readonly string[], suite: Suite): Promise<Result> {
  if (!findChromium() && !fs.existsSync(await browserOfPlaywright()))
    return {
      passed: 0,
      failed: 1,
      output: "There is no browser: npx playwright install chromium, or set CHROMIUM_PATH",
    };
  const dataDirectory = fs.mkdtempSync(path.join(fastTempDirectory(MOST_BYTES), "emporion-e2e-"));
  fs.chmodSync(dataDirectory, 0o755);
  const [port, ledgerPort] = [await freePort(), await freePort()];
  delete process.env.DATABASE_URL;
  delete process.env.SOLANA_RPC_URL;
  process.env.ADMINISTRATOR_ADDRESSES = ADMINISTRATOR;
  process.env.LOG_LEVEL ??= "warn"; // else a line for each request
  // All browsers are one network to the market, and share what it gives to one caller.
  process.env.RUNNER_CONCURRENCY ??= "4";
  const log = path.join(dataDirectory, "lines.log");
  const onLine = (line: string, name: string) => {
    if (name === "web") fs.appendFileSync(log, `${line}\n`);
  };
  const market = await startMarket({ dataDirectory, port, ledgerPort, ephemeral: true, onLine });
  try {
    return await suite(
      bin("playwright"),
      ["test", "--reporter=list,./scripts/test/playwright-tally.ts", ...files],
      {
        ...market.env,
        NODE_ENV: "test",
        WEB_PID: String(market.supervisor.pid("web")),
        WEB_LOG: log,
        CHROMIUM_PATH: findChromium(),
      },
    );
  } finally {
    await market.stop();
    fs.rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Where `npx playwright install` puts the browser of tests. */
async function browserOfPlaywright(): Promise<string> {
  const { chromium } = await import("@playwright/test");
  return chromium.executablePath();
}
