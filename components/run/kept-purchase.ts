import { useMemo, useSyncExternalStore } from "react";
import { isInput } from "@/components/run/form-controls";
import type { Purchase } from "@/components/run/purchase";

const listeners = new Set<() => void>();
/** For browsers that forbid storage: then a purchase is kept as long as the page. */
const memory = new Map<string, string>();

interface KeptPurchase {
  purchase: Purchase | null;
  /** Null forgets it. */
  keep: (purchase: Purchase | null) => void;
}

/**
 * The signed purchase of this version that has calls left, kept in this browser: a closed page must not lose what was
 * paid for.
 */
export function useKeptPurchase(slug: string, version: string): KeptPurchase {
  const key = `emporion.purchase.${slug}@${version}`;
  const text = useSyncExternalStore(subscribe, () => read(key), onServer);
  return useMemo(
    () => ({
      purchase: parse(text),
      keep: (purchase) => write(key, purchase && JSON.stringify(purchase)),
    }),
    [key, text],
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const onServer = () => null;

function read(key: string): string | null {
  return memory.get(key) ?? store((storage) => storage.getItem(key));
}

function write(key: string, text: string | null): void {
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

// What stands in a browser's storage may have been written by anybody.
function parse(text: string | null): Purchase | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isPurchase(value) ? value : null;
  } catch {
    return null;
  }
}

function isPurchase(value: unknown): value is Purchase {
  const { quote, accessToken, transaction, calls, made, begun } = (value ?? {}) as Partial<Purchase>;
  return (
    typeof quote?.id === "string" &&
    typeof accessToken === "string" &&
    typeof transaction === "string" &&
    [calls, made].every((count) => count === undefined || (Number.isInteger(count) && count >= 0)) &&
    (begun === undefined || isInput(begun))
  );
}
