import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Node } from "@/lib/transparency/merkle";

const HEAD = 1;

/**
 * Takes the next numbers, and gives the first. The row stays locked until the transaction ends, so numbers follow each
 * other without gaps.
 */
export async function takeSequences(db: Database, count: number): Promise<number> {
  const { size } = await db.logHead.upsert({
    where: { id: HEAD },
    create: { id: HEAD, size: count },
    update: { size: { increment: count } },
  });
  return Number(size) - count;
}

export async function findLogSize(db: Database): Promise<number> {
  return Number((await db.logHead.findUnique({ where: { id: HEAD } }))?.size ?? 0);
}

export interface LogEntryRow {
  seq: number;
  kind: string;
  subjectId: string;
  body: string;
  leafHash: string;
  loggedAt: Date;
}

export async function insertLogEntries(
  db: Database,
  entries: readonly LogEntryRow[],
  nodes: readonly Node[],
): Promise<void> {
  await db.logEntry.createMany({
    data: entries.map((entry) => ({ ...entry, previousSeq: entry.seq === 0 ? null : entry.seq - 1 })),
  });
  await db.logNode.createMany({
    data: nodes.map(({ level, index, hash }) => ({ level, index, hash: hash.toString("hex") })),
  });
}

/** Hashes of complete subtrees, by `level/index`. One query. */
export async function findLogNodes(
  db: Database,
  places: readonly { level: number; index: number }[],
): Promise<Map<string, Buffer>> {
  if (places.length === 0) return new Map();
  const wanted = Prisma.join(places.map(({ level, index }) => Prisma.sql`(${level}::int, ${index}::bigint)`));
  const rows = await db.$queryRaw<{ level: number; index: bigint; hash: string }[]>(
    Prisma.sql`SELECT "level", "index", "hash" FROM "LogNodes" WHERE ("level", "index") IN (${wanted})`,
  );
  return new Map(rows.map(({ level, index, hash }) => [`${level}/${index}`, Buffer.from(hash, "hex")]));
}

const ENTRY = { seq: true, kind: true, subjectId: true, body: true, leafHash: true, loggedAt: true } as const;

/** Entries from number `start` on, oldest first. */
export async function listLogEntryRows(
  db: Database,
  { start, end }: { start: number; end: number },
): Promise<LogEntryRow[]> {
  const rows = await db.logEntry.findMany({
    where: { seq: { gte: start, lt: end } },
    orderBy: { seq: "asc" },
    select: ENTRY,
  });
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}
