import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { database } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs/queue";
import { publicationNotFound } from "@/lib/publishing/publications/change-source";
import { waitingChecks } from "@/lib/publishing/publications/publication";
import { findPublication, moveVetting, type Whose } from "@/lib/publishing/publications/repository";

/**
 * Asks for the vetting of a package under way, before it is published. What is vetted already, or being vetted, is not
 * vetted again. Throws PUBLICATION_NOT_FOUND.
 */
export async function startVetting(where: Whose, clock: Clock = systemClock): Promise<void> {
  const publication = await findPublication(database(), where);
  if (!publication) throw publicationNotFound();
  const { id, packageDigest } = publication;
  await inTransaction(async (tx) => {
    const asked = await moveVetting(
      tx,
      { id, packageDigest },
      { from: ["none", "failed"], vettingState: "queued", checks: waitingChecks() },
    );
    if (!asked) return;
    await enqueue(tx, {
      kind: "vet_publication",
      payload: { publicationId: id, packageDigest },
      dedupeKey: `vet-publication:${id}:${packageDigest}`,
      runAt: clock.now(),
    });
  });
}
