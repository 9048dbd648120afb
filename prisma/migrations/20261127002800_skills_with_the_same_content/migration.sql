-- AlterTable
ALTER TABLE "SkillVersions" ADD COLUMN     "content_digest" TEXT;

-- CreateTable
CREATE TABLE "SameContents" (
    "skill_id" TEXT NOT NULL,
    "earlier_skill_id" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SameContents_pkey" PRIMARY KEY ("skill_id","earlier_skill_id")
);

-- CreateIndex
CREATE INDEX "SameContents_earlier_skill_id_idx" ON "SameContents"("earlier_skill_id");

-- CreateIndex
CREATE INDEX "SkillVersions_content_digest_idx" ON "SkillVersions"("content_digest");

-- AddForeignKey
ALTER TABLE "SameContents" ADD CONSTRAINT "SameContents_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SameContents" ADD CONSTRAINT "SameContents_earlier_skill_id_fkey" FOREIGN KEY ("earlier_skill_id") REFERENCES "Skills"("id") ON DELETE CASCADE ON UPDATE CASCADE;
