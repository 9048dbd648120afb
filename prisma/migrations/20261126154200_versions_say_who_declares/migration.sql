-- Which edition of reading made a manifest. Stored ones do not say who declares what: the worker reads them anew.
ALTER TABLE "SkillVersions" ADD COLUMN "manifest_edition" SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX "SkillVersions_manifest_edition_idx" ON "SkillVersions"("manifest_edition");

-- What nothing is known to be declared of is taken to be needed; until they are read anew, that is all.
ALTER TABLE "Skills" ALTER COLUMN "needs_network" SET DEFAULT true,
  ALTER COLUMN "needs_filesystem" SET DEFAULT true,
  ALTER COLUMN "needs_subprocess" SET DEFAULT true,
  ALTER COLUMN "needs_secrets" SET DEFAULT true;
UPDATE "Skills" SET "needs_network" = true, "needs_filesystem" = true, "needs_subprocess" = true, "needs_secrets" = true;
