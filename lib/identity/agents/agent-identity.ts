import type { Database } from "@/lib/db/client";
import * as identities from "@/lib/identity/agents/agent-identities-repository";

export type AgentIdentityRow = identities.AgentIdentityRow;

/** An agent's identity by its id; null when there is none. */
export function findIdentity(db: Database, id: string): Promise<AgentIdentityRow | null> {
  return identities.findIdentity(db, id);
}

/** The identity as it stands, held until the transaction ends, so that nobody claims it meanwhile. */
export async function lockIdentity(db: Database, id: string): Promise<AgentIdentityRow> {
  await identities.lockIdentityRow(db, id);
  const identity = await identities.findIdentity(db, id);
  if (!identity) throw new Error(`agent identity ${id} is gone`);
  return identity;
}
