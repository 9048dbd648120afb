-- No deposit is kept that was only seen: it is locked, or it is not kept.
UPDATE "Bonds" SET "state" = 'released' WHERE "state" = 'seen';
ALTER TABLE "Bonds" DROP CONSTRAINT "Bonds_state_check";
ALTER TABLE "Bonds" ADD CONSTRAINT "Bonds_state_check"
  CHECK ("state" IN ('locked', 'released', 'slashed') AND "amount_lamports" >= 0 AND "required_lamports" > 0);

-- A package whose file states no version can be published as several: what is made of it says which one it is of.
ALTER TABLE "ConvertedPackages" ADD COLUMN "version" TEXT NOT NULL DEFAULT '';
UPDATE "ConvertedPackages" p SET "version" = v."version" FROM "SkillVersions" v
WHERE v."package_digest" = p."package_digest" AND NOT EXISTS (
  SELECT 1 FROM "SkillVersions" o WHERE o."package_digest" = v."package_digest" AND o."version" <> v."version");
ALTER TABLE "ConvertedPackages" DROP CONSTRAINT "ConvertedPackages_pkey",
  ADD CONSTRAINT "ConvertedPackages_pkey" PRIMARY KEY ("package_digest", "version", "target", "converter_version");
