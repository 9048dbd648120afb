import { AsyncLocalStorage } from "node:async_hooks";

// One for the process: pages and the agent API are bundled apart, each with modules of its own.
const holder = globalThis as unknown as { emporionWhoAsks?: AsyncLocalStorage<string> };
const storage = (holder.emporionWhoAsks ??= new AsyncLocalStorage());

/** Does `work` in the name of a network (`networkOf`), as whoever shares something scarce is told by `whoAsks`. */
export function askedBy<T>(network: string, work: () => T): T {
  return storage.run(network, work);
}

/** The network on whose behalf this code runs; null for work of the market itself, such as a job. */
export function whoAsks(): string | null {
  return storage.getStore() ?? null;
}
