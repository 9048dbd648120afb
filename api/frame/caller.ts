import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv } from "@/api/frame/context";
import type { Asker } from "@/lib/search/wanted/record-question";
import { env } from "@/lib/platform/config/env";
import { clientAddress, subscriberOf, isCrawler } from "@/lib/web/http/client-address";
import {
  consumeRateLimit,
  type RateLimit,
  rateLimitHeaders,
  type RateLimitState,
} from "@/lib/web/http/limits/rate-limit";
import type { Actor } from "@/lib/identity/actor";
import type { AskedBy } from "@/lib/payments/limits/keep-limit";
import type { CountedCaller } from "@/lib/identity/counted-caller";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { isRightText, openRight, type OpenRight } from "@/lib/publishing/trusted/publish-right";
import { recordDownload } from "@/lib/registry/statistics/record-download";
import { ANYBODY, readerOf, type Reader } from "@/lib/registry/access/reader";
import { isReadTokenText, openReadToken } from "@/lib/registry/access/reading-rights";

const BEARER = /^Bearer +(\S+)$/i;

/**
 * The account of the request's API key; null without a key. Throws AUTH_FAILED for a key that does not work,
 * PERMISSION_DENIED for one that may only stage versions.
 */
export async function findActor(c: ApiContext, { stages = false }: Staging = {}): Promise<Actor | null> {
  const key = findKey(c);
  const actor = key === null ? null : await authenticateApiKey(key);
  if (actor?.apiKey?.mayOnlyStage && !stages)
    throw new DomainError(
      "PERMISSION_DENIED",
      "This key uploads versions for its person to release, and does nothing else.",
    );
  return actor;
}

/** Whose key or read token (`rt_…`) a read is sent with. Throws AUTH_FAILED for one that does not work. */
export async function findReader(c: ApiContext): Promise<Reader> {
  const secret = findKey(c);
  if (secret === null || !isReadTokenText(secret)) return readerOf(await findActor(c));
  const { tokenHash } = await openReadToken(secret);
  return { ...ANYBODY, tokenHash };
}

interface Staging {
  /** A key that may only stage versions may do this too. */
  stages?: boolean | undefined;
}

/** The account of the request's API key. Throws AUTH_REQUIRED without a key, AUTH_FAILED for one that does not work. */
export async function getActor(c: ApiContext, staging: Staging = {}): Promise<Actor> {
  const actor = await findActor(c, staging);
  if (actor) return actor;
  throw new DomainError("AUTH_REQUIRED", "Send an API key: X-API-KEY: sk_… or Authorization: Bearer sk_….");
}

/**
 * Who publishes: the account of an API key, or the job of a CI with the right to publish one version (`pt_…`). Throws
 * AUTH_REQUIRED and AUTH_FAILED.
 */
export async function getPublisher(c: ApiContext): Promise<{ actor: Actor; right: OpenRight | null }> {
  const key = findKey(c);
  if (key === null || !isRightText(key)) return { actor: await getActor(c, { stages: true }), right: null };
  const right = await openRight(key);
  return { actor: right.actor, right };
}

/** Who asks for a quote. */
export const askedBy = (actor: Actor | null): AskedBy | null =>
  actor && { accountId: actor.accountId, keyId: actor.apiKey?.id ?? null };

/** Who is calling, as far as rate limits go: the account, or the address. */
export function callerSubject(c: ApiContext, actor: Actor | null): string {
  return actor ? actor.accountId : callerAddress(c);
}

/** Where a request comes from: an IPv4 address or the network of an IPv6 one, as the trusted proxies tell it. */
export function callerAddress(c: ApiContext): string {
  const address = clientAddress({
    remoteAddress: c.env.incoming?.socket.remoteAddress,
    forwardedFor: c.req.header("x-forwarded-for"),
    trustedHops: env().TRUSTED_PROXY_HOPS,
  });
  return subscriberOf(address);
}

/**
 * Both headers of USK are accepted; two keys that differ are refused rather than chosen from
 * (docs/dialects/differences.md).
 */
function findKey(c: ApiContext): string | null {
  const own = c.req.header("x-api-key");
  const bearer = BEARER.exec(c.req.header("authorization") ?? "")?.[1];
  if (own !== undefined && bearer !== undefined && own !== bearer) {
    throw new DomainError(
      "AUTH_FAILED",
      "X-API-KEY and Authorization hold different keys. Send one of them.",
    );
  }
  return own ?? bearer ?? null;
}

const AGENT_NAME = /^[A-Za-z0-9._-]{1,80}(?=@|$)/;

/**
 * Who a download counts for, and a search that found nothing; null for crawlers and for clients that only look whether
 * there is an update. A key that does not work makes nobody of a reader: reading needs none.
 */
export function countedCaller(c: ApiContext): Promise<CountedCaller | null> {
  c.set("counted", true);
  return readCaller(c);
}

/** Who a search counts for. What was found may be kept for others, who are then not counted for some seconds. */
export const askerOf =
  (c: ApiContext): Asker =>
  (found) =>
    found ? readCaller(c) : countedCaller(c);

/** True for crawlers, and for clients that only look whether there is an update; `header` reads a header. */
export const isUncounted = (header: (name: string) => string | undefined): boolean =>
  isCrawler(header("user-agent")) || header("x-skills-update-check") !== undefined;

/** Who it is, whatever their answer; it may be one that is kept for others. */
async function readCaller(c: ApiContext): Promise<CountedCaller | null> {
  if (isUncounted((name) => c.req.header(name))) return null;
  return { ...(await accountOf(c)), agentName: agentNameOf(c), address: callerSubject(c, null) };
}

async function accountOf(c: ApiContext): Promise<{ accountId?: string }> {
  try {
    const actor = await findActor(c);
    return actor ? { accountId: actor.accountId } : {};
  } catch (error) {
    if (!isDomainError(error, "AUTH_FAILED")) throw error;
    return {};
  }
}

const agentNameOf = (c: ApiContext) => AGENT_NAME.exec(c.req.header("x-agent-author") ?? "")?.[0];

/** Counts one use and says in the answer, whatever it will be, how many are left. Throws RATE_LIMITED. */
export async function limitRate(c: ApiContext, limit: RateLimit, subject: string): Promise<void> {
  writeRateLimit(c, await consumeRateLimit(limit, subject));
}

/** Says in the answer how many uses are left. */
export function writeRateLimit(c: ApiContext, state: RateLimitState): void {
  for (const [name, value] of Object.entries(rateLimitHeaders(state))) c.header(name, value);
}

/** Counts a package for who is sent it, made for them or kept: who has it already is told so, and not counted. */
export function countDownloads(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    const download = c.get("download");
    if (download !== undefined && (c.res.status === 200 || c.res.status === 206))
      await recordDownload({ ...download, caller: await readCaller(c) });
  };
}
