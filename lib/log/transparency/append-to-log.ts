import type { Database } from "@/lib/db/client";
import { beforeCommit } from "@/lib/db/transaction";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { closeSubtreesOfAll, hashLeaf } from "@/lib/log/transparency/merkle";
import { readTree } from "@/lib/log/transparency/read-tree";
import {
  insertLogEntries,
  lockLog,
  selectPrivateSubjects,
  takeSequences,
} from "@/lib/log/transparency/repository";
import { sha256Digest } from "@/lib/kernel/digest";

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
  | "skill:access-changed"
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
  const hidden = await selectPrivateSubjects(db, entries.map(namesOf));
  const first = await takeSequences(db, entries.length);
  const rows = entries.map((entry, i) =>
    toRow(entry, hidden.has(i) ? withoutNames(entry) : entry, { seq: first + i, at }),
  );
  const leaves = rows.map(({ leaf }) => leaf);
  const nodes = await readTree(db, (read) => closeSubtreesOfAll(read, first, leaves));
  await insertLogEntries(
    db,
    rows.map(({ leaf, ...row }) => ({ ...row, leafHash: leaf.toString("hex") })),
    nodes,
  );
}

const namesOf = ({ subjectId, data: { slug = null } }: NewLogEntry) => ({
  subjectId,
  slug: slug === null ? null : String(slug),
});

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const isDigest = (value: unknown): boolean => typeof value === "string" && DIGEST.test(value);

/**
 * What the log says of a private skill: that something happened to a subject, by the digest of its id, and the digests that stand in its
 * facts. Nobody can undo an entry, so who is not to know of the skill must not read of it here either; once it is made public, an entry
 * of that names it.
 */
const withoutNames = ({ subjectId, data }: NewLogEntry): Pick<NewLogEntry, "subjectId" | "data"> => ({
  subjectId: sha256Digest(subjectId),
  data: Object.fromEntries(Object.entries(data).filter(([, value]) => isDigest(value))),
});

function toRow(
  { kind, subjectId }: NewLogEntry,
  told: Pick<NewLogEntry, "subjectId" | "data">,
  { seq, at }: { seq: number; at: Date },
) {
  const { subjectId: subject, data } = told;
  const body = toCanonicalJson({ v: 1, seq, kind, subject, at: at.toISOString(), data });
  return { seq, kind, subjectId, body, leaf: hashLeaf(Buffer.from(body)), loggedAt: at };
}
