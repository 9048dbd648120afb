import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 250;

/** Asks until the answer is true; what throws is asked again. Throws with `what` after `ms`. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  { ms = 90_000 } = {},
): Promise<void> {
  const endMs = performance.now() + ms;
  for (let last: unknown = "no"; performance.now() < endMs; await sleep(POLL_MS)) {
    try {
      if (await isSo()) return;
    } catch (error) {
      last = error;
    }
    if (performance.now() + POLL_MS >= endMs)
      throw new Error(`${what} was waited for in vain for ${ms / 1000} s`, { cause: last });
  }
}

/** True when this address answers 200. */
export const answers = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2_000) })).status === 200;
