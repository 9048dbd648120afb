-- AlterTable
ALTER TABLE "Accounts" ADD COLUMN     "closed_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "Accounts_closed_at_idx" ON "Accounts"("closed_at");

-- A closed account has no way in and no power, whatever was on its way when it was closed.
ALTER TABLE "Accounts" ADD CONSTRAINT "Accounts_closed_check" CHECK ("closed_at" IS NULL
  OR ("email" IS NULL AND "email_verified_at" IS NULL AND "password_hash" IS NULL AND "role" = 'member'));

-- Whose runs they were is forgotten with the account; most runs are nobody's.
CREATE INDEX "Runs_account_id_idx" ON "Runs"("account_id") WHERE "account_id" IS NOT NULL;
