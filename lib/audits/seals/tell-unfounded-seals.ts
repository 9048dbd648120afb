import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import { listUnfoundedSeals, setUnfoundedTold } from "@/lib/audits/seals/seals-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { mailNews } from "@/lib/events/notices/mail-news";
import { newsOfOwnUnfoundedSeal } from "@/lib/events/notices/news-of-audit-event";

const MOST_AT_ONCE = 100;

/**
 * Tells owner and verifier, once, of each seal that covers a difference and rests on no other: it counts for nothing,
 * since nobody has read the rest. None is signed any more; those there are were signed before statements named their
 * base. Each has its entry in the log. Returns how many were told of now.
 */
export async function tellUnfoundedSeals(clock: Clock = systemClock): Promise<number> {
  const now = clock.now();
  const seals = await listUnfoundedSeals(database(), now, MOST_AT_ONCE);
  for (const { auditId, versionId, slug, version, packageDigest, verifierAccountId, verifier } of seals) {
    await inTransaction(async (db) => {
      if (!(await setUnfoundedTold(db, auditId, now))) return;
      const data = { auditId, slug, version, packageDigest, verifier };
      const actor = "operator";
      await recordAuditEvent(db, { kind: "audit:unfounded", subjectId: versionId, actor, data }, now);
      const news = newsOfOwnUnfoundedSeal({ slug, version });
      await mailNews(db, news, { of: { accountId: verifierAccountId }, actor, now });
    });
  }
  return seals.length;
}
