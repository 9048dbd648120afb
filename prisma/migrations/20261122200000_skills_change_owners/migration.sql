-- CreateTable
CREATE TABLE "SkillTransfers" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "from_id" TEXT NOT NULL,
    "to_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'offered',
    "open_skill_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "SkillTransfers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "SkillTransfers_open_skill_id_key" ON "SkillTransfers"("open_skill_id");

-- CreateIndex
CREATE INDEX "SkillTransfers_skill_id_state_idx" ON "SkillTransfers"("skill_id", "state");

-- CreateIndex
CREATE INDEX "SkillTransfers_from_id_state_idx" ON "SkillTransfers"("from_id", "state");

-- CreateIndex
CREATE INDEX "SkillTransfers_to_id_state_idx" ON "SkillTransfers"("to_id", "state");

-- AddForeignKey
ALTER TABLE "SkillTransfers" ADD CONSTRAINT "SkillTransfers_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillTransfers" ADD CONSTRAINT "SkillTransfers_from_id_fkey" FOREIGN KEY ("from_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillTransfers" ADD CONSTRAINT "SkillTransfers_to_id_fkey" FOREIGN KEY ("to_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An offer holds its skill's one open place exactly as long as it is open, and nobody offers a skill to themselves.
ALTER TABLE "SkillTransfers" ADD CONSTRAINT "SkillTransfers_state_check"
  CHECK ("state" IN ('offered', 'accepted', 'declined', 'cancelled')),
  ADD CONSTRAINT "SkillTransfers_open_check"
  CHECK (CASE "state" WHEN 'offered' THEN "open_skill_id" IS NOT NULL AND "open_skill_id" = "skill_id" AND "ended_at" IS NULL
    ELSE "open_skill_id" IS NULL AND "ended_at" IS NOT NULL END),
  ADD CONSTRAINT "SkillTransfers_parties_check" CHECK ("from_id" <> "to_id");
