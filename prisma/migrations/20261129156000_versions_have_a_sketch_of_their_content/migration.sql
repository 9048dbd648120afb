-- AlterTable
ALTER TABLE "SkillVersions" ADD COLUMN     "content_bands" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "content_sketch" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- CreateIndex
CREATE INDEX "SkillVersions_content_bands_idx" ON "SkillVersions" USING GIN ("content_bands");
