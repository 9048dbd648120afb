import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { firstId, newId, timeOfId } from "@/lib/kernel/ids";
import { enqueue } from "@/lib/platform/jobs/queue";
import { OF_EVENTS, type WebhookType } from "@/lib/catalogue/webhooks/types";
import {
  countWaiting,
  insertDeliveries,
  listDueEndpoints,
  listEndpointsToQueue,
  selectAdvisories,
  selectEvents,
  selectSales,
  setQueuedUntil,
  type EndpointRow,
  type SourceRow,
} from "@/lib/catalogue/webhooks/repository";

const ENDPOINTS = 500;
/** A transaction may end after a later one: what happened shortly before is looked through again. */
const OVERLAP_MS = 5 * 60_000;
/** Of each source, for one endpoint, in one turn. */
const ROWS = 500;
/** So much may wait for one endpoint; what happens then is queued once there is room. */
export const MOST_WAITING = 1_000;
const MAX_DATA_CHARACTERS = 16_000;

/**
 * Puts what happened into the queues of the endpoints that want to know, each thing once, and has a job send what is due
 * to each of them. Reads what the market records anyway: whoever publishes or pays never waits for a webhook.
 */
export async function queueWebhooks(): Promise<void> {
  for (const endpoint of await listEndpointsToQueue(database(), ENDPOINTS))
    await queueFor(endpoint, systemClock.now());
  for (const endpointId of await listDueEndpoints(database(), systemClock.now())) {
    const job = { kind: "deliver_webhooks", payload: { endpointId } } as const;
    await enqueue(database(), { ...job, dedupeKey: `deliver_webhooks ${endpointId}` });
  }
}

async function queueFor({ id: endpointId, ...endpoint }: EndpointRow, now: Date): Promise<void> {
  if ((await countWaiting(database(), endpointId)) >= MOST_WAITING) return;
  const { rows, readUntil } = await readSources(endpoint, now);
  const message = { endpointId, createdAt: now, nextAt: now };
  const deliveries = rows.map(({ sourceId, type, occurredAt, data }, place) => {
    const id = newId("whm", now.getTime() + place); // sorted as they happened
    return { ...message, id, sourceId, type, occurredAt, data: bounded(data) };
  });
  await insertDeliveries(database(), deliveries);
  await setQueuedUntil(database(), endpointId, readUntil);
}

type Read = SourceRow & { type: WebhookType };

/** What happened since the last time, oldest first, and until when nothing is missing. */
async function readSources(
  {
    accountId,
    types,
    queuedUntil,
    createdAt,
  }: Pick<EndpointRow, "accountId" | "types" | "queuedUntil" | "createdAt">,
  now: Date,
): Promise<{ rows: Read[]; readUntil: Date }> {
  const since = new Date(Math.max(queuedUntil.getTime() - OVERLAP_MS, createdAt.getTime()));
  const window = { accountId, since, limit: ROWS };
  const typeOf = new Map<string, WebhookType>();
  for (const [type, kinds] of Object.entries(OF_EVENTS))
    if (types.includes(type)) for (const kind of kinds) typeOf.set(kind, type as WebhookType);
  const [events, advisories, sales] = await Promise.all([
    typeOf.size === 0 ? [] : selectEvents(database(), { ...window, kinds: [...typeOf.keys()] }),
    selectAdvisories(database(), window),
    types.includes("sale.settled")
      ? selectSales(database(), { accountId, sinceId: firstId("set", since.getTime()), limit: ROWS })
      : [],
  ]);
  const rows = [
    ...events.flatMap((row) => ({ ...row, type: typeOf.get(row.kind)! })),
    ...[...advisories, ...sales]
      .filter(({ kind }) => types.includes(kind))
      .map((row) => ({ ...row, type: row.kind as WebhookType })),
  ];
  // Where a source had more, the next turn begins behind the last row that was read.
  const ends = [
    ...(events.length === ROWS ? [events.at(-1)!.occurredAt.getTime()] : []),
    ...(advisories.length === ROWS ? [advisories.at(-1)!.occurredAt.getTime()] : []),
    ...(sales.length === ROWS ? [timeOfId(sales.at(-1)!.sourceId)] : []),
  ];
  const readUntil = ends.length === 0 ? now : new Date(Math.min(...ends) + OVERLAP_MS);
  return { rows: rows.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime()), readUntil };
}

/** Facts of the market are short; a list of many findings is left to the page. */
const bounded = (data: SourceRow["data"]) =>
  JSON.stringify(data).length <= MAX_DATA_CHARACTERS ? data : { slug: data["slug"] ?? null, shortened: true };
