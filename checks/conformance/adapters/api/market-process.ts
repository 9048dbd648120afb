import { answerCases } from "../../runner/case-process";
import type { ConformanceCase } from "../../runner/conformance-case";
import { openSettings } from "./market-settings";

const settings = await openSettings();
Object.assign(process.env, settings.environment);
// Only now: some modules read the settings when they are loaded.
const { startMarket } = await import("./market");
const { runSteps } = await import("./run-steps");
const market = await startMarket(settings);

async function run(testCase: ConformanceCase): Promise<string[]> {
  await market.reset();
  return runSteps(market.url, testCase);
}

async function close(): Promise<void> {
  await market.stop();
  await settings.close();
}

answerCases(run, close);
