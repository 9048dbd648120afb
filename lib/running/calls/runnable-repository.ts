import type { RunTrust } from "@/lib/platform/config/isolation-policy";
import { batched } from "@/lib/db/batch";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { runStatement } from "@/lib/db/statement";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { QUOTES_BY_ID } from "@/lib/payments/quotes/quotes-by-id-sql";
import { versionOfTag } from "@/lib/registry/versions/version-tags";
import type { JsonObject } from "@/lib/running/contract/json-text";
import type { CallFacts } from "@/lib/running/run-facts";
import { timeLimitMs } from "@/lib/running/time-limit";
import {
  policyOf,
  spellingsOf,
  type CallPattern,
  type SkillManifest,
  type SkillTool,
} from "@/lib/skill-format";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";
import type { SkillAccess } from "@/lib/registry/views";

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
  /** How its script is given the input (USK §3-2); null where nothing is declared, which means standard input. */
  callPattern: CallPattern | null;
  /** What a run may take: what the skill states, as far as its price pays for it. */
  timeoutMs: number;
  /** VibeLife tools, where at least one has a handler that can be called; none for most skills. */
  tools: readonly SkillTool[];
  /** Whether calls of it are made; `obstacles` says why not. */
  runnable: boolean;
  obstacles: readonly CallObstacle[];
  /** When it first gave a valid answer in the sandbox; null while it has not. */
  ranAt: Date | null;
  trustLevel: RunTrust;
  /** The runtime image the version declares, `sha256:…`. */
  imageDigest: string | null;
  priceLamports: bigint;
  payeeAddress: string | null;
  /** A call that failed on the market's side is made once more by itself: a repeated one is said to have no effects. */
  automaticRetry: boolean;
  /** The account that owns the skill; null for a draft. */
  ownerId: string | null;
  yankReason: string | null;
  /** Of which kind that reason is; null also of withdrawals of before kinds. */
  yankKind: string | null;
  /** Its text is deleted: it cannot run any more. */
  isErased: boolean;
  /** There while the whole skill is in quarantine. */
  quarantineReason: string | null;
  skillId: string;
  access: SkillAccess;
}

/** What is asked for a call, as `askedPriceSql` has it, written out here for the statements of each call. */
const ASKED = "coalesce(k.asked_lamports, v.price_lamports)::text";

/** The columns of a `RunnableVersion`; a price may be above what a bigint of PostgreSQL holds. */
const RUNNABLE = `
  v.id as "versionId", k.slug, v.version, v.package_digest as "packageDigest", v.archive_digest as "archiveDigest",
  v.input_schema as "inputSchema", v.output_schema as "outputSchema", v.runtime_language as runtime,
  v.entry_point as "entryPoint", v.timeout_ms as "timeoutMs", coalesce(v.tools, '[]') as tools, v.runnable,
  v.obstacles, v.ran_at as "ranAt", v.trust_level as "trustLevel", v.manifest #>> '{runtime,imageDigest}' as "imageDigest",
  v.manifest #>> '{invocation,pattern}' as "callPattern",
  v.manifest -> 'hints' as hints, v.manifest -> 'origins' as origins,
  ${ASKED} as "priceLamports", case when k.asked_lamports is null then v.payee_address else k.payee_address end as "payeeAddress", k.owner_id as "ownerId", v.yank_reason as "yankReason", v.yank_kind as "yankKind",
  v.erased_at is not null as "isErased",
  k.quarantine_reason as "quarantineReason", k.id as "skillId", k.access::text as access
  from "SkillVersions" v join "Skills" k on k.id = v.skill_id`;

type RunnableRow = Omit<RunnableVersion, "priceLamports" | "automaticRetry"> & {
  priceLamports: string;
} & Pick<SkillManifest, "hints" | "origins">;

const FIND_LATEST = `select ${RUNNABLE}
  where (k.slug = any($1) or k.id = any($1)) and v.id = k.latest_version_id and v.published_at is not null`;
const FIND_NEXT = `select ${RUNNABLE}
  where (k.slug = $1 or k.id = $1) and v.id = ${versionOfTag("next", "k")} and v.published_at is not null`;
const FIND_NAMED = `select ${RUNNABLE}
  where (k.slug = $1 or k.id = $1) and v.version = any($2) and v.published_at is not null
  order by v.version = $3 desc limit 1`;
const FIND_OFFERED = `select v.id from "SkillVersions" v join "Skills" k on k.id = v.skill_id
  where v.id = any($1) and v.published_at is not null and v.yanked_at is null and v.vetting_status = 'approved'
    and k.quarantined_at is null and k.access <> 'private'`;
const FIND_BY_ID = `select ${RUNNABLE} where v.id = $1`;

/** A published version by skill slug or id and its number or tag; the latest one when no version is named. */
export async function findRunnable(
  slugOrId: string,
  version: string | undefined,
): Promise<RunnableVersion | null> {
  if (version === undefined || version === "latest") return findLatest(slugOrId);
  const [row] =
    version === "next"
      ? await runStatement<RunnableRow>(FIND_NEXT, [slugOrId])
      : await runStatement<RunnableRow>(FIND_NAMED, [slugOrId, spellingsOf(version), version]);
  return toRunnable(row);
}

const findLatest = batched(async (asked: readonly string[]): Promise<(RunnableVersion | null)[]> => {
  const rows = await runStatement<RunnableRow>(FIND_LATEST, [[...new Set(asked)]]);
  const found = new Map(rows.flatMap((row) => [[row.skillId, row] as const, [row.slug, row] as const]));
  return asked.map((slugOrId) => toRunnable(found.get(slugOrId)));
});

/**
 * Any version, published or not: what was paid for is run even if it was yanked meanwhile. `paidLamports` is what was
 * paid for the call, whatever it costs by now.
 */
export async function findRunnableById(
  versionId: string,
  paidLamports?: bigint,
): Promise<RunnableVersion | null> {
  const [row] = await runStatement<RunnableRow>(FIND_BY_ID, [versionId]);
  return toRunnable(row && paidLamports !== undefined ? { ...row, priceLamports: `${paidLamports}` } : row);
}

/** Those of the versions that are published, approved, not withdrawn and not of a skill that is in quarantine or private. */
export async function selectOffered(versionIds: readonly string[]): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(FIND_OFFERED, [[...versionIds]]);
  return rows.map(({ id }) => id);
}

function toRunnable(row: RunnableRow | undefined): RunnableVersion | null {
  if (!row) return null;
  const { hints, origins, ...version } = row;
  const priceLamports = BigInt(row.priceLamports);
  return {
    ...version,
    priceLamports,
    timeoutMs: timeLimitMs(row.timeoutMs, priceLamports),
    tools: row.tools.some(({ handled }) => handled) ? row.tools : [],
    automaticRetry: policyOf({ hints, origins }).automaticRetry,
  };
}

/** Names of who is paid for runs of a version: whoever owns the skill, and the wallet. */
export const publisherOf = ({ ownerId, payeeAddress }: Pick<RunnableVersion, "ownerId" | "payeeAddress">) =>
  [ownerId, payeeAddress].filter((name) => name !== null);

/** What decides whether a call of a version could begin now. */
export type RunNeeds = Pick<
  RunnableVersion,
  "runtime" | "trustLevel" | "packageDigest" | "timeoutMs" | "ownerId" | "payeeAddress"
>;

/** A quote with what must be ready for its call, at its price. */
type QuotedCall = QuoteRecord & RunNeeds;

const FIND_QUOTED = `
  select q.*, v.runtime_language as runtime, v.trust_level as "trustLevel", v.timeout_ms as "timeoutMs", k.owner_id as "ownerId"
  from (${QUOTES_BY_ID}) q join "SkillVersions" v on v.id = q."versionId" join "Skills" k on k.id = v.skill_id`;

/** The quote with this id and what it needs, read together with others that are asked for at the same moment. */
export const findQuotedCall = batched(async (ids: readonly string[]): Promise<(QuotedCall | null)[]> => {
  const quoted = await runStatement<QuotedCall>(FIND_QUOTED, [ids]);
  const byId = new Map(quoted.map((each) => [each.id, each]));
  return ids.map((id) => {
    const found = byId.get(id);
    if (!found) return null;
    return { ...found, timeoutMs: timeLimitMs(found.timeoutMs, found.priceLamports / BigInt(found.calls)) };
  });
});

/** What decides whether calls of a version are made; null for an unknown id. */
export async function findCallFacts(db: Database, id: string): Promise<CallFacts | null> {
  const row = await db.skillVersion.findUnique({
    where: { id },
    select: { obstacles: true, priceLamports: true, ranAt: true, skill: { select: { askedLamports: true } } },
  });
  return (
    row && {
      obstacles: row.obstacles as unknown as CallObstacle[],
      priceLamports: BigInt((row.skill.askedLamports ?? row.priceLamports).toFixed(0)),
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
      skill: { select: { askedLamports: true } },
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
    declaredLamports: (row.skill.askedLamports ?? row.priceLamports).toFixed(0),
    input: example?.input ?? null,
    last: row.runs[0] ?? null,
  };
}
