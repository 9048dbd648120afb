-- While the indexes are made, those tables are read and not written. On a large market they are made beforehand, without that
-- (docs/operating.md); what locks out readers comes last, and is short.

-- CreateIndex
CREATE INDEX IF NOT EXISTS "Skills_claim_status_claim_expires_at_idx" ON "Skills"("claim_status", "claim_expires_at");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "ExampleReplays_replayed_at_idx" ON "ExampleReplays"("replayed_at");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "Settlements_payee_address_id_idx" ON "Settlements"("payee_address", "id");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "Runs_payer_address_version_id_idx" ON "Runs"("payer_address", "version_id");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "Challenges_account_id_state_idx" ON "Challenges"("account_id", "state");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "Reviews_account_id_idx" ON "Reviews"("account_id");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "Reports_account_id_idx" ON "Reports"("account_id");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "Appeals_account_id_idx" ON "Appeals"("account_id");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "RateLimits_expire_idx" ON "RateLimits"("expire");

-- What Prisma's schema language cannot say.

-- The numbers of the front page are read from indexes alone.
CREATE INDEX IF NOT EXISTS "Skills_listed_category_idx" ON "Skills"("category") INCLUDE ("claim_status", "claim_expires_at") WHERE "published_at" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "Settlements_paid_settled_at_idx" ON "Settlements"("settled_at") INCLUDE ("creator_lamports") WHERE "orphaned_at" IS NULL;
-- So are the calls of the last days, which the worker counts each minute.
CREATE INDEX IF NOT EXISTS "Runs_done_started_at_idx" ON "Runs"("started_at") INCLUDE ("version_id") WHERE "state" = 'DONE';

-- Few versions carry the audit of another, and few skills are in quarantine.
CREATE INDEX IF NOT EXISTS "SkillVersions_audit_carried_from_id_idx" ON "SkillVersions"("audit_carried_from_id") WHERE "audit_carried_from_id" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "Skills_quarantined_at_idx" ON "Skills"("quarantined_at") WHERE "quarantined_at" IS NOT NULL;

-- DropIndex
DROP INDEX "Runs_payer_address_started_at_idx";

-- AlterTable
ALTER TABLE "Skills" ADD COLUMN     "calls_counted" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "calls_counted_until" TIMESTAMPTZ(3);

ALTER TABLE "Skills" ADD CONSTRAINT "Skills_calls_counted_check" CHECK ("calls_counted" >= 0 AND ("calls_counted" = 0 OR "calls_counted_until" IS NOT NULL));
