import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { listApiKeyRows, type ApiKeyRow } from "@/lib/identity/keys/api-keys-repository";

/** A key as its owner sees it after the first time. */
export interface ApiKeyView {
  id: string;
  name: string;
  prefix: string;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** Id of the key a program made it with, and with which it ends; null for one a person made or let in. */
  madeBy: string | null;
  /** The wallet whose signature proved who made it or let it in; null for a password or a key. */
  wallet: string | null;
}

/** Programs make keys and revoke them for as long as they like. */
const REVOKED_SHOWN = 100;

/** The keys of the actor's account, newest first, with those revoked last. */
export async function listApiKeys({ accountId }: Actor): Promise<ApiKeyView[]> {
  return (await listApiKeyRows(database(), { accountId, revoked: REVOKED_SHOWN })).map(toApiKeyView);
}

/** The working ones of all `keys` of an account that end with a wallet: made with its signature, or with such a key. */
export function listKeysOfWallet(keys: readonly ApiKeyView[], wallet: string): ApiKeyView[] {
  const working = keys.filter(({ revokedAt }) => revokedAt === null);
  const ids = new Set(working.filter((key) => key.wallet === wallet).map(({ id }) => id));
  // Newest first: whatever made a key comes after it.
  for (const { id, madeBy } of working.toReversed()) if (madeBy !== null && ids.has(madeBy)) ids.add(id);
  return working.filter(({ id }) => ids.has(id));
}

export function toApiKeyView(row: ApiKeyRow): ApiKeyView {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    madeBy: row.madeById,
    wallet: row.wallet,
  };
}
