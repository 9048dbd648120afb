import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { mailNews } from "@/lib/log/events/notices/mail-news";
import { unseal } from "@/lib/platform/config/server-key";
import {
  PUBLIC_NETWORK,
  RemoteError,
  sendRequest,
  type NetworkPolicy,
} from "@/lib/registry/provenance/smart-http/request";
import { decideDelivery } from "@/lib/catalogue/webhooks/decide-delivery";
import {
  disableEndpoint,
  findEndpoint,
  recordTry,
  setFailingSince,
  takeDue,
  type DeliveryRow,
  type EndpointRow,
} from "@/lib/catalogue/webhooks/repository";
import { webhookHeaders } from "@/lib/catalogue/webhooks/sign-message";

/** In one turn; then others have theirs. */
const MESSAGES_IN_A_TURN = 10;
/** Longer than a try takes: who dies at one leaves it to the next. */
const LEASE_MS = 60_000;

/** Anybody may name an endpoint: https and public addresses only, and nothing of the answer is read but its status. */
const WEBHOOK_NETWORK: NetworkPolicy = { ...PUBLIC_NETWORK, timeoutMs: 15_000, maxBytes: 0, maxRedirects: 0 };

interface Delivering {
  clock?: Clock;
  policy?: NetworkPolicy;
  signal?: AbortSignal;
  /** 0 to 1. */
  random?: () => number;
}

/**
 * Sends an endpoint what is due, some messages in one turn, and ends it at the first that fails: one that does not answer
 * keeps a worker for one try. A message may arrive twice, under the same id. An endpoint that is gone, or has failed for
 * days, is sent nothing more, and its owner is mailed.
 */
export async function deliverWebhooks(endpointId: string, delivering: Delivering = {}): Promise<void> {
  const { clock = systemClock, signal } = delivering;
  for (let sent = 0; sent < MESSAGES_IN_A_TURN; sent++) {
    if (signal?.aborted) return;
    const endpoint = await findEndpoint(database(), { id: endpointId });
    if (!endpoint || endpoint.disabledAt !== null) return;
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const message = await takeDue(database(), { endpointId, now, leaseUntil });
    if (!message || !(await deliver(endpoint, message, delivering))) return;
  }
}

/** True when it arrived. */
async function deliver(
  endpoint: EndpointRow,
  message: DeliveryRow,
  { clock = systemClock, policy = WEBHOOK_NETWORK, signal, random = Math.random }: Delivering,
): Promise<boolean> {
  const sentAt = clock.now();
  const { status, error } = await send(endpoint, message, { policy, signal, sentAt });
  const now = clock.now();
  const { failingSince } = endpoint;
  const state = { attempts: message.attempts, failingSince };
  const decision = decideDelivery(status, state, { now, jitter: random() });
  await recordTry(database(), message.id, {
    triedAt: sentAt,
    status,
    error,
    nextAt: decision.kind === "retry" ? decision.at : null,
    deliveredAt: decision.kind === "delivered" ? now : null,
  });
  const arrived = decision.kind === "delivered";
  await setFailingSince(database(), endpoint.id, arrived ? null : sentAt);
  if (decision.kind === "disable") await disable(endpoint, decision.why, now);
  return arrived;
}

async function send(
  { id: endpointId, url, secret }: EndpointRow,
  { id, type, occurredAt, data }: DeliveryRow,
  { policy, signal, sentAt }: { policy: NetworkPolicy; signal: AbortSignal | undefined; sentAt: Date },
): Promise<{ status: number | null; error: string | null }> {
  const body = JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
  const headers = {
    ...webhookHeaders({ id, sentAt, body }, unseal("webhooks", endpointId, secret)),
    "user-agent": "emporion-webhooks",
  };
  const timeout = AbortSignal.timeout(policy.timeoutMs);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const request = {
      url: new URL(url),
      method: "POST",
      headers,
      body: Buffer.from(body),
      signal: either,
    } as const;
    return { status: (await sendRequest(request, policy)).status, error: null };
  } catch (error) {
    if (error instanceof RemoteError) return { status: null, error: error.message };
    throw error;
  }
}

async function disable(
  { id, accountId, url }: EndpointRow,
  why: "gone" | "failing",
  now: Date,
): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await disableEndpoint(tx, id, { why, now }))) return;
    const news = { kind: "own-webhook-disabled", name: new URL(url).host, reason: null } as const;
    await mailNews(tx, { ...news, path: "/settings/webhook" }, { of: { accountId }, now });
  });
}
