-- AlterTable
ALTER TABLE "Skills" ADD COLUMN     "next_version_id" TEXT;

-- AlterTable
ALTER TABLE "PackageFiles" ADD COLUMN     "is_executable" BOOLEAN;

-- CreateIndex
CREATE UNIQUE INDEX "Skills_next_version_id_key" ON "Skills"("next_version_id");

-- AddForeignKey
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_next_version_id_fkey" FOREIGN KEY ("next_version_id") REFERENCES "SkillVersions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- As for the latest version: the one named belongs to the skill that names it.
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_next_version_is_own"
  FOREIGN KEY ("next_version_id", "id") REFERENCES "SkillVersions" ("id", "skill_id");

-- Skills with pre-releases are listed anew by the worker: they may be shown as one, and `next` is still to be found.
UPDATE "Skills" s SET "words_edition" = 0 WHERE EXISTS (
  SELECT 1 FROM "SkillVersions" v WHERE v."skill_id" = s."id" AND v."version" ~ '^[0-9]+\.[0-9]+\.[0-9]+-');
