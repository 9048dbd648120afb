-- CreateTable
CREATE TABLE "SkillVectors" (
    "skill_id" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "vector" BYTEA NOT NULL,
    "signs" VARBIT NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SkillVectors_pkey" PRIMARY KEY ("skill_id")
);

-- AddForeignKey
ALTER TABLE "SkillVectors" ADD CONSTRAINT "SkillVectors_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A vector and its signs belong together: four bytes for each sign.
ALTER TABLE "SkillVectors" ADD CONSTRAINT "SkillVectors_signs_check" CHECK (octet_length("vector") = 4 * length("signs"));
