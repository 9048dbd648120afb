import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { PlatformKey } from "@/lib/log/attestation/platform-key";
import { signCheckpoint } from "@/lib/log/transparency/checkpoint";
import { proveConsistency, proveInclusion, rootHash, type Hash } from "@/lib/log/transparency/merkle";
import { readTree } from "@/lib/log/transparency/read-tree";
import { findLogSize, listLogEntryRows, type LogEntryRow } from "@/lib/log/transparency/repository";

export type { LogEntryRow };

export const MAX_ENTRIES_PER_PAGE = 1000;

export interface LogIdentity {
  /** Name of the log, without spaces: the host it is published at. */
  origin: string;
  key: Pick<PlatformKey, "privateKey" | "keyId">;
}

/** What the log says of itself now, as a signed note. */
export async function getCheckpoint(identity: LogIdentity): Promise<string> {
  return checkpointAt(await findLogSize(database()), identity);
}

export interface LogPage {
  size: number;
  entries: LogEntryRow[];
  /** Where the next page begins; null at the end. */
  next: number | null;
  /** Over `size` entries. */
  checkpoint: string;
}

/** Entries from `start` on, oldest first, with a checkpoint over the log as it is. */
export async function listLogEntries(
  { start, limit }: { start: number; limit: number },
  identity: LogIdentity,
): Promise<LogPage> {
  const size = await findLogSize(database());
  const end = Math.min(start + Math.min(limit, MAX_ENTRIES_PER_PAGE), size);
  const [entries, checkpoint] = await Promise.all([
    listLogEntryRows(database(), { start, end }),
    checkpointAt(size, identity),
  ]);
  return { size, entries, next: end < size && end > start ? end : null, checkpoint };
}

/** The newest entries first, a page of the log for people. */
export async function listNewestEntries(limit: number): Promise<{ size: number; entries: LogEntryRow[] }> {
  const size = await findLogSize(database());
  const entries = await listLogEntryRows(database(), { start: Math.max(0, size - limit), end: size });
  return { size, entries: entries.reverse() };
}

export interface LogProof {
  hashes: Hash[];
  checkpoint: string;
}

/** Proof that an entry is in the log of `size` entries (by default all). Throws LOG_ENTRY_NOT_FOUND. */
export async function proveEntry(
  { seq, size: wanted }: { seq: number; size?: number | undefined },
  identity: LogIdentity,
): Promise<LogProof & { entry: LogEntryRow; size: number }> {
  const current = await findLogSize(database());
  const size = wanted ?? current;
  if (size > current || seq >= size) throw notInLog();
  const [entry] = await listLogEntryRows(database(), { start: seq, end: seq + 1 });
  if (!entry) throw notInLog();
  const hashes = await readTree(database(), (read) => proveInclusion(read, seq, size));
  return { entry, size, hashes, checkpoint: await checkpointAt(size, identity) };
}

/**
 * Proof that the log of `first` entries is the beginning of the one of `second` (by default all).
 * Throws LOG_ENTRY_NOT_FOUND.
 */
export async function proveGrowth(
  { first, second: wanted }: { first: number; second?: number | undefined },
  identity: LogIdentity,
): Promise<LogProof & { second: number }> {
  const current = await findLogSize(database());
  const second = wanted ?? current;
  if (second > current || first > second) throw notInLog();
  const hashes = await readTree(database(), (read) => proveConsistency(read, first, second));
  return { second, hashes, checkpoint: await checkpointAt(second, identity) };
}

async function checkpointAt(size: number, { origin, key }: LogIdentity): Promise<string> {
  const root = await readTree(database(), (read) => rootHash(read, size));
  return signCheckpoint({ origin, size, root }, key);
}

const notInLog = () => new DomainError("LOG_ENTRY_NOT_FOUND", "The log does not reach that far.");
