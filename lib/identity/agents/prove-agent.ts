import { randomBytes } from "node:crypto";
import { isSameSecret } from "@/lib/kernel/digest";
import { keyedHash } from "@/lib/platform/config/server-key";
import {
  type AgentIdentityRow,
  findIdentityByName,
  findAgentToken,
  useAgentToken,
  type AgentClaimTokenRow,
} from "@/lib/identity/agents/agent-identities-repository";
import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";

const RANDOM_BYTES = 32;
const FORM = /^ag_[0-9a-f]{64}$/;

/** Stored in place of the secret of an agent whose owner closed their account: no text is its secret any more. */
export const NO_SECRET = "";

/** A new secret of an agent: shown once, then known by its HMAC alone. */
export function createAgentSecret(): string {
  return `ag_${randomBytes(RANDOM_BYTES).toString("hex")}`;
}

/** What is stored of a secret: its HMAC under the server's key, bound to the agent's name. */
export function hashAgentSecret(canonicalName: string, secret: string): string {
  return keyedHash("agent secrets", `${canonicalName}\n${secret}`).toString("hex");
}

/** True for the secret an agent was given. */
export function isAgentSecret(canonicalName: string, secret: string, secretHmac: string): boolean {
  return isSameSecret(hashAgentSecret(canonicalName, secret), secretHmac) && FORM.test(secret);
}

/**
 * What becomes of an agent's name on the upload of an account (USK, "Agent Identity": nobody else uses the name).
 * `secret`: the upload must bring the agent's secret, and is refused without the right one.
 */
export type Attribution = "proven" | "unproven" | "secret";

/**
 * An account proves the agents that it has claimed; whoever sends a secret is held to it. The name of an agent that
 * somebody else has claimed needs its secret. Any other name is only what the upload says: two programs may well use the
 * same model.
 */
export function decideAttribution(
  identity: Pick<AgentIdentityRow, "accountId"> | null,
  { accountId, hasSecret }: { accountId: string; hasSecret: boolean },
): Attribution {
  if (identity === null) return "unproven";
  if (identity.accountId === accountId) return "proven";
  return hasSecret || identity.accountId !== null ? "secret" : "unproven";
}

/**
 * Whether an account's upload proves the agent that it names. Throws AGENT_SECRET_REQUIRED and AGENT_SECRET_INVALID.
 */
export async function provesAgent(
  name: string,
  { accountId, secret }: { accountId: string; secret: string | undefined },
): Promise<boolean> {
  const identity = await findIdentityByName(database(), toCanonicalAgentName(name));
  const hasSecret = secret !== undefined && secret !== "";
  const attribution = decideAttribution(identity, { accountId, hasSecret });
  return attribution === "secret" ? (await proveAgent(name, secret)) !== null : attribution === "proven";
}

/** Two names that differ only in capitals are one agent. */
export function toCanonicalAgentName(name: string): string {
  return name.toLowerCase();
}

/**
 * The identity behind an agent's name, proven by its secret (USK, agent identity); null while nobody has the name.
 * Throws AGENT_SECRET_REQUIRED and AGENT_SECRET_INVALID, the latter whatever the secret when the agent's owner
 * closed their account.
 */
export async function proveAgent(
  name: string,
  secret: string | undefined,
  db: Database = database(),
): Promise<AgentIdentityRow | null> {
  const canonicalName = toCanonicalAgentName(name);
  const identity = await findIdentityByName(db, canonicalName);
  if (!identity) return null;
  if (identity.secretHmac === NO_SECRET) {
    throw new DomainError(
      "AGENT_SECRET_INVALID",
      `The owner of "${identity.name}" closed their account: no secret is this agent's any more. Choose another name.`,
    );
  }
  if (secret === undefined || secret === "") {
    throw new DomainError(
      "AGENT_SECRET_REQUIRED",
      `"${identity.name}" is a known agent. Send its secret as X-Agent-Secret, or choose another name.`,
    );
  }
  if (isAgentSecret(canonicalName, secret, identity.secretHmac)) return identity;
  throw new DomainError("AGENT_SECRET_INVALID", "The secret does not belong to this agent.");
}

/**
 * Uses the token of an agent's link, in the caller's transaction: of several at once, one gets it. Throws
 * CLAIM_TOKEN_INVALID, CLAIM_ALREADY_COMPLETED and CLAIM_VERIFY_EXPIRED.
 */
export async function takeAgentToken(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<AgentClaimTokenRow> {
  const token = await findAgentToken(db, tokenHash);
  if (!token) throw new DomainError("CLAIM_TOKEN_INVALID", "There is no agent for this link.");
  if (token.usedAt !== null || token.identity.state === "claimed") throw agentAlreadyClaimed();
  if (token.expiresAt <= now) {
    throw new DomainError(
      "CLAIM_VERIFY_EXPIRED",
      "This link is too old. The agent has a new one sent with its next upload.",
    );
  }
  if (!(await useAgentToken(db, token.id, now))) throw agentAlreadyClaimed();
  return token;
}

export function agentAlreadyClaimed(): DomainError {
  return new DomainError("CLAIM_ALREADY_COMPLETED", "This agent already has an owner.");
}
