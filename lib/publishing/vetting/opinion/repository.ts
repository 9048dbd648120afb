import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { AskedOpinion } from "@/lib/publishing/vetting/opinion/ask-opinion";

/** Keeps what a model said of what a vetting job judged; a job has one opinion. */
export async function insertOpinion(
  db: Database,
  vettingJobId: string,
  { model, promptVersion, promptDigest, opinion, askedAt }: Omit<AskedOpinion, "hidden"> & { askedAt: Date },
): Promise<void> {
  const reasons = (opinion?.reasons ?? []) as unknown as Prisma.InputJsonArray;
  const verdict = opinion?.verdict ?? null;
  await db.secondOpinion.create({
    data: { vettingJobId, model, promptVersion, promptDigest, verdict, reasons, askedAt },
    select: { vettingJobId: true },
  });
}
