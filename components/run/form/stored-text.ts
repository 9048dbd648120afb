import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
/** For browsers that forbid storage: then a text is kept as long as the page. */
const memory = new Map<string, string>();

/** The text this browser keeps under a key; null for none, and on the server. */
export function useStoredText(key: string): string | null {
  return useSyncExternalStore(subscribe, () => readText(key), onServer);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const onServer = () => null;

/** The text this browser keeps under a key, at this moment. */
export function readText(key: string): string | null {
  return memory.get(key) ?? store((storage) => storage.getItem(key));
}

/** Keeps a text in this browser, where every page finds it; null forgets it. */
export function storeText(key: string, text: string | null): void {
  if (text === null) memory.delete(key);
  else memory.set(key, text);
  store((storage) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)));
  for (const listener of listeners) listener();
}

function store<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(window.localStorage);
  } catch {
    return null;
  }
}
