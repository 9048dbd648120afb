-- AlterTable
ALTER TABLE "Accounts" ADD COLUMN     "advisory_notices" TEXT NOT NULL DEFAULT 'own';

-- CreateTable
CREATE TABLE "AdvisoryMails" (
    "advisory_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "queued_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AdvisoryMails_pkey" PRIMARY KEY ("advisory_id","account_id")
);

-- CreateIndex
CREATE INDEX "AdvisoryMails_account_id_idx" ON "AdvisoryMails"("account_id");
ALTER TABLE "Accounts" ADD CONSTRAINT "Accounts_advisory_notices_known" CHECK ("advisory_notices" IN ('none', 'own', 'all'));
