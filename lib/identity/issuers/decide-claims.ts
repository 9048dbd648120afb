import { readEmailAddress } from "@/lib/identity/email/email-address";
import { isDomainError } from "@/lib/kernel/errors";

/** What the operator says of an issuer. */
export interface IssuerRule {
  /** Its issuer identifier, as its tokens name it (`iss`). */
  issuer: string;
  /**
   * Domains that the issuer is trusted for: whoever has a verified address there comes in by it. Without any, an
   * identity lets in only once it was linked by somebody who was signed in.
   */
  domains: readonly string[];
}

/** What a token of an issuer says of its person, once the token itself was checked. */
export interface IssuerClaims {
  sub: string;
  email?: unknown;
  email_verified?: unknown;
}

/** Why an identity does not come in, though its token is good. */
export type ClaimsRefusal = "subject" | "email_missing" | "email_unverified" | "email_domain";

const MAX_SUBJECT_CHARACTERS = 255;

/**
 * The address that the claims of an issuer stand for, null where it is trusted for none, or why they are refused. Only
 * an address that the issuer calls verified counts, and only of a domain that it is trusted for: exactly that domain.
 */
export function decideClaims(
  { domains }: IssuerRule,
  { sub, email, email_verified }: IssuerClaims,
): { email: string | null } | { refused: ClaimsRefusal } {
  if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT_CHARACTERS)
    return { refused: "subject" };
  if (domains.length === 0) return { email: null };
  const address = addressOf(email);
  if (address === null) return { refused: "email_missing" };
  if (email_verified !== true) return { refused: "email_unverified" };
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return domains.includes(domain) ? { email: address } : { refused: "email_domain" };
}

function addressOf(email: unknown): string | null {
  try {
    return readEmailAddress(email);
  } catch (error) {
    if (isDomainError(error, "REQUEST_INVALID")) return null;
    throw error;
  }
}
