-- CreateTable
CREATE TABLE "SetReports" (
    "id" TEXT NOT NULL,
    "set_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "account_id" TEXT,
    "identity_hash" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "decision" TEXT,
    "decided_by_id" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SetReports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SetReports_state_created_at_idx" ON "SetReports"("state", "created_at");

-- CreateIndex
CREATE INDEX "SetReports_account_id_idx" ON "SetReports"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "SetReports_set_id_identity_hash_day_key" ON "SetReports"("set_id", "identity_hash", "day");

-- AddForeignKey
ALTER TABLE "SetReports" ADD CONSTRAINT "SetReports_set_id_fkey" FOREIGN KEY ("set_id") REFERENCES "SkillSets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "SetReports" ADD CONSTRAINT "SetReports_state_check"
  CHECK ("state" IN ('open', 'upheld', 'dismissed') AND ("state" = 'open') = ("decided_at" IS NULL)
    AND ("state" = 'open') = ("decision" IS NULL) AND length("text") <= 2000);
