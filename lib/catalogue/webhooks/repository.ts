import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

const ENDPOINT = {
  id: true,
  accountId: true,
  url: true,
  types: true,
  secret: true,
  createdAt: true,
  queuedUntil: true,
  failingSince: true,
  disabledAt: true,
  disabledWhy: true,
} satisfies Prisma.WebhookEndpointSelect;

export type EndpointRow = Prisma.WebhookEndpointGetPayload<{ select: typeof ENDPOINT }>;

export function findEndpoint(
  db: Database,
  of: { accountId: string } | { id: string },
): Promise<EndpointRow | null> {
  return db.webhookEndpoint.findUnique({ where: of, select: ENDPOINT });
}

export async function upsertEndpoint(
  db: Database,
  { accountId, ...endpoint }: Omit<EndpointRow, "failingSince" | "disabledAt" | "disabledWhy">,
): Promise<EndpointRow> {
  const { url, types, secret, queuedUntil } = endpoint;
  const enabled = { failingSince: null, disabledAt: null, disabledWhy: null };
  return db.webhookEndpoint.upsert({
    where: { accountId },
    create: { accountId, ...endpoint },
    update: { url, types, secret, queuedUntil, ...enabled },
    select: ENDPOINT,
  });
}

/** False where there is none. */
export async function deleteEndpoint(db: Database, accountId: string): Promise<boolean> {
  return (await db.webhookEndpoint.deleteMany({ where: { accountId } })).count === 1;
}

/** Endpoints that are sent something and were looked at longest ago. */
export function listEndpointsToQueue(db: Database, limit: number): Promise<EndpointRow[]> {
  return db.webhookEndpoint.findMany({
    where: { disabledAt: null },
    orderBy: { queuedUntil: "asc" },
    take: limit,
    select: ENDPOINT,
  });
}

export async function setQueuedUntil(db: Database, id: string, queuedUntil: Date): Promise<void> {
  await db.webhookEndpoint.update({ where: { id }, data: { queuedUntil }, select: { id: true } });
}

export interface SourceRow {
  sourceId: string;
  /** Kind of the event. */
  kind: string;
  occurredAt: Date;
  data: Prisma.JsonObject;
}

interface Window {
  accountId: string;
  since: Date;
  limit: number;
}

/** Events of these kinds about skills that the account owns now, and their versions, oldest first. One query. */
export function selectEvents(
  db: Database,
  { accountId, since, limit, kinds }: Window & { kinds: readonly string[] },
): Promise<SourceRow[]> {
  return db.$queryRaw<SourceRow[]>(sql`
    SELECT e."id" AS "sourceId", e."kind", e."occurred_at" AS "occurredAt", e."data" FROM "Events" e
    LEFT JOIN "SkillVersions" v ON v."id" = e."subject_id"
    JOIN "Skills" s ON s."id" = coalesce(v."skill_id", e."subject_id")
    WHERE e."kind" = ANY(${[...kinds]}) AND e."occurred_at" >= ${since} AND s."owner_id" = ${accountId}
    ORDER BY e."occurred_at", e."id" LIMIT ${limit}`);
}

/** Advisories about skills that the account owns now, that were published or withdrawn since; one query. */
export function selectAdvisories(db: Database, { accountId, since, limit }: Window): Promise<SourceRow[]> {
  return db.$queryRaw<SourceRow[]>(sql`
    SELECT w."sourceId", w."kind", w."occurredAt", w."data" FROM (
      SELECT a."id" || ' published' AS "sourceId", 'advisory.published' AS "kind", a."published_at" AS "occurredAt",
        jsonb_build_object('slug', s."slug", 'advisoryId', a."id", 'severity', a."severity", 'summary', a."summary") AS "data"
        FROM "Advisories" a JOIN "Skills" s ON s."id" = a."skill_id"
        WHERE s."owner_id" = ${accountId} AND a."modified_at" >= ${since} AND a."published_at" >= ${since}
      UNION ALL
      SELECT a."id" || ' withdrawn', 'advisory.withdrawn', a."withdrawn_at",
        jsonb_build_object('slug', s."slug", 'advisoryId', a."id", 'reason', a."withdraw_reason")
        FROM "Advisories" a JOIN "Skills" s ON s."id" = a."skill_id"
        WHERE s."owner_id" = ${accountId} AND a."modified_at" >= ${since} AND a."withdrawn_at" >= ${since}
    ) w ORDER BY w."occurredAt", w."sourceId" LIMIT ${limit}`);
}

/**
 * Settlements that paid a wallet of the account, recorded since the id that a moment would have: their own time is the
 * chain's. One query.
 */
export function selectSales(
  db: Database,
  { accountId, sinceId, limit }: { accountId: string; sinceId: string; limit: number },
): Promise<SourceRow[]> {
  return db.$queryRaw<SourceRow[]>(sql`
    SELECT t."id" AS "sourceId", 'sale.settled' AS "kind", t."settled_at" AS "occurredAt",
      jsonb_build_object('slug', s."slug", 'version', v."version", 'calls', q."calls", 'creatorLamports', t."creator_lamports"::text,
        'feeLamports', t."fee_lamports"::text, 'tokenMint', t."token_mint", 'tokenUnits', t."token_units"::text,
        'signature', t."signature", 'payee', t."payee_address") AS "data"
    FROM "Wallets" w JOIN "Settlements" t ON t."payee_address" = w."address" JOIN "Quotes" q ON q."id" = t."quote_id"
    JOIN "SkillVersions" v ON v."id" = q."version_id" JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE w."account_id" = ${accountId} AND t."id" >= ${sinceId} ORDER BY t."id" LIMIT ${limit}`);
}

export interface NewDelivery {
  id: string;
  endpointId: string;
  sourceId: string;
  type: string;
  occurredAt: Date;
  data: Prisma.InputJsonObject;
  createdAt: Date;
  nextAt: Date;
}

/** Each source once for each endpoint, however often it is found. */
export async function insertDeliveries(db: Database, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length > 0) await db.webhookDelivery.createMany({ data: [...rows], skipDuplicates: true });
}

export function countWaiting(db: Database, endpointId: string): Promise<number> {
  return db.webhookDelivery.count({ where: { endpointId, nextAt: { not: null } } });
}

/** Endpoints with something that is due, each once. */
export async function listDueEndpoints(db: Database, now: Date): Promise<string[]> {
  const rows = await db.webhookDelivery.findMany({
    where: { nextAt: { lte: now } },
    distinct: ["endpointId"],
    select: { endpointId: true },
  });
  return rows.map(({ endpointId }) => endpointId);
}

const DELIVERY = {
  id: true,
  type: true,
  occurredAt: true,
  data: true,
  createdAt: true,
  attempts: true,
  nextAt: true,
  deliveredAt: true,
  triedAt: true,
  status: true,
  error: true,
} satisfies Prisma.WebhookDeliverySelect;

export type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ select: typeof DELIVERY }>;

/** The next one that is due, counted as a try, and nobody else's until `leaseUntil`; null where none is due. */
export async function takeDue(
  db: Database,
  { endpointId, now, leaseUntil }: { endpointId: string; now: Date; leaseUntil: Date },
): Promise<DeliveryRow | null> {
  const [taken] = await db.$queryRaw<{ id: string }[]>(sql`
    UPDATE "WebhookDeliveries" SET "attempts" = "attempts" + 1, "next_at" = ${leaseUntil} WHERE "id" = (
      SELECT "id" FROM "WebhookDeliveries" WHERE "endpoint_id" = ${endpointId} AND "next_at" <= ${now}
      ORDER BY "id" LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING "id"`);
  return taken ? db.webhookDelivery.findUnique({ where: { id: taken.id }, select: DELIVERY }) : null;
}

export interface TryRecord {
  triedAt: Date;
  status: number | null;
  error: string | null;
  nextAt: Date | null;
  deliveredAt: Date | null;
}

export async function recordTry(db: Database, id: string, tried: TryRecord): Promise<void> {
  await db.webhookDelivery.updateMany({ where: { id }, data: tried });
}

/** Says how the endpoint fares: null after a delivery, else since when nothing arrives, where that is not said yet. */
export async function setFailingSince(db: Database, id: string, since: Date | null): Promise<void> {
  const where = { id, ...(since === null ? { failingSince: { not: null } } : { failingSince: null }) };
  await db.webhookEndpoint.updateMany({ where, data: { failingSince: since } });
}

/** Sends nothing more to an endpoint; what waits for it is given up. False where that was done before. */
export async function disableEndpoint(
  db: Database,
  id: string,
  { why, now }: { why: string; now: Date },
): Promise<boolean> {
  const data = { disabledAt: now, disabledWhy: why };
  const { count } = await db.webhookEndpoint.updateMany({ where: { id, disabledAt: null }, data });
  await db.webhookDelivery.updateMany({
    where: { endpointId: id, nextAt: { not: null } },
    data: { nextAt: null },
  });
  return count === 1;
}

/** What was sent to an endpoint, newest first, from behind `before`. */
export function listDeliveries(
  db: Database,
  { endpointId, limit, before }: { endpointId: string; limit: number; before: string | null },
): Promise<DeliveryRow[]> {
  return db.webhookDelivery.findMany({
    where: { endpointId, ...(before === null ? {} : { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: limit,
    select: DELIVERY,
  });
}

/** Sends it once more, from the beginning. False where there is none. */
export async function restartDelivery(
  db: Database,
  { id, endpointId, now }: { id: string; endpointId: string; now: Date },
): Promise<boolean> {
  const data = { nextAt: now, attempts: 0, deliveredAt: null };
  return (await db.webhookDelivery.updateMany({ where: { id, endpointId }, data })).count === 1;
}
