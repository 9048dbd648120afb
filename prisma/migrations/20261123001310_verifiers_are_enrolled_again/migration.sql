-- What Prisma cannot express: an account, and a wallet, has one enrolment in force at most, and as many as have ended.
CREATE UNIQUE INDEX IF NOT EXISTS "Verifiers_one_enrolment_of_an_account" ON "Verifiers"("account_id") WHERE "revoked_at" IS NULL;
CREATE UNIQUE INDEX IF NOT EXISTS "Verifiers_one_enrolment_of_a_wallet" ON "Verifiers"("address") WHERE "revoked_at" IS NULL;

-- CreateIndex
CREATE INDEX IF NOT EXISTS "Verifiers_account_id_idx" ON "Verifiers"("account_id");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "Verifiers_address_idx" ON "Verifiers"("address");

-- DropIndex
DROP INDEX "Verifiers_account_id_key";

-- DropIndex
DROP INDEX "Verifiers_address_key";
