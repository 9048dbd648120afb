/**
 * On a machine that is busy with other work a second can pass without a thread having had its turn: as long as this
 * whole process has used less processor time than the limit, what it reads cannot be to blame, and it is waited for up
 * to so many times as long.
 */
const STARVED_FACTOR = 5;

/** Calls `expire` once the time is over, unless the result was called before. */
export function limitProcessorTime(ms: number, expire: () => void): () => void {
  const before = process.cpuUsage();
  const startMs = performance.now();
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    const leftMs = ms - (user + system) / 1000;
    const starved = leftMs > 0 && performance.now() - startMs < ms * STARVED_FACTOR;
    if (starved) timer = setTimeout(look, leftMs);
    // Our own thread may have been busy; an answer that has come meanwhile is read before the verdict.
    else immediate = setImmediate(expire);
  };
  let immediate: NodeJS.Immediate | undefined;
  let timer = setTimeout(look, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
