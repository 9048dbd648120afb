import { systemClock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { clearPosts, findShownPost } from "@/lib/registry/questions/repository";
import { notThere } from "@/lib/registry/questions/write-post";
import { getReviewedSkill } from "@/lib/registry/reviews/delete-reviews";

/**
 * Takes back a question or an answer of the actor's own: its text and whose it was are deleted. Answers to it stay, as they
 * are others'; so may be taken back what is hidden. Throws SKILL_NOT_FOUND, SKILL_QUARANTINED, NOT_FOUND and, for somebody else's, PERMISSION_DENIED.
 */
export async function withdrawPost({
  actor,
  skill,
  post: id,
}: {
  actor: { accountId: string };
  skill: string;
  post: string;
}): Promise<{ slug: string }> {
  return inTransaction(async (tx) => {
    const { id: skillId, slug } = await getReviewedSkill(tx, skill);
    const own = { accountId: actor.accountId, skillId, id };
    if ((await clearPosts(tx, own, systemClock.now())) === 1) return { slug };
    if (!(await findShownPost(tx, { skillId, id }))) throw notThere();
    throw new DomainError("PERMISSION_DENIED", "Only who wrote it can take it back.");
  });
}

/** Takes back all that an account wrote, in the caller's transaction; also what is hidden. */
export async function withdrawPosts(db: Database, accountId: string, now: Date): Promise<void> {
  await clearPosts(db, { accountId }, now);
}
