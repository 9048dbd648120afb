import { withDatabase } from "../with-database";
import { quantile } from "../quantile";
import { listAsks } from "./asks";
import { fillMarket } from "./fill";

const SKILLS = Number(process.env["VOLUME_SKILLS"] ?? 10_000);
const ACCOUNTS = Number(process.env["VOLUME_ACCOUNTS"] ?? 2 * SKILLS);
const SALES = Number(process.env["VOLUME_SALES"] ?? 20 * SKILLS);
/** Asked once to read what is on disk, then so often; less often when it takes long. */
const REPEATS = 5;
const ENOUGH_MS = 10_000;

/**
 * What lists, pages and the worker ask of a market of two years, each in milliseconds. `VOLUME_ASKS` names some of them
 * by a pattern.
 */
export async function benchVolume(): Promise<void> {
  const wanted = new RegExp(process.env["VOLUME_ASKS"] ?? "");
  await withDatabase(
    (url) => fillMarket(url, { skills: SKILLS, accounts: ACCOUNTS, sales: SALES }),
    async () => {
      console.log(`\n${SKILLS} skills, ${ACCOUNTS} accounts, ${SALES} sales: ms, first / best / p50`);
      for (const { name, run } of await listAsks()) {
        if (wanted.test(name)) console.log(`${name.padEnd(48)} ${await measure(run)}`);
      }
    },
    { inMemory: false },
  );
}

async function measure(run: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  const started = performance.now();
  while (times.length <= REPEATS && performance.now() - started < ENOUGH_MS) {
    const begun = performance.now();
    await run();
    times.push(performance.now() - begun);
  }
  const [first = 0, ...warm] = times;
  const shown = warm.length === 0 ? times : warm;
  return [first, Math.min(...shown), quantile(shown, 0.5)].map((ms) => ms.toFixed(1).padStart(9)).join(" /");
}
