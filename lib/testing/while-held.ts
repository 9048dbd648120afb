import { setTimeout as sleep } from "node:timers/promises";
import { database, type Database } from "@/lib/db/client";

const TIMEOUT_MS = 25_000;
const LOOK_EVERY_MS = 10;

/**
 * Until so `many` statements of the calling file's database wait for what other transactions hold: `work`, begun
 * before, has come as far as it gets. True then, false when `work` has ended without that.
 */
export async function untilSomebodyWaits(work: Promise<unknown>, many = 1): Promise<boolean> {
  let hasEnded = false;
  const end = () => void (hasEnded = true);
  work.then(end, end);
  for (;;) {
    const [row] = await database().$queryRaw<{ waiting: number }[]>`
      SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if ((row?.waiting ?? 0) >= many) return true;
    if (hasEnded) return false;
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Does `work` while a transaction holds what `hold` takes and writes: it has done that before `work` begins, and ends
 * once `work` has come to it and waits (so `many` statements of it), or has ended. Then, and before it ends, `look` is
 * told which. Gives or throws what `work` does.
 */
export async function whileHeld<T>(
  hold: (db: Database) => Promise<unknown>,
  work: () => Promise<T>,
  { many = 1, look }: { many?: number; look?: (isWaiting: boolean) => Promise<void> } = {},
): Promise<T> {
  let done: Promise<T> | undefined;
  await database().$transaction(
    async (tx) => {
      await hold(tx);
      done = work();
      const isWaiting = await untilSomebodyWaits(done, many);
      await look?.(isWaiting);
    },
    { timeout: TIMEOUT_MS },
  );
  if (!done) throw new Error("nothing was done");
  return done;
}
