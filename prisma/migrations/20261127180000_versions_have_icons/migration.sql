-- AlterTable
ALTER TABLE "SkillVersions" ADD COLUMN     "icon_digest" TEXT;

-- CreateIndex
CREATE INDEX "SkillVersions_icon_digest_idx" ON "SkillVersions"("icon_digest");
