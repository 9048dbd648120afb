// The embedded database of a market that is open: when it ends by itself it is started again, where everybody looks for it.
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "./postgres.mjs";

const RESTART_PAUSE_MS = 500;
const MAX_RESTARTS = 10; // within RESTART_WINDOW_MS; after that something is wrong that a restart does not mend
const RESTART_WINDOW_MS = 60_000;

/**
 * Starts the database in `directory` like `startPostgres`, and again on the same port whenever it ends. `say` is given what it says and
 * what happens to it, a line each; `onGiveUp` its name and the reason when it keeps ending. `pid()` is its process now.
 */
export async function keepPostgres(directory, { ephemeral, say = console.error, onGiveUp = () => {} } = {}) {
  let stopping = false;
  // That it ends when it is asked to is no news.
  const onLine = ephemeral ? undefined : (line) => !stopping && say(`database │ ${line}`);
  let current = await startPostgres(directory, { ephemeral, onLine });
  const { port, reused, url } = current;
  let starting = Promise.resolve();
  let deaths = [];

  const watch = (server) => server.ended.then((reason) => (starting = startAgain(reason)));

  async function startAgain(reason) {
    while (!stopping) {
      const now = Date.now();
      deaths = [...deaths.filter((at) => now - at < RESTART_WINDOW_MS), now];
      if (deaths.length > MAX_RESTARTS) return onGiveUp("database", reason);
      say(`database ended (${reason}); starting it again`);
      // What it left behind ends within moments, and until then it would refuse to start.
      await sleep(RESTART_PAUSE_MS);
      try {
        current = await startPostgres(directory, { ephemeral, port, onLine });
        void watch(current);
        return;
      } catch (error) {
        reason = error.message;
      }
    }
  }

  void watch(current);
  return {
    url,
    reused,
    pid: () => current.pid,
    stop: async () => {
      stopping = true;
      await starting;
      await current.stop();
    },
  };
}
