import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

export interface ExampleToReplay {
  input: unknown;
  output: unknown;
}

export interface VersionToReplay {
  examples: ExampleToReplay[];
  /** False when the manifest says that a repeated call may have further effects: such a skill is never replayed. */
  idempotent: boolean;
}

export async function findVersionToReplay(db: Database, versionId: string): Promise<VersionToReplay | null> {
  const row = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: { examples: true, manifest: true },
  });
  if (!row) return null;
  const { hints } = row.manifest as { hints?: { idempotent?: boolean } };
  return { examples: row.examples as unknown as ExampleToReplay[], idempotent: hints?.idempotent ?? true };
}

export type ReplayState = "proven" | "drifted" | "failing" | "not_run";

export interface Replay {
  state: ReplayState;
  matchRule: "exact" | "shape";
  wallMs: number | null;
  detail: string | null;
}

/**
 * Replaces what was known about the examples of a version (`results` in their order) and their counts. Call it inside a
 * transaction.
 */
export async function replaceReplays(
  db: Database,
  versionId: string,
  { results, replayedAt }: { results: readonly Replay[]; replayedAt: Date },
): Promise<void> {
  await db.exampleReplay.deleteMany({ where: { versionId } });
  await db.exampleReplay.createMany({
    data: results.map((result, position): Prisma.ExampleReplayCreateManyInput => ({
      ...result,
      position,
      versionId,
      replayedAt,
    })),
  });
  await db.skillVersion.update({
    where: { id: versionId },
    data: {
      examplesTotal: results.length,
      examplesProven: results.filter((result) => result.state === "proven").length,
      examplesCheckedAt: replayedAt,
    },
  });
}

/** One example on both versions. */
export interface ReplayComparison {
  beforeState: ReplayState;
  afterState: ReplayState;
  beforeMs: number | null;
  afterMs: number | null;
  /** Null where one of the two gave no answer. */
  outputs: "equal" | "same_shape" | "different" | null;
  beforeText: string | null;
  afterText: string | null;
}

/** Replaces what was known of two versions side by side. Call it inside a transaction. */
export async function replaceComparisons(
  db: Database,
  pair: { versionId: string; baseId: string },
  { comparisons, replayedAt }: { comparisons: readonly ReplayComparison[]; replayedAt: Date },
): Promise<void> {
  await db.replayComparison.deleteMany({ where: pair });
  await db.replayComparison.createMany({
    data: comparisons.map((comparison, position) => ({ ...pair, ...comparison, position, replayedAt })),
  });
}

/** Listed versions whose examples were replayed before `checkedBefore` and may be replayed, longest ago first. */
export async function listVersionsToRecheck(
  db: Database,
  { checkedBefore, limit }: { checkedBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await db.skillVersion.findMany({
    where: {
      latestOf: { quarantinedAt: null },
      publishedAt: { not: null },
      yankedAt: null,
      runnable: true,
      examplesTotal: { gt: 0 },
      examplesCheckedAt: { lt: checkedBefore },
    },
    orderBy: { examplesCheckedAt: "asc" },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
