import path from "node:path";
import { lock } from "proper-lockfile";
import { InputError } from "../command";
import { unreadable } from "../read-input";
import { LOCK_FILE } from "./lock-file";

/** Of a command that was killed while it installed; proper-lockfile touches its mark every five seconds. */
const DEAD_AFTER_MS = 10_000;
const WAIT = { retries: 60, factor: 1, minTimeout: 500, maxTimeout: 500, randomize: true };

/**
 * Does the work while no other `emporion` installs or removes in this project: two at once would leave folders that no
 * lock file names. Waits for another for half a minute. @throws InputError
 */
export async function whileAlone<T>(project: string, work: () => Promise<T>): Promise<T> {
  const options = {
    lockfilePath: path.join(project, `.${LOCK_FILE}.busy`),
    stale: DEAD_AFTER_MS,
    retries: WAIT,
  };
  const release = await lock(project, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ELOCKED")
      throw new InputError(`another emporion is installing in ${project}; run this again when it is done`);
    throw unreadable(project, error);
  });
  try {
    return await work();
  } finally {
    await release();
  }
}
