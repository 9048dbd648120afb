import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { seal } from "@/lib/platform/config/server-key";
import { PUBLIC_NETWORK, RemoteError, assertAllowedUrl } from "@/lib/registry/provenance/smart-http/request";
import { newSecret } from "@/lib/catalogue/webhooks/sign-message";
import { TEST_TYPE, WEBHOOK_TYPES, type WebhookType } from "@/lib/catalogue/webhooks/types";
import {
  deleteEndpoint,
  findEndpoint,
  insertDeliveries,
  listDeliveries,
  restartDelivery,
  upsertEndpoint,
  type DeliveryRow,
  type EndpointRow,
} from "@/lib/catalogue/webhooks/repository";

export const MAX_WEBHOOK_URL_CHARACTERS = 500;
const DELIVERY_ID = /^whm_[0-9a-z]{26}$/;

export interface WebhookView {
  url: string;
  types: WebhookType[];
  createdAt: string;
  /** Since when no try has succeeded; null where the last one did, or there was none. */
  failingSince: string | null;
  disabledAt: string | null;
  /** Every try failed for five days, or the endpoint said that it is gone. */
  disabledWhy: "failing" | "gone" | null;
}

interface Owned {
  actor: { accountId: string };
}

/** Where the account is sent what happens to its skills; null where nowhere. */
export async function findOwnWebhook({ actor }: Owned): Promise<WebhookView | null> {
  const endpoint = await findEndpoint(database(), { accountId: actor.accountId });
  return endpoint && toView(endpoint);
}

export interface WebhookRequest extends Owned {
  url: string;
  /** Left out: all. */
  types?: readonly string[] | undefined;
  /** The one there is stops being used. */
  newSecret?: boolean | undefined;
}

/**
 * Sets the one endpoint of the account, and sends to it again where that had ended. The secret is handed out where it is
 * new, and never again. Throws REQUEST_INVALID for an address that is not https or not public and for an unknown type,
 * and AUTH_FAILED for an account closed meanwhile.
 */
export async function setOwnWebhook(
  request: WebhookRequest,
): Promise<WebhookView & { secret: string | null }> {
  const url = readUrl(request.url);
  const types = readTypes(request.types);
  const { accountId } = request.actor;
  const now = systemClock.now();
  return inTransaction(async (tx) => {
    await shareLockAccount(tx, accountId);
    const before = await findEndpoint(tx, { accountId });
    const id = before?.id ?? newId("whk", now.getTime());
    const secret = before && !request.newSecret ? null : newSecret();
    const sealed = secret === null && before ? before.secret : seal("webhooks", id, secret ?? "");
    const queuedUntil = before && before.disabledAt === null ? before.queuedUntil : now;
    const row = { id, accountId, url, types, secret: Uint8Array.from(sealed), createdAt: now, queuedUntil };
    return { ...toView(await upsertEndpoint(tx, row)), secret };
  });
}

/** Ends it; what waits is not sent, and the log is deleted. Throws NOT_FOUND where there is none. */
export async function deleteOwnWebhook({ actor }: Owned): Promise<void> {
  if (!(await deleteEndpoint(database(), actor.accountId))) throw noWebhook();
}

/** Queues a message that says nothing, to see whether it arrives. Throws NOT_FOUND, and DECISION_NOT_POSSIBLE where nothing is sent. */
export async function testOwnWebhook({ actor }: Owned): Promise<{ id: string }> {
  const endpoint = await getUsable(actor);
  const now = systemClock.now();
  const id = newId("whm", now.getTime());
  const message = { id, endpointId: endpoint.id, sourceId: id, type: TEST_TYPE, data: { hello: "world" } };
  await insertDeliveries(database(), [{ ...message, occurredAt: now, createdAt: now, nextAt: now }]);
  return { id };
}

/** Sends a message of the log once more, under the same id. Throws as `testOwnWebhook`. */
export async function redeliver({ actor, delivery: id }: Owned & { delivery: string }): Promise<void> {
  const endpoint = await getUsable(actor);
  const place = { id, endpointId: endpoint.id, now: systemClock.now() };
  if (!DELIVERY_ID.test(id) || !(await restartDelivery(database(), place)))
    throw new DomainError("NOT_FOUND", "There is no such message in the log of this webhook.");
}

export interface DeliveryView {
  id: string;
  type: string;
  state: "waiting" | "delivered" | "given-up";
  occurredAt: string;
  attempts: number;
  triedAt: string | null;
  /** When it is tried next. */
  nextAt: string | null;
  /** Of the last answer; null where there was none. */
  status: number | null;
  error: string | null;
}

const LISTED = 20;

/** What was sent, newest first. Throws NOT_FOUND where there is no webhook, and REQUEST_INVALID for a cursor that is none. */
export async function listOwnDeliveries({ actor, cursor }: Owned & { cursor?: string | undefined }): Promise<{
  deliveries: DeliveryView[];
  nextCursor: string | null;
}> {
  const endpoint = await findEndpoint(database(), { accountId: actor.accountId });
  if (!endpoint) throw noWebhook();
  if (cursor !== undefined && !DELIVERY_ID.test(cursor))
    throw new DomainError(
      "REQUEST_INVALID",
      "The cursor is not one of this list: ask for the first page again.",
      {
        details: { parameter: "cursor" },
      },
    );
  const part = { endpointId: endpoint.id, limit: LISTED + 1, before: cursor ?? null };
  const rows = await listDeliveries(database(), part);
  const shown = rows.slice(0, LISTED);
  return {
    deliveries: shown.map(toDelivery),
    nextCursor: rows.length > LISTED ? (shown.at(-1)?.id ?? null) : null,
  };
}

async function getUsable({ accountId }: Owned["actor"]): Promise<EndpointRow> {
  const endpoint = await findEndpoint(database(), { accountId });
  if (!endpoint) throw noWebhook();
  if (endpoint.disabledAt === null) return endpoint;
  throw new DomainError(
    "DECISION_NOT_POSSIBLE",
    "Nothing is sent to this webhook any more: set it again first.",
  );
}

function readUrl(text: string): string {
  const url = text.length <= MAX_WEBHOOK_URL_CHARACTERS && URL.canParse(text) ? new URL(text) : null;
  try {
    if (url === null) throw new RemoteError("address_refused", "it cannot be read");
    assertAllowedUrl(url, PUBLIC_NETWORK);
    return url.href;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    throw new DomainError("REQUEST_INVALID", `The address must be https and public: ${error.message}.`, {
      details: { errors: [{ pointer: "#/url", detail: error.message }] },
    });
  }
}

function readTypes(types: readonly string[] | undefined): WebhookType[] {
  const chosen = WEBHOOK_TYPES.filter((type) => types?.includes(type) ?? true);
  const unknown = types?.find((type) => !chosen.some((each) => each === type));
  if (unknown === undefined && chosen.length > 0) return chosen;
  throw new DomainError("REQUEST_INVALID", `Types are ${WEBHOOK_TYPES.join(", ")}; at least one.`, {
    details: {
      errors: [{ pointer: "#/types", detail: unknown === undefined ? "empty" : "not a known type" }],
    },
  });
}

const noWebhook = () => new DomainError("NOT_FOUND", "This account has no webhook.");

function toView(row: EndpointRow): WebhookView {
  const { url, types, createdAt, failingSince, disabledAt, disabledWhy } = row;
  return {
    url,
    types: WEBHOOK_TYPES.filter((type) => types.includes(type)),
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
    disabledWhy: disabledWhy === null ? null : disabledWhy === "gone" ? "gone" : "failing",
  };
}

const toDelivery = ({
  data: _data,
  createdAt: _createdAt,
  deliveredAt,
  ...row
}: DeliveryRow): DeliveryView => ({
  ...row,
  state: deliveredAt !== null ? "delivered" : row.nextAt === null ? "given-up" : "waiting",
  occurredAt: row.occurredAt.toISOString(),
  triedAt: row.triedAt?.toISOString() ?? null,
  nextAt: row.nextAt?.toISOString() ?? null,
});
