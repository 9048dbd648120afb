import type { Database } from "@/lib/db/client";
import { toCanonicalJson } from "@/lib/settlement/input-digest";
import { closeSubtreesOfAll, hashLeaf } from "@/lib/transparency/merkle";
import { readTree } from "@/lib/transparency/read-tree";
import { insertLogEntries, takeSequences } from "@/lib/transparency/repository";

/** What the log keeps for ever, each written in the transaction of the event. */
type LogKind =
  | "version:published"
  | "version:quarantined"
  | "version:rejected"
  | "version:yanked"
  | "skill:quarantined"
  | "skill:released"
  | "skill:transferred"
  | "audit:signed"
  | "audit:revoked"
  | "verifier:enrolled"
  | "verifier:ended"
  | "challenge:opened"
  | "challenge:decided"
  | "bond:locked"
  | "bond:released"
  | "bond:slashed";

export interface NewLogEntry {
  kind: LogKind;
  subjectId: string;
  /** Public facts, readable without the rows they speak of. */
  data: Record<string, string | number | null>;
}

/**
 * Appends an entry to the transparency log; pass the transaction of the change it tells of, and call it last: from here on
 * other appenders wait. Returns its number; numbers have no gaps.
 */
export function appendToLog(db: Database, entry: NewLogEntry, at: Date): Promise<number> {
  return appendAllToLog(db, [entry], at);
}

/** The same for several entries of one change, in as many statements as for one: who waits, waits once. Returns the first number. */
export async function appendAllToLog(
  db: Database,
  entries: readonly NewLogEntry[],
  at: Date,
): Promise<number> {
  const first = await takeSequences(db, entries.length);
  const rows = entries.map((entry, i) => toRow(entry, first + i, at));
  const leaves = rows.map(({ leaf }) => leaf);
  const nodes = await readTree(db, (read) => closeSubtreesOfAll(read, first, leaves));
  await insertLogEntries(
    db,
    rows.map(({ leaf, ...row }) => ({ ...row, leafHash: leaf.toString("hex") })),
    nodes,
  );
  return first;
}

function toRow({ kind, subjectId, data }: NewLogEntry, seq: number, loggedAt: Date) {
  const body = toCanonicalJson({ v: 1, seq, kind, subject: subjectId, at: loggedAt.toISOString(), data });
  return { seq, kind, subjectId, body, leaf: hashLeaf(Buffer.from(body)), loggedAt };
}
