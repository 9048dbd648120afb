-- AlterTable
ALTER TABLE "Accounts" ADD COLUMN     "earning_notices" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "EarningBlockers" (
    "skill_id" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "notified_at" TIMESTAMPTZ(3),

    CONSTRAINT "EarningBlockers_pkey" PRIMARY KEY ("skill_id","cause")
);

-- CreateIndex
CREATE INDEX "EarningBlockers_seen_at_idx" ON "EarningBlockers"("seen_at");

-- AddForeignKey
ALTER TABLE "EarningBlockers" ADD CONSTRAINT "EarningBlockers_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
