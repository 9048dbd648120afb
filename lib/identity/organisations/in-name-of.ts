import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { actFor } from "@/lib/identity/organisations/act-for";
import type { OrganisationAct } from "@/lib/identity/organisations/roles";

/** The account in whose name something is done. */
export interface InName extends Pick<Actor, "accountId" | "apiKey"> {
  /** The person who does it for an organisation; absent where it is their own account. */
  personId?: string;
}

/**
 * The actor, or the organisation they do something for, for what belongs to an account and to no skill. What a member
 * has begun is done, also where they are removed meanwhile. Throws NOT_FOUND and PERMISSION_DENIED as `actFor`.
 */
export async function inNameOf(
  actor: Actor,
  { organisation, act }: { organisation: string | undefined; act: OrganisationAct },
): Promise<InName> {
  if (organisation === undefined) return actor;
  const { accountId: personId, apiKey } = actor;
  const { organisationId: accountId } = await actFor(database(), actor, { organisation, act });
  return { accountId, personId, ...(apiKey ? { apiKey } : {}) };
}
