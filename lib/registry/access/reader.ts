import { AsyncLocalStorage } from "node:async_hooks";

/** Who reads: an account, or whoever sends a read token; with neither, anybody. */
export interface Reader {
  accountId: string | null;
  /** SHA-256 of the read token, as `ReadingRights` has it. */
  tokenHash: string | null;
  /** The market itself, and an administrator who decides about a version: reads everything. */
  isMarket?: true;
}

/** Everybody, and so what is shown where nothing else is said. */
export const ANYBODY: Reader = { accountId: null, tokenHash: null };

export const MARKET: Reader = { ...ANYBODY, isMarket: true };

/** The account of a session or of an API key; null for nobody. */
export const readerOf = (actor: { accountId: string } | null): Reader => ({
  accountId: actor?.accountId ?? null,
  tokenHash: null,
});

// Pages and the API are bundled apart: both must find the same one.
const holder = globalThis as unknown as { emporionReader?: AsyncLocalStorage<Reader> };
const storage = (holder.emporionReader ??= new AsyncLocalStorage());

/**
 * Does `work` in the name of a reader: what is read of skills in it (`shown-sql.ts`) includes those that the reader may see. Only addresses
 * that open private skills do this. Everywhere else anybody reads, so a query that forgets the reader shows too little, never too much.
 */
export const readAs = <T>(reader: Reader, work: () => T): T => storage.run(reader, work);

export const presentReader = (): Reader => storage.getStore() ?? ANYBODY;

export const isAnybody = ({ accountId, tokenHash, isMarket }: Reader): boolean =>
  accountId === null && tokenHash === null && isMarket !== true;
