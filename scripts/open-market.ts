// The market of a terminal or a service manager: whoever started it says when it ends, and then nothing of it is
// left running.
import { startMarket, type MarketOptions, type OpenMarket } from "./market.ts";
import { say } from "./setup.ts";

/** SIGHUP is a terminal that was closed. */
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Starts a market like `startMarket` and ends this process, with everything it started, when it is told to: also
 * half-way through the start, and when nobody reads what it prints any more.
 */
export async function openMarket(options: MarketOptions): Promise<OpenMarket> {
  let stopMarket = async () => {};
  let stopping = false;
  const stopAll = async (code: number) => {
    if (stopping) return;
    stopping = true;
    say("stopping");
    await stopMarket();
    process.exit(code);
  };
  for (const signal of ENDING) process.on(signal, () => void stopAll(0));
  // A terminal that is gone takes no more lines, and that must not end us before the processes.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    return await startMarket({
      ...options,
      onBegin: (stop) => (stopMarket = stop),
      onGiveUp: (name, reason) => {
        console.error(`${name} keeps ending (${String(reason)}); stopping`);
        void stopAll(1);
      },
    });
  } catch (error) {
    if (!stopping) throw error;
    return new Promise(() => {}); // stopAll ends the process
  }
}
