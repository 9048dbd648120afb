import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { RunTrust } from "@/lib/running/isolation-policy";
import type { SkillTool } from "@/lib/skill-format";
import type { JsonObject } from "@/lib/running/json-text";
import type { SkillManifest } from "@/lib/skill-format";

/** What is needed to run one version. */
export interface RunnableVersion {
  versionId: string;
  slug: string;
  version: string;
  packageDigest: string;
  archiveDigest: string;
  inputSchema: JsonObject | null;
  outputSchema: JsonObject | null;
  runtime: string | null;
  entryPoint: string | null;
  timeoutMs: number;
  /** VibeLife tools; none for most skills. */
  tools: readonly SkillTool[];
  runnable: boolean;
  trustLevel: RunTrust;
  /** The runtime image the version declares, `sha256:…`. */
  imageDigest: string | null;
  priceLamports: bigint;
  payeeAddress: string | null;
  yankReason: string | null;
  /** There while the whole skill is in quarantine. */
  quarantineReason: string | null;
}

const RUNNABLE = {
  id: true,
  version: true,
  packageDigest: true,
  archiveDigest: true,
  inputSchema: true,
  outputSchema: true,
  runtimeLanguage: true,
  entryPoint: true,
  timeoutMs: true,
  tools: true,
  runnable: true,
  trustLevel: true,
  manifest: true,
  priceLamports: true,
  payeeAddress: true,
  yankReason: true,
  skill: { select: { slug: true, quarantineReason: true } },
} satisfies Prisma.SkillVersionSelect;

type RunnableRow = Prisma.SkillVersionGetPayload<{ select: typeof RUNNABLE }>;

/** A published version by skill slug or id; the latest one when no version is named. */
export async function findRunnable(
  db: Database,
  slugOrId: string,
  version: string | undefined,
): Promise<RunnableVersion | null> {
  const row = await db.skillVersion.findFirst({
    where: {
      publishedAt: { not: null },
      skill: { OR: [{ slug: slugOrId }, { id: slugOrId }] },
      ...(version === undefined ? { latestOf: { isNot: null } } : { version }),
    },
    select: RUNNABLE,
  });
  return row && toRunnable(row);
}

/** Any version, published or not: what was paid for is run even if it was yanked meanwhile. */
export async function findRunnableById(db: Database, versionId: string): Promise<RunnableVersion | null> {
  const row = await db.skillVersion.findUnique({ where: { id: versionId }, select: RUNNABLE });
  return row && toRunnable(row);
}

function toRunnable({
  id,
  skill,
  runtimeLanguage,
  priceLamports,
  manifest,
  ...row
}: RunnableRow): RunnableVersion {
  return {
    ...row,
    versionId: id,
    slug: skill.slug,
    quarantineReason: skill.quarantineReason,
    runtime: runtimeLanguage,
    imageDigest: (manifest as Partial<SkillManifest> | null)?.runtime?.imageDigest ?? null,
    priceLamports: BigInt(priceLamports.toFixed(0)),
    inputSchema: row.inputSchema as JsonObject | null,
    outputSchema: row.outputSchema as JsonObject | null,
    tools: (row.tools ?? []) as unknown as SkillTool[],
  };
}
