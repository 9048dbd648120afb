import type { ConformanceCase } from "../../runner/conformance-case";
import { openSettings } from "./market-settings";

const settings = await openSettings();
Object.assign(process.env, settings.environment);
// Only now: some modules read the settings when they are loaded.
const { startMarket } = await import("./market");
const { runSteps } = await import("./run-steps");
const market = await startMarket(settings);

async function answer(message: ConformanceCase | "stop"): Promise<void> {
  if (message === "stop") {
    await market.stop();
    await settings.close();
    process.disconnect();
    return;
  }
  await market.reset();
  process.send?.(
    await runSteps(market.url, message).catch((error: unknown) => [
      `threw ${error instanceof Error ? error.message : String(error)}`,
    ]),
  );
}

process.on("message", (message: ConformanceCase | "stop") => void answer(message));
process.on("disconnect", () => process.exit());
process.send?.("ready");
