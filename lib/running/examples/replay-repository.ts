import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { hintPolicy, type Hints } from "@/lib/skill-format";

const { sql } = Prisma;

export interface ExampleToReplay {
  input: unknown;
  output: unknown;
}

interface VersionToReplay {
  examples: ExampleToReplay[];
  /** False when the manifest says that a repeated call may have further effects: such a skill is never replayed. */
  sandboxReplay: boolean;
}

export async function findVersionToReplay(db: Database, versionId: string): Promise<VersionToReplay | null> {
  const row = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: { examples: true, manifest: true },
  });
  if (!row) return null;
  const { hints = {} } = row.manifest as { hints?: Partial<Hints> };
  const { sandboxReplay } = hintPolicy(hints);
  return { examples: row.examples as unknown as ExampleToReplay[], sandboxReplay };
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

/**
 * Listed versions whose examples were replayed before `checkedBefore`, or never since they were published then, longest
 * ago first. None whose replay waits, is tried again or was set aside since: what cannot be replayed must not keep the
 * others from it.
 */
export async function listVersionsToRecheck(
  db: Database,
  { checkedBefore, limit }: { checkedBefore: Date; limit: number },
): Promise<string[]> {
  const checked = sql`coalesce(v."examples_checked_at", v."published_at")`;
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT v."id" FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
    WHERE s."quarantined_at" IS NULL AND v."published_at" IS NOT NULL AND v."yanked_at" IS NULL
      AND (v."runnable" OR v."obstacles" @> '[{"code": "CALL_NOT_RUN"}]')
      AND v."examples_total" > 0 AND ${checked} < ${checkedBefore}
      AND NOT EXISTS (SELECT 1 FROM "Jobs" j WHERE j."kind" = 'replay_examples' AND j."payload" ->> 'versionId' = v."id"
        AND j."done_at" IS NULL AND (j."failed_at" IS NULL OR j."failed_at" >= ${checkedBefore}))
    ORDER BY ${checked} LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}
