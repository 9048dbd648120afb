import { processorMs } from "@/lib/kernel/threads/thread-time";

/**
 * On a machine that is busy with other work seconds can pass without a thread having had its turn. As long as it has
 * used less processor time than the limit, what it reads cannot be to blame, and it is waited for up to so many times
 * as long.
 */
const STARVED_FACTOR = 20;

/**
 * Calls `expire` once `thread` (see `ownThread`) has used `ms` of processor time, unless the result was called before.
 * Without a thread, that of the whole process counts: who else is busy in it may then cost the innocent their time.
 */
export function limitProcessorTime(ms: number, expire: () => void, thread: number | null = null): () => void {
  const before = processorMs(thread);
  const startMs = performance.now();
  const look = (): void => {
    const leftMs = ms - (processorMs(thread) - before);
    const starved = leftMs > 0 && performance.now() - startMs < ms * STARVED_FACTOR;
    if (starved) timer = setTimeout(look, Math.max(leftMs, 1));
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
