import type { Database } from "@/lib/db/client";
import { atItsEnd } from "@/lib/db/transaction";
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
  | "version:decided"
  | "report:decided"
  | "appeal:decided"
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
 * Appends an entry to the transparency log; pass the transaction of the change it tells of. It is written at the end of that, so that
 * everything else a change holds (accounts, versions, who is mailed) is held before the log, everywhere: nobody who appends waits
 * for anything but the log. Numbers have no gaps.
 */
export function appendToLog(db: Database, entry: NewLogEntry, at: Date): Promise<void> {
  return atItsEnd(db, () => append(db, entry, at));
}

async function append(db: Database, { kind, subjectId, data }: NewLogEntry, at: Date): Promise<void> {
  const seq = await takeSequence(db);
  const body = toCanonicalJson({ v: 1, seq, kind, subject: subjectId, at: at.toISOString(), data });
  const leaf = hashLeaf(Buffer.from(body));
  const nodes = await readTree(db, (read) => closeSubtrees(read, seq, leaf));
  await insertLogEntry(
    db,
    { seq, kind, subjectId, body, leafHash: leaf.toString("hex"), loggedAt: at },
    nodes,
  );
}
