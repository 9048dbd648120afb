-- AlterTable
-- Calls of before count, but for those found below; those to come wait until the worker has judged them.
ALTER TABLE "Runs" ADD COLUMN     "counts" BOOLEAN DEFAULT true;
ALTER TABLE "Runs" ALTER COLUMN "counts" DROP DEFAULT;

-- CreateTable
CREATE TABLE "PayerOrigins" (
    "address" TEXT NOT NULL,
    "funders" TEXT[],
    "looked_up_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PayerOrigins_pkey" PRIMARY KEY ("address")
);

CREATE INDEX "Runs_to_be_judged_idx" ON "Runs" ("started_at") WHERE "counts" IS NULL AND "state" <> 'RUNNING';

-- The calls of before that do not count (lib/registry/statistics/counts-as-use.ts): by the publisher, paid by the
-- publisher, or paid with so little that the market's fee is nothing. Where a payer's first money came from is only
-- asked of payers to come.
UPDATE "Runs" r SET "counts" = false
FROM "SkillVersions" v, "Skills" s,
  LATERAL (SELECT ARRAY[s."owner_id"]
    || ARRAY(SELECT t."from_id" FROM "SkillTransfers" t WHERE t."skill_id" = s."id" AND t."state" = 'accepted')
    || ARRAY(SELECT m."account_id" FROM "SkillMaintainers" m WHERE m."skill_id" = s."id" AND m."accepted_at" IS NOT NULL) AS accounts) p
WHERE v."id" = r."version_id" AND s."id" = v."skill_id" AND r."state" <> 'RUNNING' AND (
  r."account_id" = ANY(p.accounts)
  OR r."payer_address" IN (SELECT w."address" FROM "Wallets" w WHERE w."account_id" = ANY(p.accounts))
  OR r."payer_address" IN (SELECT a."payee_address" FROM "SkillVersions" a WHERE a."skill_id" = s."id")
  OR EXISTS (SELECT 1 FROM "Grants" g JOIN "Quotes" q ON q."id" = g."quote_id" JOIN "Settlements" t ON t."quote_id" = q."id"
    WHERE g."id" = r."grant_id" AND q."fee_basis_points" > 0 AND coalesce(t."token_fee_units", t."fee_lamports") = 0));

-- Calls that are under way are judged when they have ended.
UPDATE "Runs" SET "counts" = NULL WHERE "state" = 'RUNNING';

UPDATE "Skills" s SET "calls_counted" = greatest(s."calls_counted" - n.counted, 0),
  "calls_total" = greatest(s."calls_total" - n.ever, 0), "calls_7d" = greatest(s."calls_7d" - n.recent, 0)
FROM (SELECT v."skill_id", count(*)::int AS ever,
    (count(*) FILTER (WHERE r."started_at" < k."calls_counted_until"))::int AS counted,
    (count(*) FILTER (WHERE r."started_at" > now() - interval '7 days'))::int AS recent
  FROM "Runs" r JOIN "SkillVersions" v ON v."id" = r."version_id" JOIN "Skills" k ON k."id" = v."skill_id"
  WHERE r."counts" = false AND r."state" = 'DONE' GROUP BY v."skill_id") n
WHERE n."skill_id" = s."id";
