import type { Database } from "@/lib/db/client";
import { toCanonicalJson } from "@/lib/settlement/input-digest";
import { closeSubtrees, hashLeaf } from "@/lib/transparency/merkle";
import { readTree } from "@/lib/transparency/read-tree";
import { insertLogEntry, takeSequence } from "@/lib/transparency/repository";

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
export async function appendToLog(
  db: Database,
  { kind, subjectId, data }: NewLogEntry,
  at: Date,
): Promise<number> {
  const seq = await takeSequence(db);
  const body = toCanonicalJson({ v: 1, seq, kind, subject: subjectId, at: at.toISOString(), data });
  const leaf = hashLeaf(Buffer.from(body));
  const nodes = await readTree(db, (read) => closeSubtrees(read, seq, leaf));
  await insertLogEntry(
    db,
    { seq, kind, subjectId, body, leafHash: leaf.toString("hex"), loggedAt: at },
    nodes,
  );
  return seq;
}
