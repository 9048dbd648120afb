import { randomBytes } from "node:crypto";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/clock";
import { sha256Hex } from "@/lib/kernel/digest";
import { env } from "@/lib/platform/config/env";

const RANDOM_BYTES = 32;

/** How long a confirmation somebody asked for on the claim page lasts. */
export const VERIFY_LINK_HOURS = 24;
/** How long the link lasts that an agent had sent to its person, who did not expect it. */
export const AGENT_LINK_DAYS = 7;

export const VERIFY_LINK_MS = VERIFY_LINK_HOURS * HOUR_MS;
export const AGENT_LINK_MS = AGENT_LINK_DAYS * DAY_MS;

/** Pages that are reached by a link with a token. */
type LinkedPage = "claim" | "verify" | "claim-agent" | "claim-agent-complete";

/** A one-time token for a link in a mail: 256 random bits. */
export function createLinkToken(): string {
  return randomBytes(RANDOM_BYTES).toString("base64url");
}

/** What is stored of a token. 256 random bits need no slow hash. */
export function hashLinkToken(token: string): string {
  return sha256Hex(token);
}

/** The whole address of a page with its token. */
export function linkTo(page: LinkedPage, token: string): string {
  return `${env().APP_URL}/drafts/${page}?token=${encodeURIComponent(token)}`;
}

/** The whole address of the page that confirms a registration. */
export function ownerLink(token: string): string {
  return `${env().APP_URL}/owners/verify?token=${encodeURIComponent(token)}`;
}

/** The whole address that lets in whoever joins or comes back by mail, and leads them on to a path of the market. */
export function joinLink(token: string, returnTo: string): string {
  const search = new URLSearchParams({ token, return: returnTo });
  return `${env().APP_URL}/api/sign-in/mail?${search}`;
}

/** The whole address of the page that ties an address to an account. */
export function emailLink(token: string): string {
  return `${env().APP_URL}/settings/email?token=${encodeURIComponent(token)}`;
}
