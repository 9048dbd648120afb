import { lock } from "proper-lockfile";
import { InputError } from "./command";
import { unreadable } from "./read-input";

/** Of a command that was killed at work; proper-lockfile touches its mark every five seconds. */
const DEAD_AFTER_MS = 10_000;
const WAIT = { retries: 60, factor: 1, minTimeout: 500, maxTimeout: 500, randomize: true };

/**
 * Does the work while no other process does any under the same mark. Waits for another for half a minute.
 *
 * @throws InputError with the sentence `busy` where the other one is not done by then, and where no mark can be made.
 */
export async function whileLocked<T>(
  directory: string,
  { mark, busy, wait = WAIT }: { mark: string; busy: string; wait?: typeof WAIT },
  work: () => Promise<T>,
): Promise<T> {
  const options = { lockfilePath: mark, stale: DEAD_AFTER_MS, retries: wait };
  const release = await lock(directory, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ELOCKED") throw new InputError(busy);
    throw unreadable(directory, error);
  });
  try {
    return await work();
  } finally {
    await release();
  }
}
