import type { Database } from "@/lib/db/client";
import type { ReadNode } from "@/lib/log/transparency/merkle";
import { findLogNodes } from "@/lib/log/transparency/repository";

const NOTHING = Buffer.alloc(32);

/** Computes something from the tree in one query: a first pass notes which subtrees it asks for, a second has them. */
export async function readTree<T>(db: Database, compute: (read: ReadNode) => T): Promise<T> {
  const places: { level: number; index: number }[] = [];
  compute((level, index) => {
    places.push({ level, index });
    return NOTHING;
  });
  const nodes = await findLogNodes(db, places);
  return compute((level, index) => {
    const hash = nodes.get(`${level}/${index}`);
    if (!hash) throw new Error(`the log has no subtree ${level}/${index}`);
    return hash;
  });
}
