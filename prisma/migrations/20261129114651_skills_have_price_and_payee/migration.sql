-- AlterTable
ALTER TABLE "Skills" ADD COLUMN     "asked_lamports" DECIMAL(20,0),
ADD COLUMN     "payee_address" TEXT,
ADD COLUMN     "price_notified_at" TIMESTAMPTZ(3);
-- What is listed goes on at the price and to the wallet of the version that is listed. The columns of versions stay: the
-- release before reads and writes them, and what was paid before stands there.
UPDATE "Skills" s SET "asked_lamports" = v."price_lamports", "payee_address" = v."payee_address"
FROM "SkillVersions" v WHERE v."id" = s."latest_version_id";
