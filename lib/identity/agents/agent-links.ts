import { randomBytes } from "node:crypto";
import { DAY_MS, HOUR_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { sha256Hex } from "@/lib/kernel/digest";
import { env } from "@/lib/platform/config/env";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findAgentToken, type AgentClaimTokenRow } from "@/lib/identity/agents/agent-identities-repository";
import type { ConfirmedLink } from "@/lib/identity/passwords/first-password";
import { maskEmailAddress } from "@/lib/identity/email/email-address";

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

export interface AgentLink {
  /** `taken`: it was claimed by another link. */
  state: "ready" | "expired" | "done" | "taken";
  identityId: string;
  agent: string;
  /** Masked. */
  email: string;
  /** Null before it is confirmed. */
  confirmed: ConfirmedLink | null;
}

/** The agent behind the hash of a link's token: looking changes nothing. Throws CLAIM_TOKEN_INVALID. */
export async function getAgentLink(tokenHash: string, clock: Clock = systemClock): Promise<AgentLink> {
  const token = await findAgentToken(database(), tokenHash);
  if (!token) throw new DomainError("CLAIM_TOKEN_INVALID", "There is no agent for this link.");
  const { identity, usedAt, expiresAt } = token;
  const expired = expiresAt <= clock.now();
  const unused = identity.state === "claimed" ? "taken" : expired ? "expired" : "ready";
  return {
    state: usedAt === null ? unused : "done",
    identityId: identity.id,
    agent: identity.name,
    email: maskEmailAddress(token.email),
    confirmed: confirmedOf(token),
  };
}

/** The agent link of this hash of a token once it was confirmed; null for any other hash. */
export async function findConfirmedAgentLink(tokenHash: string): Promise<ConfirmedLink | null> {
  const token = await findAgentToken(database(), tokenHash);
  return token && confirmedOf(token);
}

function confirmedOf({ createdAt, usedAt, email, identity }: AgentClaimTokenRow): ConfirmedLink | null {
  const { accountId } = identity;
  return usedAt === null || accountId === null ? null : { accountId, email, askedAt: createdAt, usedAt };
}
