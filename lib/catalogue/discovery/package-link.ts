import { HOUR_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { isSameSecret } from "@/lib/kernel/digest";
import { keyedHash } from "@/lib/platform/config/server-key";
import { getPaymentStatus } from "@/lib/payments/settlement/payment-status";
import { getQuote } from "@/lib/payments/quotes/get-quote";

const LINK_MS = 24 * HOUR_MS;
const TOKEN = /^(ver_[0-9a-z]{26})\.(\d{1,13})\.([\w-]{43})$/;

interface PackageLink {
  /** The part of the address after `/s/`. */
  token: string;
  expiresAt: Date;
}

/**
 * An address for one day from which clients that send no header can install the version a quote paid for. It is signed,
 * not stored. Throws QUOTE_NOT_FOUND, and GRANT_NOT_FOUND while the quote is unpaid.
 */
export async function createPackageLink(quoteId: string, clock: Clock = systemClock): Promise<PackageLink> {
  const [quote, { grantId }] = await Promise.all([getQuote(quoteId), getPaymentStatus(quoteId)]);
  if (grantId === null) throw new DomainError("GRANT_NOT_FOUND", "This quote has not been paid.");
  const expiresMs = clock.now().getTime() + LINK_MS;
  return { token: tokenOf(quote.versionId, expiresMs), expiresAt: new Date(expiresMs) };
}

/** The version a token opens. Throws NOT_FOUND for one that is not ours, was changed, or has expired. */
export function readPackageLink(token: string, clock: Clock = systemClock): string {
  const [, versionId = "", expires = "", mac = ""] = TOKEN.exec(token) ?? [];
  const genuine = isSameSecret(mac, macOf(versionId, Number(expires)));
  if (genuine && Number(expires) > clock.now().getTime()) return versionId;
  throw new DomainError(
    "NOT_FOUND",
    "This address does not work (any more). Whoever paid can ask for a new one.",
  );
}

const tokenOf = (versionId: string, expiresMs: number) =>
  `${versionId}.${expiresMs}.${macOf(versionId, expiresMs)}`;

const macOf = (versionId: string, expiresMs: number) =>
  keyedHash("package links", `${versionId} ${expiresMs}`).toString("base64url");
