// The embedded database of a market that is open: when it ends by itself it is started again, where everybody looks
// for it.
import { setTimeout as sleep } from "node:timers/promises";
import { NotStarted, type RunningPostgres, startPostgres } from "./postgres.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** One that was up for so long is started again without waiting. */
const STEADY_MS = 60_000;

export type SupervisedPostgres = Pick<RunningPostgres, "url" | "reused" | "stop"> & { pid(): number };

/**
 * Starts the database in `directory` like `startPostgres`, and again on the same port whenever it ends, with growing
 * pauses: what keeps it from starting, as a full disk does, may be mended while pages say that the market is away.
 * `say` is given what it says and what happens to it, a line each. `pid()` is its process now.
 */
export async function supervisePostgres(
  directory: string,
  { ephemeral = false, say = console.error }: { ephemeral?: boolean; say?: (line: string) => void } = {},
): Promise<SupervisedPostgres> {
  const asked = new AbortController();
  // That it ends when it is asked to is no news.
  const onLine = ephemeral
    ? undefined
    : (line: string) => {
        if (!asked.signal.aborted) say(`database │ ${line}`);
      };
  let current = await startPostgres(directory, { ephemeral, onLine });
  const { port, reused } = current;
  let starting = Promise.resolve();
  let pauseMs = FIRST_PAUSE_MS;
  let startedAt = Date.now();

  const watch = (server: RunningPostgres) => server.ended.then((reason) => (starting = startAgain(reason)));

  async function startAgain(reason: unknown): Promise<void> {
    if (Date.now() - startedAt >= STEADY_MS) pauseMs = FIRST_PAUSE_MS;
    while (!asked.signal.aborted) {
      say(`database ended (${String(reason)}); starting it again`);
      // What a killed one left behind ends within moments, and until then it would refuse to start.
      await sleep(pauseMs, undefined, { signal: asked.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      if (asked.signal.aborted) return;
      try {
        current = await startPostgres(directory, { ephemeral, port, onLine });
        startedAt = Date.now();
        void watch(current);
        return;
      } catch (error) {
        reason = error instanceof NotStarted ? error.reason : error;
      }
    }
  }

  void watch(current);
  return {
    url: (database: string) => current.url(database),
    reused,
    pid: () => current.pid,
    stop: async () => {
      asked.abort();
      await starting;
      await current.stop();
    },
  };
}
