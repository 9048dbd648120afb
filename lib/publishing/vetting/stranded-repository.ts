import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { VettingJobState } from "@/lib/publishing/vetting/vetting-job-lifecycle";

const { sql } = Prisma;

export interface StrandedVersion {
  versionId: string;
  /** Its newest vetting job. */
  vettingJobId: string;
  jobStatus: VettingJobState;
  accountId: string | null;
}

/** Versions from before `before` that wait for a vetting which nobody is going to do, oldest first. */
export function findStranded(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<StrandedVersion[]> {
  return db.$queryRaw<StrandedVersion[]>(sql`
    SELECT v."id" AS "versionId", j."id" AS "vettingJobId", j."job_status"::text AS "jobStatus", j."account_id" AS "accountId"
    FROM "SkillVersions" v
    JOIN LATERAL (
      SELECT "id", "job_status", "account_id" FROM "VettingJobs"
      WHERE "version_id" = v."id" ORDER BY "created_at" DESC LIMIT 1) j ON TRUE
    WHERE v."vetting_status" = 'pending' AND v."created_at" < ${before} AND NOT EXISTS (
      SELECT 1 FROM "Jobs" q WHERE q."kind" IN ('vet_version', 'ask_opinion') AND q."done_at" IS NULL AND q."failed_at" IS NULL
        AND q."payload"->>'vettingJobId' = j."id")
    ORDER BY v."created_at" LIMIT ${limit}`);
}
