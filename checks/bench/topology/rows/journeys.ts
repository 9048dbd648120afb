import { spawn } from "node:child_process";
import { tallyPlace } from "@/scripts/test/tally.ts";
import type { Topology } from "../topology";
import type { Outcome, Promised } from "./row";

export const JOURNEYS: Promised = {
  name: "journeys",
  broken:
    "nothing: people join, publish, buy and browse in browsers, whose requests go to both web processes",
  failsNothing: true,
};

/** Those that need nothing of the market but its address: they stop no process and act for no administrator. */
const SPECS = ["browse", "join-by-mail", "publish", "buy-call", "run-free"];
const REPORTERS = "--reporter=list,./scripts/test/playwright-tally.ts";

/** The browser tests of one market, on the starter catalogue of one, over the balancer. */
export async function playJourneys({ market }: Topology): Promise<Outcome> {
  await market.runToEnd("seed");
  const place = tallyPlace();
  const files = SPECS.map((name) => `e2e/${name}.spec.ts`);
  const args = ["node_modules/@playwright/test/cli.js", "test", REPORTERS, ...files];
  const env = { ...process.env, ...market.settings, ...place.environment, NODE_ENV: "test" as const };
  const child = spawn(process.execPath, args, { env, stdio: "inherit" });
  await new Promise((resolve) => child.once("exit", resolve));
  const tally = place.read() as { passed: number; failed: number } | null;
  if (tally === null) throw new Error("Playwright ran no test");
  const { passed, failed } = tally;
  const reasons = new Map(failed > 0 ? [["browser tests", failed]] : []);
  return { row: JOURNEYS, sent: passed + failed, failed, acknowledged: 0, lost: [], seconds: null, reasons };
}
