import type { ApiContext } from "@/api/context";
import { env } from "@/lib/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { clientAddress, subscriberOf } from "@/lib/http/client-address";
import type { Actor } from "@/lib/identity/actor";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";

const BEARER = /^Bearer +(\S+)$/i;

/** The account of the request's API key; null without a key. Throws AUTH_FAILED for a key that does not work. */
export async function findActor(c: ApiContext): Promise<Actor | null> {
  const key = findKey(c);
  return key === null ? null : authenticateApiKey(key);
}

/** The account of the request's API key. Throws AUTH_REQUIRED without a key, AUTH_FAILED for one that does not work. */
export async function getActor(c: ApiContext): Promise<Actor> {
  const actor = await findActor(c);
  if (actor) return actor;
  throw new DomainError("AUTH_REQUIRED", "Send an API key: X-API-KEY: sk_… or Authorization: Bearer sk_….");
}

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
