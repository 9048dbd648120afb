import type { AdvisoryNotices, FollowingNotices } from "@/lib/identity/accounts/advisory-notices";
import { type Database, database } from "@/lib/db/client";
import type { Locale } from "@/lib/platform/i18n/routing";
import { newId } from "@/lib/kernel/ids";
import {
  deleteUnusedAgentTokens,
  findLiveAgentToken,
  insertAgentToken,
  setContactEmail,
  type AgentIdentityRow,
} from "@/lib/identity/agents/agent-identities-repository";
import { nextIdentityState } from "@/lib/identity/agents/agent-identity-state";
import {
  AGENT_LINK_DAYS,
  AGENT_LINK_MS,
  createLinkToken,
  hashLinkToken,
  linkTo,
} from "@/lib/identity/agents/agent-links";
import { mayReceiveMail, queueMail } from "@/lib/platform/mail/queue-mail";
import { updateMailSettings } from "@/lib/identity/accounts/accounts-repository";
import type { Actor } from "@/lib/identity/actor";

export interface ContactEmail {
  email: string;
  locale: Locale;
}

/**
 * Notes whom an agent belongs to by its own word, and sends that address the link that confirms it. A claimed agent
 * keeps its owner (both: USK, agent identity), and an address that has a working link gets no second mail. Runs in the
 * caller's transaction; true when a mail was queued.
 */
export async function recordContactEmail(
  db: Database,
  identity: AgentIdentityRow,
  { email, locale }: ContactEmail,
  now: Date,
): Promise<boolean> {
  const { state } = nextIdentityState(identity.state, "upload_with_email");
  if (state !== "pending_verify") return false;
  if (!(await setContactEmail(db, identity.id, { contactEmail: email, state }))) return false;
  if (await findLiveAgentToken(db, identity.id, { email, now })) return false;
  if (!(await mayReceiveMail(db, email, now))) return false;
  await deleteUnusedAgentTokens(db, identity.id);
  const token = createLinkToken();
  await insertAgentToken(db, {
    id: newId("tok", now.getTime()),
    identityId: identity.id,
    tokenHash: hashLinkToken(token),
    email,
    locale,
    expiresAt: new Date(now.getTime() + AGENT_LINK_MS),
    createdAt: now,
  });
  const link = linkTo("claim-agent", token);
  const content = { kind: "agent-verify", agent: identity.name, link, days: AGENT_LINK_DAYS } as const;
  await queueMail(db, { to: email, locale, content, now });
  return true;
}

/**
 * Sets whether the actor's account is mailed about its skills, what keeps them from earning and what it follows, of
 * which skills it is mailed advisories, and in which language. Changes nothing of a closed account.
 */
export async function setMailSettings(
  actor: Actor,
  {
    notices,
    earning,
    advisories,
    following,
    locale,
  }: {
    notices: boolean;
    earning?: boolean;
    advisories?: AdvisoryNotices;
    following?: FollowingNotices;
    locale: Locale;
  },
): Promise<void> {
  await updateMailSettings(database(), actor.accountId, {
    skillNotices: notices,
    mailLocale: locale,
    ...(earning === undefined ? {} : { earningNotices: earning }),
    ...(advisories === undefined ? {} : { advisoryNotices: advisories }),
    ...(following === undefined ? {} : { followingNotices: following }),
    ...(following === "none" ? { followingMailedAt: null } : {}), // chosen again, it begins anew
  });
}
