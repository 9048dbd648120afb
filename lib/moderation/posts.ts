import { systemClock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { readReason } from "@/lib/kernel/read-reason";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { assertMayDecide, assertMayDecideWho } from "@/lib/identity/decided-by";
import { recordEvent } from "@/lib/log/events/events";
import { mailNews } from "@/lib/log/events/notices/mail-news";
import { questionPage } from "@/lib/log/events/notices/news";
import type { DecidedBy } from "@/lib/log/events/registry-event";
import {
  findModeratedAccount,
  findModeratedPost,
  listHiddenPosts,
  listQuarantinedAccounts,
  setAccountQuarantine,
  setHidden,
  type ModeratedPost,
  type QuarantinedAccountRow,
} from "@/lib/moderation/repository";

export type { ModeratedPost as HiddenPost, QuarantinedAccountRow as QuarantinedAccount };

const LISTED = 200;

interface Judgement extends DecidedBy {
  actor: Actor;
  /** The author reads it. */
  reason: string;
}

/**
 * Shows a question or answer to nobody any more (`withAuthor`: nor anything else its author wrote under skills), and mails
 * them once why; the caller has checked who acts. What is hidden already stays so.
 */
export async function hidePostIn(
  db: Database,
  post: ModeratedPost,
  { actor, reason, withAuthor, ...by }: Judgement & { withAuthor: boolean },
  now: Date,
): Promise<void> {
  const { id, questionId, account, skill } = post;
  if (withAuthor) await quarantineAuthorIn(db, post, { actor, reason }, now);
  if (!(await setHidden(db, id, { at: now, reason }))) return;
  const { id: skillId, slug } = skill;
  const data = { slug, postId: id, reason, ...by };
  await recordEvent(db, { kind: "post:hidden", skillId, data }, now, actor.accountId);
  if (withAuthor || !account || account.quarantinedAt !== null) return;
  const news = { kind: "own-posts-hidden", name: slug, reason } as const;
  const path = questionId === null ? `/skills/${slug}/questions` : questionPage(slug, questionId);
  await mailNews(db, { ...news, path }, { of: { accountId: account.id }, actor: actor.accountId, now });
}

/**
 * Shows nothing any more that the author of a post wrote under skills, and lets them write nothing else there. Nothing is
 * deleted. One who is in quarantine already, or has taken the words back, stays as they are.
 */
async function quarantineAuthorIn(
  db: Database,
  { account }: ModeratedPost,
  { actor, reason }: Judgement,
  now: Date,
): Promise<void> {
  if (!account || !(await setAccountQuarantine(db, account.id, { at: now, reason }))) return;
  const event = { kind: "account:quarantined", accountId: account.id } as const;
  const data = { username: account.username, reason };
  await recordEvent(db, { ...event, data }, now, actor.accountId);
}

/** What is hidden, and whose words are in quarantine, for administrators, newest first. Throws PERMISSION_DENIED. */
export async function listHidden(
  actor: Actor,
): Promise<{ posts: ModeratedPost[]; accounts: QuarantinedAccountRow[] }> {
  assertAdministrator(actor);
  const [posts, accounts] = await Promise.all([
    listHiddenPosts(database(), LISTED),
    listQuarantinedAccounts(database(), LISTED),
  ]);
  return { posts, accounts };
}

/**
 * Shows a hidden question or answer again. Throws PERMISSION_DENIED, REQUEST_INVALID without a reason,
 * DECISION_NOT_ALLOWED under one's own skill and about one's own words, and DECISION_NOT_POSSIBLE for one that is not hidden.
 */
export async function showPost(request: { actor: Actor; postId: string; reason: string }): Promise<void> {
  const { actor, postId } = request;
  assertAdministrator(actor);
  const reason = readReason(request.reason);
  const now = systemClock.now();
  await inTransaction(async (tx) => {
    const post = await findModeratedPost(tx, postId);
    if (!post || !(await setHidden(tx, postId, null))) throw notPossible("This is not hidden.");
    const { id: skillId, slug } = post.skill;
    const by = await assertMayDecide(tx, actor, skillId);
    if (post.account) await assertMayDecideWho(tx, actor, post.account.id);
    const data = { slug, postId, reason, ...by };
    await recordEvent(tx, { kind: "post:shown", skillId, data }, now, actor.accountId);
  });
}

/** Ends the quarantine of what an account writes under skills. Throws as `showPost`. */
export async function releaseAccount(request: {
  actor: Actor;
  username: string;
  reason: string;
}): Promise<void> {
  const { actor, username } = request;
  assertAdministrator(actor);
  const reason = readReason(request.reason);
  const now = systemClock.now();
  await inTransaction(async (tx) => {
    const account = await findModeratedAccount(tx, username);
    if (!account || !(await setAccountQuarantine(tx, account.id, null)))
      throw notPossible("This account is not in quarantine.");
    await assertMayDecideWho(tx, actor, account.id);
    const event = { kind: "account:released", accountId: account.id } as const;
    await recordEvent(tx, { ...event, data: { username, reason } }, now, actor.accountId);
  });
}

const notPossible = (why: string) => new DomainError("DECISION_NOT_POSSIBLE", why);
