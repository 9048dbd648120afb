import { openCheckpoint, type Checkpoint } from "@/lib/log/transparency/checkpoint";
import { hashLeaf, readerOf, rootHash } from "@/lib/log/transparency/merkle";

/** An entry as it is published: the exact text of the leaf and the hash the log claims for it. */
export interface PublishedEntry {
  seq: number;
  body: string;
  leafHash: string;
}

export type LogVerdict =
  | { ok: true; checkpoint: Checkpoint }
  | { ok: false; reason: "checkpoint_not_signed" | "entries_missing" | "root_differs" }
  | { ok: false; reason: "entry_missing" | "entry_changed"; seq: number };

/**
 * Verifies a whole log without asking anybody: the checkpoint is signed by `keyId`, and hashing every entry gives the
 * root it signs. A changed, missing, added or moved entry is found.
 */
export function verifyLog(
  { checkpoint: note, entries }: { checkpoint: string; entries: readonly PublishedEntry[] },
  keyId: string,
): LogVerdict {
  const checkpoint = openCheckpoint(note, keyId);
  if (!checkpoint) return { ok: false, reason: "checkpoint_not_signed" };
  if (entries.length < checkpoint.size) return { ok: false, reason: "entries_missing" };
  const covered = entries.slice(0, checkpoint.size);
  const leaves = [];
  for (const [index, { seq, body, leafHash }] of covered.entries()) {
    if (seq !== index) return { ok: false, reason: "entry_missing", seq: index };
    const leaf = hashLeaf(Buffer.from(body));
    if (leaf.toString("hex") !== leafHash) return { ok: false, reason: "entry_changed", seq };
    leaves.push(leaf);
  }
  const root = rootHash(readerOf(leaves), checkpoint.size);
  return root.equals(checkpoint.root) ? { ok: true, checkpoint } : { ok: false, reason: "root_differs" };
}
