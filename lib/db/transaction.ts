import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { database, type Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 10;
/** For a free connection: a crowd waits its turn instead of failing. */
const MAX_WAIT_MS = 10_000;

/**
 * Runs `work` in one transaction and returns its result; a thrown error rolls everything back. A deadlock runs `work`
 * again from the start (PostgreSQL 40P01), and so does a serialization failure (40001), which distributed databases
 * give for conflicts that PostgreSQL waits out. So `work` must not act outside the database. With `atOneMoment` all its
 * statements see the database as it was at the first of them, for who compares what several of them read.
 */
export async function inTransaction<T>(
  work: (transaction: Prisma.TransactionClient) => Promise<T>,
  { timeoutMs = 10_000, atOneMoment = false }: { timeoutMs?: number; atOneMoment?: boolean } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database().$transaction((tx) => withItsEnd(tx, work), {
        maxWait: MAX_WAIT_MS,
        timeout: timeoutMs,
        ...(atOneMoment ? { isolationLevel: "RepeatableRead" } : {}),
      });
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isWorthRetrying(error)) throw error;
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}

/** What waits for the end of each open transaction. */
const endings = new WeakMap<Database, (() => Promise<void>)[]>();

async function withItsEnd<T>(
  tx: Prisma.TransactionClient,
  work: (transaction: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const ending: (() => Promise<void>)[] = [];
  endings.set(tx, ending);
  const result = await work(tx);
  for (const last of ending) await last();
  return result;
}

/**
 * Puts `work` off until all else in the transaction is done, right before it is committed, in the order it was given:
 * for a row that everybody takes. Taken last by all, and held for a moment only, it is never waited for by who holds
 * what its holder waits for. Outside of `inTransaction` it is done at once.
 */
export async function beforeCommit(db: Database, work: () => Promise<void>): Promise<void> {
  const ending = endings.get(db);
  if (ending) ending.push(work);
  else await work();
}

/** Conflicts; and prepared statements that a pooler has lost, after which none is prepared (`NamedStatements`). */
const REPEATABLE =
  /\b(40001|40P01|42P05|26000)\b|could not serialize access|deadlock detected|prepared statement "[^"]*" (?:does not|already) exist/;

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2034") return true;
  // A conflict is often found only at COMMIT, and what the driver throws there reaches us as it is.
  return REPEATABLE.test(String(error)) || REPEATABLE.test(codeOfDriver(error));
}

function codeOfDriver(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { originalCode?: unknown } | undefined) : undefined;
  return typeof cause?.originalCode === "string" ? cause.originalCode : "";
}

const UNIQUE_VIOLATION = "23505";

/** True when `error` is the violation of a unique constraint; with `column`, of one that names this column. */
export function isUniqueViolation(error: unknown, column = ""): boolean {
  if (error instanceof pg.DatabaseError)
    return error.code === UNIQUE_VIOLATION && (error.constraint ?? "").includes(column);
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || !saysUnique(error)) return false;
  return JSON.stringify(error.meta ?? {}).includes(column);
}

/**
 * Does `work`, and does it once more when a unique constraint refused it: what was free when it looked was taken when
 * it wrote, and is decided against what is there now. Throws what the second try throws.
 */
export async function retryOnUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return work();
  }
}

/** P2002 for a query of the client, P2010 with PostgreSQL's own code for a statement of ours. */
function saysUnique({ code, meta }: Prisma.PrismaClientKnownRequestError): boolean {
  return code === "P2002" || (code === "P2010" && JSON.stringify(meta ?? {}).includes(UNIQUE_VIOLATION));
}
