-- While the indexes are made, those tables are read and not written. On a large market they are made beforehand, without that
-- (docs/operating.md); what locks out readers comes last, and is short.

-- What Prisma's schema language cannot say.

-- What is used most comes first on most lists. Only the worker changes the number, and only of skills it changed for.
CREATE INDEX IF NOT EXISTS "Skills_listed_calls_7d_slug_idx" ON "Skills"("calls_7d" DESC, "slug") WHERE "published_at" IS NOT NULL;

-- What is counted of all listed skills and their versions is counted from indexes: the tables are fifty times as large.
CREATE INDEX IF NOT EXISTS "Skills_listed_facets_idx" ON "Skills"("latest_version_id") INCLUDE ("category", "runtime_language", "content_language", "platforms", "price_lamports", "needs_network", "needs_filesystem", "needs_subprocess", "needs_secrets", "claim_status", "claim_expires_at") WHERE "published_at" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "SkillVersions_facts_idx" ON "SkillVersions"("id") INCLUDE ("examples_total", "examples_proven", "trust_level", "audit_carried_from_id");

-- Where a seal stands among all of them.
CREATE INDEX IF NOT EXISTS "Audits_seals_idx" ON "Audits"("issued_at" DESC, "id" DESC) INCLUDE ("version_id") WHERE "verdict" = 'seal';

-- What a wallet earned is added up from indexes alone: the payments to it, and of each quote what was sold, and how often.
CREATE INDEX IF NOT EXISTS "Settlements_earned_idx" ON "Settlements"("payee_address", "settled_at") INCLUDE ("quote_id", "creator_lamports", "fee_lamports") WHERE "orphaned_at" IS NULL;
CREATE UNIQUE INDEX IF NOT EXISTS "Quotes_id_calls_version_id_key" ON "Quotes"("id", "calls") INCLUDE ("version_id");

-- DropIndex
DROP INDEX "Settlements_payee_address_settled_at_idx";

-- The index that grants are held to is replaced by the one that knows the version too. What is there has been checked; the next
-- migration says so, without a lock.
ALTER TABLE "Grants" DROP CONSTRAINT "Grants_quote_id_calls_fkey";
DROP INDEX "Quotes_id_calls_key";
ALTER INDEX "Quotes_id_calls_version_id_key" RENAME TO "Quotes_id_calls_key";
ALTER TABLE "Grants" ADD CONSTRAINT "Grants_quote_id_calls_fkey" FOREIGN KEY ("quote_id", "calls") REFERENCES "Quotes"("id", "calls") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
