-- AlterTable
ALTER TABLE "SkillVersions" ADD COLUMN     "report_edition" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "SkillVersions_report_edition_idx" ON "SkillVersions"("report_edition");

-- Verdicts that an administrator has looked at, or is to look at: few among all.
CREATE INDEX "VettingJobs_doubts_idx" ON "VettingJobs" ("version_id") WHERE "vetting_status" IN ('caution', 'rejected');
