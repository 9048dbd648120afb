import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { CallFacts } from "@/lib/running/run-facts";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

/** What decides whether calls of a version are made; null for an unknown id. */
export async function findCallFacts(db: Database, id: string): Promise<CallFacts | null> {
  const row = await db.skillVersion.findUnique({
    where: { id },
    select: { obstacles: true, priceLamports: true, ranAt: true },
  });
  return (
    row && {
      obstacles: row.obstacles as unknown as CallObstacle[],
      priceLamports: BigInt(row.priceLamports.toFixed(0)),
      ranAt: row.ranAt,
    }
  );
}

export async function setFirstRun(
  db: Database,
  id: string,
  { obstacles, ...columns }: { ranAt: Date; runnable: boolean; obstacles: CallObstacle[] },
): Promise<void> {
  const data = { ...columns, obstacles: obstacles as unknown as Prisma.InputJsonValue };
  await db.skillVersion.update({ where: { id }, data, select: { id: true } });
}

export interface LastRun {
  failure: string | null;
  stderrTail: string | null;
  startedAt: Date;
}

/** Why a version cannot be called, what it declares, and what an account ran of it last. */
export async function findFirstRun(
  db: Database,
  { versionId, accountId }: { versionId: string; accountId: string },
): Promise<{
  obstacles: CallObstacle[];
  declaredLamports: string;
  input: unknown;
  last: LastRun | null;
} | null> {
  const row = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: {
      obstacles: true,
      priceLamports: true,
      examples: true,
      runs: {
        where: { accountId, state: "FAILED" },
        orderBy: { startedAt: "desc" },
        take: 1,
        select: { failure: true, stderrTail: true, startedAt: true },
      },
    },
  });
  if (!row) return null;
  const [example] = row.examples as { input: unknown }[];
  return {
    obstacles: row.obstacles as unknown as CallObstacle[],
    declaredLamports: row.priceLamports.toFixed(0),
    input: example?.input ?? null,
    last: row.runs[0] ?? null,
  };
}
