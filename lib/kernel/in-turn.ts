/**
 * Does works of one key one after the other in this process, in the order they come; works of other keys do not wait for
 * them. For what waits for one lock of the database: those who wait here hold no connection meanwhile. A work that fails
 * fails for whoever asked for it alone.
 */
export function inTurn(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, done);
    const drop = () => void (last.get(key) === done && last.delete(key));
    done.then(drop, drop);
    return done;
  };
}
