-- CreateTable
CREATE TABLE "SkillNames" (
    "name" TEXT NOT NULL,
    "canonical_name" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "borne_at" TIMESTAMPTZ(3),

    CONSTRAINT "SkillNames_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "SkillNames_canonical_name_key" ON "SkillNames"("canonical_name");

-- CreateIndex
CREATE INDEX "SkillNames_skill_id_idx" ON "SkillNames"("skill_id");

-- AddForeignKey
ALTER TABLE "SkillNames" ADD CONSTRAINT "SkillNames_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Names of before this table: those that are in use.
INSERT INTO "SkillNames" ("name", "canonical_name", "skill_id", "since", "borne_at")
  SELECT "slug", "canonical_name", "id", "created_at", "created_at" FROM "Skills";
