-- CreateTable
CREATE TABLE "SkillMaintainers" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "invited_by_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'invited',
    "open_account_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "SkillMaintainers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "SkillMaintainers_skill_id_open_account_id_key" ON "SkillMaintainers"("skill_id", "open_account_id");

-- CreateIndex
CREATE INDEX "SkillMaintainers_skill_id_account_id_idx" ON "SkillMaintainers"("skill_id", "account_id");

-- CreateIndex
CREATE INDEX "SkillMaintainers_account_id_state_idx" ON "SkillMaintainers"("account_id", "state");

-- AddForeignKey
ALTER TABLE "SkillMaintainers" ADD CONSTRAINT "SkillMaintainers_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillMaintainers" ADD CONSTRAINT "SkillMaintainers_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillMaintainers" ADD CONSTRAINT "SkillMaintainers_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Somebody is invited to a skill, or maintains it, once at a time; who never accepted never maintained it, and nobody invites themselves.
ALTER TABLE "SkillMaintainers" ADD CONSTRAINT "SkillMaintainers_state_check"
  CHECK ("state" IN ('invited', 'active', 'declined', 'withdrawn', 'left', 'removed')),
  ADD CONSTRAINT "SkillMaintainers_open_check"
  CHECK (CASE WHEN "state" IN ('invited', 'active') THEN "open_account_id" IS NOT NULL AND "open_account_id" = "account_id" AND "ended_at" IS NULL
    ELSE "open_account_id" IS NULL AND "ended_at" IS NOT NULL END),
  ADD CONSTRAINT "SkillMaintainers_accepted_check"
  CHECK (("state" IN ('active', 'left', 'removed')) = ("accepted_at" IS NOT NULL)),
  ADD CONSTRAINT "SkillMaintainers_parties_check" CHECK ("account_id" <> "invited_by_id");
