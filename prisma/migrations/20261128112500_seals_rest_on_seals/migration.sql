-- AlterTable
ALTER TABLE "Audits" ADD COLUMN     "rests_on" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "unfounded_at" TIMESTAMPTZ(3);
ALTER TABLE "Audits" ALTER COLUMN "rests_on" SET NOT NULL;

-- AlterTable
ALTER TABLE "Challenges" ADD COLUMN     "standing" TEXT;
ALTER TABLE "Challenges" ADD CONSTRAINT "Challenges_standing_check" CHECK ("standing" IN ('verifier', 'buyer', 'depositor'));

-- Of challenges there are, as their authors are now.
UPDATE "Challenges" x SET "standing" = CASE
  WHEN x."audit_id" IS NOT NULL
    OR EXISTS (SELECT 1 FROM "Verifiers" f WHERE f."account_id" = x."account_id" AND f."revoked_at" IS NULL) THEN 'verifier'
  WHEN EXISTS (SELECT 1 FROM "Receipts" r JOIN "Runs" n ON n."id" = r."run_id" JOIN "Wallets" w ON w."address" = n."payer_address"
    JOIN "SkillVersions" p ON p."id" = n."version_id" JOIN "SkillVersions" v ON v."skill_id" = p."skill_id"
    WHERE w."account_id" = x."account_id" AND v."id" = x."version_id") THEN 'buyer'
  WHEN EXISTS (SELECT 1 FROM "Bonds" b JOIN "Wallets" w ON w."address" = b."creator"
    WHERE w."account_id" = x."account_id" AND b."state" = 'locked') THEN 'depositor'
END;

-- Seals that read a difference, and were signed before their statements named what it was read against: they rest on the
-- newest version before theirs that had a seal in force of its own when they were signed. Those without one rest on
-- nothing, and count for nothing.
DO $body$
DECLARE
  reduced record;
BEGIN
  FOR reduced IN
    SELECT a."id", a."issued_at", v."skill_id", v."created_at" FROM "Audits" a JOIN "SkillVersions" v ON v."id" = a."version_id"
    WHERE a."verdict" = 'seal' AND a."scope" <> 'full' ORDER BY a."issued_at", a."id"
  LOOP
    UPDATE "Audits" SET "rests_on" = coalesce((
      SELECT array_prepend(b."id", b."rests_on") FROM "Audits" b
      JOIN "Verifiers" f ON f."id" = b."verifier_id" AND (f."revoked_at" IS NULL OR f."revoked_at" > b."issued_at")
      JOIN "SkillVersions" c ON c."id" = b."version_id" AND c."package_digest" = b."package_digest"
      WHERE c."skill_id" = reduced."skill_id" AND c."created_at" < reduced."created_at"
        AND b."verdict" = 'seal' AND (b."scope" = 'full' OR cardinality(b."rests_on") > 0)
        AND b."issued_at" <= reduced."issued_at" AND b."expires_at" > reduced."issued_at"
        AND (b."revoked_at" IS NULL OR b."revoked_at" > reduced."issued_at")
        AND NOT EXISTS (SELECT 1 FROM "Challenges" x WHERE x."version_id" = c."id" AND x."state" = 'upheld'
          AND x."decided_at" >= b."issued_at" AND x."decided_at" <= reduced."issued_at")
      ORDER BY c."created_at" DESC, b."scope" = 'full' DESC, b."expires_at" DESC, b."id" LIMIT 1), '{}')
    WHERE "id" = reduced."id";
  END LOOP;
END $body$;
