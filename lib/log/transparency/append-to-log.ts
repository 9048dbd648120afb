import type { Database } from "@/lib/db/client";
import { beforeCommit } from "@/lib/db/transaction";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { closeSubtreesOfAll, hashLeaf } from "@/lib/log/transparency/merkle";
import { readTree } from "@/lib/log/transparency/read-tree";
import { insertLogEntries, lockLog, takeSequences } from "@/lib/log/transparency/repository";

/** What the log keeps for ever, each written in the transaction of the event. */
type LogKind =
  | "version:published"
  | "version:quarantined"
  | "version:rejected"
  | "version:yanked"
  | "version:erased"
  | "skill:quarantined"
  | "skill:released"
  | "skill:transferred"
  | "skill:maintainer-added"
  | "skill:maintainer-ended"
  | "organisation:founded"
  | "organisation:member-added"
  | "organisation:member-changed"
  | "organisation:member-ended"
  | "organisation:payee-changed"
  | "skill:renamed"
  | "skill:deprecated"
  | "skill:undeprecated"
  | "skill:price-announced"
  | "skill:price-changed"
  | "version:decided"
  | "report:decided"
  | "appeal:decided"
  | "audit:signed"
  | "audit:revoked"
  | "audit:unfounded"
  | "verifier:enrolled"
  | "verifier:ended"
  | "challenge:opened"
  | "challenge:decided"
  | "bond:locked"
  | "bond:released"
  | "bond:slashed"
  | "advisory:published"
  | "advisory:withdrawn";

export interface NewLogEntry {
  kind: LogKind;
  subjectId: string;
  /** Public facts, readable without the rows they speak of. */
  data: Record<string, string | number | null>;
}

/**
 * Appends an entry to the transparency log; pass the transaction of the change it tells of. It is written at the end of
 * that, so that everything else a change holds (accounts, versions, who is mailed) is held before the log, everywhere:
 * nobody who appends waits for anything but the log. Numbers have no gaps.
 */
export function appendToLog(db: Database, entry: NewLogEntry, at: Date): Promise<void> {
  return appendAllToLog(db, [entry], at);
}

/** The same for several entries of one change, in as many statements as for one: who waits, waits once. */
export function appendAllToLog(db: Database, entries: readonly NewLogEntry[], at: Date): Promise<void> {
  return beforeCommit(db, () => append(db, entries, at));
}

/**
 * Does `work` at the end of the transaction with the log held: numbers that it takes follow each other as entries do,
 * and whoever takes them waits for nobody but the log.
 */
export function whileHoldingLog(db: Database, work: () => Promise<void>): Promise<void> {
  return beforeCommit(db, async () => {
    await lockLog(db);
    await work();
  });
}

async function append(db: Database, entries: readonly NewLogEntry[], at: Date): Promise<void> {
  const first = await takeSequences(db, entries.length);
  const rows = entries.map((entry, i) => toRow(entry, first + i, at));
  const leaves = rows.map(({ leaf }) => leaf);
  const nodes = await readTree(db, (read) => closeSubtreesOfAll(read, first, leaves));
  await insertLogEntries(
    db,
    rows.map(({ leaf, ...row }) => ({ ...row, leafHash: leaf.toString("hex") })),
    nodes,
  );
}

function toRow({ kind, subjectId, data }: NewLogEntry, seq: number, loggedAt: Date) {
  const body = toCanonicalJson({ v: 1, seq, kind, subject: subjectId, at: loggedAt.toISOString(), data });
  return { seq, kind, subjectId, body, leaf: hashLeaf(Buffer.from(body)), loggedAt };
}
