import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { stateList } from "@/lib/db/statement";
import type { Lifecycle, LifecycleStep } from "@/lib/kernel/lifecycle";
import type { FailureCause } from "@/lib/running/contract/execution-contract";
import type { JsonObject } from "@/lib/running/contract/json-text";

interface NewRun {
  id: string;
  versionId: string;
  grantId?: string | null;
  accountId?: string | null;
  payerAddress?: string | null;
  input: JsonObject;
  inputDigest: string;
  startedAt: Date;
}

export interface FinishedRun {
  state: "DONE" | "FAILED";
  output: JsonObject | null;
  outputDigest: string | null;
  fault: FailureCause | null;
  failure: string | null;
  runner: string | null;
  isolation: string | null;
  runnerFacts: JsonObject | null;
  exitCode: number | null;
  wallMs: number | null;
  stderrTail: string | null;
  finishedAt: Date;
  /** Of the input with the defaults of its schema, where they made it another one; it stands in the receipt alone. */
  appliedInputDigest?: string;
}

const RUN_STATES = ["RUNNING", "DONE", "FAILED"] as const;

export type RunState = (typeof RUN_STATES)[number];

interface RunStep extends LifecycleStep<RunState> {
  needs: string;
}

/** The life of a run. A free one may be written once, with its end. The first end stands. */
export const RUN_LIFECYCLE = {
  table: "Runs",
  column: "state",
  states: RUN_STATES,
  begins: RUN_STATES,
  steps: {
    finishRun: { from: ["RUNNING"], to: ["DONE", "FAILED"], needs: "the sandbox has answered" },
    failRunsWithoutHold: {
      from: ["RUNNING"],
      to: ["FAILED"],
      needs: "it began long ago and holds no grant: its process died",
    },
  },
} as const satisfies Lifecycle<RunState, RunStep>;

const { sql } = Prisma;
const { finishRun: FINISH, failRunsWithoutHold: FAIL } = RUN_LIFECYCLE.steps;
const oneOf = (states: readonly RunState[]) => Prisma.raw(stateList(states));

/** JSON as text: the client's own way loses members named `__proto__` and takes a second for a large output. */
const json = (value: JsonObject | null) => sql`${value && JSON.stringify(value)}::jsonb`;

/** The columns of a run that has ended, and those of one that has not. */
const endColumns = (end: FinishedRun | undefined) => ({
  state: sql`${end?.state ?? "RUNNING"}::"RunState"`,
  output: json(end?.output ?? null),
  output_digest: sql`${end?.outputDigest ?? null}`,
  fault: sql`${end?.fault ?? null}`,
  failure: sql`${end?.failure ?? null}`,
  runner: sql`${end?.runner ?? null}`,
  isolation: sql`${end?.isolation ?? null}`,
  runner_facts: json(end?.runnerFacts ?? null),
  exit_code: sql`${end?.exitCode ?? null}`,
  wall_ms: sql`${end?.wallMs ?? null}`,
  stderr_tail: sql`${end?.stderrTail ?? null}`,
  finished_at: sql`${end?.finishedAt ?? null}`,
});

const named = (column: string) => Prisma.raw(`"${column}"`);

/** Adds a run that begins now, or with its end one that is over. */
export async function insertRun(db: Database, run: NewRun, end?: FinishedRun): Promise<void> {
  const { id, versionId, grantId = null, accountId = null, payerAddress = null } = run;
  const columns = endColumns(end);
  await db.$executeRaw(sql`
    INSERT INTO "Runs" ("id", "version_id", "grant_id", "account_id", "payer_address", "input", "input_digest",
      "started_at", ${Prisma.join(Object.keys(columns).map(named))})
    VALUES (${id}, ${versionId}, ${grantId}, ${accountId}, ${payerAddress}, ${json(run.input)}, ${run.inputDigest},
      ${run.startedAt}, ${Prisma.join(Object.values(columns))})`);
}

/** Records the end of a run. False when it had already ended: the first end stands. */
export async function finishRun(db: Database, runId: string, end: FinishedRun): Promise<boolean> {
  const changes = Object.entries(endColumns(end)).map(([column, value]) => sql`${named(column)} = ${value}`);
  const changed = await db.$executeRaw(sql`
    UPDATE "Runs" SET ${Prisma.join(changes)}
    WHERE "id" = ${runId} AND "state" IN (${oneOf(FINISH.from)})`);
  return changed === 1;
}

/**
 * Ends every run that began before `before`, has no end and holds no grant, as the platform's failure; returns
 * how many.
 */
export function failRunsWithoutHold(
  db: Database,
  before: Date,
  { failure, finishedAt }: { failure: string; finishedAt: Date },
): Promise<number> {
  return db.$executeRaw(sql`
    UPDATE "Runs" r SET "state" = 'FAILED', "fault" = 'platform', "failure" = ${failure}, "finished_at" = ${finishedAt}
    WHERE r."state" IN (${oneOf(FAIL.from)}) AND r."started_at" < ${before} AND NOT EXISTS (
      SELECT 1 FROM "Grants" g WHERE g."id" = r."grant_id" AND g."run_id" = r."id" AND g."state" = 'RUNNING')`);
}

/** A run with what it was of. */
export interface RunRow {
  id: string;
  slug: string;
  version: string;
  state: RunState;
  output: unknown;
  fault: string | null;
  failure: string | null;
  stderrTail: string | null;
  wallMs: number | null;
  receiptId: string | null;
  startedAt: Date;
  finishedAt: Date | null;
  clearedAt: Date | null;
}

export async function findInputDigest(db: Database, runId: string): Promise<string | null> {
  const run = await db.run.findUnique({ where: { id: runId }, select: { inputDigest: true } });
  return run?.inputDigest ?? null;
}

/** How long what went in and came out of a paid call is stored, and whether an account has the wallet that paid. */
export interface PaidRunRow {
  startedAt: Date;
  clearedAt: Date | null;
  isPayer: boolean;
}

/** Null for a free run, and for one that is not there. */
export async function findPaidRun(
  db: Database,
  runId: string,
  accountId: string | null,
): Promise<PaidRunRow | null> {
  const [run] = await db.$queryRaw<PaidRunRow[]>(sql`
    SELECT r."started_at" AS "startedAt", r."cleared_at" AS "clearedAt",
      EXISTS (SELECT 1 FROM "Settlements" s JOIN "Wallets" w ON w."address" = s."payer_address"
        WHERE s."quote_id" = g."quote_id" AND w."account_id" = ${accountId}) AS "isPayer"
    FROM "Runs" r JOIN "Grants" g ON g."id" = r."grant_id" WHERE r."id" = ${runId}`);
  return run ?? null;
}

export function findRunTexts(
  db: Database,
  runId: string,
): Promise<{ input: unknown; output: unknown } | null> {
  return db.run.findUnique({ where: { id: runId }, select: { input: true, output: true } });
}

/** One query. */
export async function findRun(db: Database, runId: string): Promise<RunRow | null> {
  const [run] = await db.$queryRaw<RunRow[]>(sql`
    SELECT r."id", s."slug", v."version", r."state"::text, r."output", r."fault", r."failure", r."stderr_tail" AS "stderrTail", r."wall_ms" AS "wallMs",
      (SELECT p."id" FROM "Receipts" p WHERE p."run_id" = r."id") AS "receiptId",
      r."started_at" AS "startedAt", r."finished_at" AS "finishedAt", r."cleared_at" AS "clearedAt"
    FROM "Runs" r JOIN "SkillVersions" v ON v."id" = r."version_id" JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE r."id" = ${runId}`);
  return run ?? null;
}

/** The run that has made this call of a settled quote with this input; null while none has. */
export async function findMadeRun(
  db: Database,
  { quoteId, call, inputDigest }: { quoteId: string; call: number; inputDigest: string },
): Promise<string | null> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT r."id" FROM "Grants" g JOIN "Runs" r ON r."id" = g."run_id"
    WHERE g."quote_id" = ${quoteId} AND g."position" = ${call} AND g."state" = 'CONSUMED' AND r."input_digest" = ${inputDigest}`);
  return rows[0]?.id ?? null;
}

/** The quote whose grant a run was made by; null for a free run. */
export async function findQuoteOfRun(db: Database, runId: string): Promise<string | null> {
  const rows = await db.$queryRaw<{ quoteId: string }[]>(sql`
    SELECT g."quote_id" AS "quoteId" FROM "Runs" r JOIN "Grants" g ON g."id" = r."grant_id" WHERE r."id" = ${runId}`);
  return rows[0]?.quoteId ?? null;
}

/** Free runs that began before a moment and have ended, the oldest first. */
export function listFreeRunsBefore(
  db: Database,
  moment: Date,
  limit: number,
): Promise<{ id: string; versionId: string }[]> {
  return db.$queryRaw<{ id: string; versionId: string }[]>(sql`
    SELECT "id", "version_id" AS "versionId" FROM "Runs"
    WHERE "grant_id" IS NULL AND "started_at" < ${moment} AND "state" <> 'RUNNING' ORDER BY "started_at" LIMIT ${limit}`);
}

/**
 * Empties paid runs that began before a moment and have ended, the oldest first: what was put in, what came out, and
 * what was said of it are gone, the digests stay. Returns the grants they were made by. Of a grant that was not used up
 * the input is with its quote.
 */
export async function emptyPaidRuns(
  tx: Database,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<string[]> {
  const cleared = await tx.$queryRaw<{ grantId: string }[]>(sql`
    UPDATE "Runs" SET "input" = 'null'::jsonb, "output" = NULL, "failure" = NULL, "stderr_tail" = NULL, "cleared_at" = ${now}
    WHERE "id" IN (
      SELECT "id" FROM "Runs" WHERE "grant_id" IS NOT NULL AND "input" <> 'null'::jsonb AND "started_at" < ${before}
        AND "state" <> 'RUNNING' ORDER BY "started_at" LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING "grant_id" AS "grantId"`);
  return cleared.map(({ grantId }) => grantId);
}

/**
 * Deletes those of the runs whose calls are counted for good, with the idempotency keys they were kept under, in the
 * caller's transaction. Returns how many.
 */
export async function deleteCountedRuns(tx: Database, ids: readonly string[]): Promise<number> {
  const counted = await tx.$queryRaw<{ id: string }[]>(sql`
    SELECT r."id" FROM "Runs" r JOIN "SkillVersions" v ON v."id" = r."version_id" JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE r."id" = ANY(${[...ids]}::text[]) AND r."started_at" < s."calls_counted_until"`);
  const gone = counted.map(({ id }) => id);
  await tx.$executeRaw(sql`DELETE FROM "CallKeys" WHERE "run_id" = ANY(${gone}::text[])`);
  return tx.$executeRaw(sql`DELETE FROM "Runs" WHERE "id" = ANY(${gone}::text[])`);
}
