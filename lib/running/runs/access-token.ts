import { createHmac } from "node:crypto";
import { DomainError } from "@/lib/kernel/errors";
import { isSameSecret } from "@/lib/kernel/is-same-secret";

const PURPOSE = "emporion access token v1";

function secret(): string {
  const value = process.env["NEXTAUTH_SECRET"];
  if (!value) throw new Error("NEXTAUTH_SECRET is not set");
  return value;
}

/**
 * The token that opens one quote or run to whoever asked for it. A quote's id is public on the chain (it is the
 * memo of the payment), so the id alone opens nothing. Derived, not stored: asking again for the same quote gives
 * the same token.
 */
export function accessTokenFor(id: string): string {
  return createHmac("sha256", secret()).update(`${PURPOSE}\0${id}`).digest("base64url");
}

/** True for the token that belongs to `id`. */
export function opens(id: string, token: string | undefined): boolean {
  return isSameSecret(token ?? "", accessTokenFor(id));
}

/** Throws PERMISSION_DENIED unless `token` is the one that belongs to `id`. */
export function assertAccess(id: string, token: string | undefined): void {
  if (opens(id, token)) return;
  throw new DomainError(
    "PERMISSION_DENIED",
    !token
      ? "Send the access token you were given, in the header X-Access-Token."
      : "X-Access-Token holds the access token of something else: each quote and each run has its own.",
  );
}
