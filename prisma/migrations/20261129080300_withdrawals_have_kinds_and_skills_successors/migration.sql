-- AlterTable
ALTER TABLE "Skills" ADD COLUMN     "deprecated_at" TIMESTAMPTZ(3),
ADD COLUMN     "deprecation_message" TEXT,
ADD COLUMN     "successor_id" TEXT;

-- AlterTable
ALTER TABLE "SkillVersions" ADD COLUMN     "erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "yank_kind" TEXT;

-- CreateIndex
CREATE INDEX "Skills_successor_id_idx" ON "Skills"("successor_id");

-- AddForeignKey
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_successor_id_fkey" FOREIGN KEY ("successor_id") REFERENCES "Skills"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A kind belongs to a withdrawal, and an erased version is one that is closed.
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_yank_kind_check" CHECK (
  "yank_kind" IS NULL OR ("yanked_at" IS NOT NULL AND "yank_kind" IN ('broken', 'insecure', 'replaced', 'rights', 'secret', 'ordered', 'other')));
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_erased_check" CHECK (
  "erased_at" IS NULL OR "yank_kind" IN ('secret', 'ordered'));

-- Text of a deprecation comes and goes with its moment; a skill is no successor of itself.
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_deprecation_check" CHECK (
  ("deprecated_at" IS NULL) = ("deprecation_message" IS NULL) AND ("deprecated_at" IS NOT NULL OR "successor_id" IS NULL)
  AND "successor_id" IS DISTINCT FROM "id");
