import { setTimeout as sleep } from "node:timers/promises";
import { database, type Database } from "@/lib/db/client";

const TIMEOUT_MS = 10_000;

/**
 * Does `work` while a transaction holds what `hold` takes and writes: it has done that before `work` begins, and ends `forMs` later,
 * which is longer than `work` takes to look. Gives or throws what `work` does.
 */
export async function whileHeld<T>(
  hold: (db: Database) => Promise<unknown>,
  work: () => Promise<T>,
  forMs: number,
): Promise<T> {
  let tellHeld = () => {};
  const held = new Promise<void>((resolve) => (tellHeld = resolve));
  const ended = database().$transaction(
    async (tx) => {
      await hold(tx);
      tellHeld();
      await sleep(forMs);
    },
    { timeout: TIMEOUT_MS },
  );
  await Promise.race([held, ended]);
  const [done] = await Promise.allSettled([work(), ended]);
  if (done.status === "rejected") throw done.reason;
  await ended;
  return done.value;
}
