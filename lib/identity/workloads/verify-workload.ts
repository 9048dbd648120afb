import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyResult,
} from "jose";
import { z } from "zod";
import { env } from "@/lib/platform/config/env";
import {
  readWorkload,
  workloadRefused,
  type Issuer,
  type Workload,
} from "@/lib/identity/workloads/read-workload";
import type { Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/observability/logger";
import { readBounded } from "@/lib/kernel/read-bounded";

/** A token of GitHub has some 1,800 characters. */
export const MAX_TOKEN_CHARACTERS = 8_192;
const MAX_DOCUMENT_BYTES = 128 * 1024;
const ANSWER_MS = 5_000;
/** Asymmetric alone: who can check a token cannot make one. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"];
const TOLERANCE_SECONDS = 30;
/** A token that is valid for longer is not made for one job. GitLab's lives as long as its job may: an hour by default. */
const MAX_LIFE_SECONDS = 3_600;

export interface VerifiedToken {
  workload: Workload;
  /** The id its issuer gave it, by which it is taken once. */
  tokenId: string;
  expiresAt: Date;
  /** The digest of the package that it was made for; null where it names none. */
  packageDigest: string | null;
}

/** What a CI asks its issuer to write a token for, so that it is good at this market alone. */
export const audienceOf = (packageDigest: string | null = null): string =>
  packageDigest === null ? env().APP_URL : `${env().APP_URL}#${packageDigest}`;

/**
 * What a token of a CI says, once its signature, audience and times hold. Throws WORKLOAD_REFUSED with
 * `details.refusal`, MARKET_UNAVAILABLE while the keys of its issuer cannot be had.
 *
 * Source: OpenID Connect Core 1.0, 3.1.3.7 (validation of an ID token).
 */
export async function verifyWorkload(token: string, clock: Clock): Promise<VerifiedToken> {
  const issuer = findIssuer(token);
  const { payload } = await verifySignature(token, issuer, clock);
  const { jti: tokenId, aud, exp = 0, iat = 0 } = payload;
  if (typeof tokenId !== "string" || tokenId === "" || tokenId.length > 200) throw workloadRefused("claims");
  if (exp - iat > MAX_LIFE_SECONDS) throw workloadRefused("time");
  return {
    workload: readWorkload(issuer, payload),
    tokenId,
    expiresAt: new Date(exp * 1_000),
    packageDigest: readAudience(aud),
  };
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** A token for several is refused: each of them could use it at the others. */
function readAudience(audience: JWTPayload["aud"]): string | null {
  const [own, ...others] = [audience ?? []].flat();
  if (own === undefined || others.length > 0) throw workloadRefused("audience");
  if (own === env().APP_URL) return null;
  const digest = own.startsWith(`${env().APP_URL}#`) ? own.slice(env().APP_URL.length + 1) : "";
  if (!DIGEST.test(digest)) throw workloadRefused("audience");
  return digest;
}

function findIssuer(token: string): Issuer {
  if (token.length > MAX_TOKEN_CHARACTERS) throw workloadRefused("malformed");
  const written = readUnchecked(token);
  const issuer = env().CI_ISSUERS.find(({ url }) => url === written);
  if (issuer === undefined) throw workloadRefused("issuer");
  return issuer;
}

function readUnchecked(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    throw workloadRefused("malformed");
  }
}

async function verifySignature(token: string, issuer: Issuer, clock: Clock): Promise<JWTVerifyResult> {
  const keys = await keysOf(issuer.url);
  try {
    return await jwtVerify(token, keys, {
      issuer: issuer.url,
      algorithms: ALGORITHMS,
      clockTolerance: TOLERANCE_SECONDS,
      requiredClaims: ["exp", "iat", "jti", "aud"],
      currentDate: clock.now(),
    });
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw workloadRefused("expired");
    if (error instanceof errors.JWTClaimValidationFailed)
      throw workloadRefused(error.reason === "missing" ? "claims" : "time");
    if (error instanceof errors.JWKSTimeout || error instanceof IssuerAway) throw isAway(issuer.url, error);
    if (error instanceof errors.JOSEError) throw workloadRefused("signature");
    throw isAway(issuer.url, error);
  }
}

/** The issuer did not answer, or not with its keys. */
class IssuerAway extends Error {}

function isAway(issuer: string, error: unknown): DomainError {
  logger.warn({ issuer, error }, "the keys of a CI cannot be had");
  return new DomainError(
    "MARKET_UNAVAILABLE",
    `The keys of ${issuer} cannot be had at the moment. Try again in a minute.`,
    {
      details: { reason: "service" },
    },
  );
}

type Keys = ReturnType<typeof createRemoteJWKSet>;
const known = new Map<string, Keys>();

/** The keys of an issuer; where they are is asked once, they themselves as `jose` does: cached for ten minutes. */
async function keysOf(issuer: string): Promise<Keys> {
  const before = known.get(issuer);
  if (before !== undefined) return before;
  const place = await findKeyAddress(issuer).catch((error: unknown) => {
    throw isAway(issuer, error);
  });
  const keys = createRemoteJWKSet(place, { timeoutDuration: ANSWER_MS, [customFetch]: fetchBounded });
  known.set(issuer, keys);
  return keys;
}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** Throws where it does not answer, or answers for somebody else (OpenID Connect Discovery 1.0, 4.3). */
async function findKeyAddress(issuer: string): Promise<URL> {
  const answer = await fetchBounded(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(ANSWER_MS),
    redirect: "error",
  });
  const document = discovery.parse(await answer.json());
  const place = new URL(document.jwks_uri);
  const isSafe = place.protocol === "https:" || new URL(issuer).protocol === "http:";
  if (document.issuer !== issuer || !isSafe) throw new IssuerAway("the issuer describes another one");
  return place;
}

async function fetchBounded(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...options, headers: { accept: "application/json" } });
  if (!response.ok || response.body === null) throw new IssuerAway(`${url} answered ${response.status}`);
  const bytes = await readBounded(response.body, MAX_DOCUMENT_BYTES);
  if (bytes === null) throw new IssuerAway(`${url} sends more than ${MAX_DOCUMENT_BYTES} bytes`);
  return new Response(new Uint8Array(bytes), { status: 200 });
}
