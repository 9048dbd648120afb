-- AlterTable
ALTER TABLE "Bonds" ADD COLUMN     "arbiter" TEXT,
ADD COLUMN     "council" TEXT,
ADD COLUMN     "creator" TEXT;

-- CreateTable
CREATE TABLE "BondOpenings" (
    "signature" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "vault_address" TEXT NOT NULL,
    "arbiter" TEXT NOT NULL,
    "council" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BondOpenings_pkey" PRIMARY KEY ("signature")
);

-- CreateIndex
CREATE INDEX "BondOpenings_version_id_vault_address_idx" ON "BondOpenings"("version_id", "vault_address");

-- AddForeignKey
ALTER TABLE "BondOpenings" ADD CONSTRAINT "BondOpenings_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- What Prisma cannot express. Rows from before keep NULL: a migration cannot know the settings, and the next look at each deposit does.
ALTER TABLE "Bonds" ADD CONSTRAINT "Bonds_parties_check"
  CHECK (num_nulls("creator", "arbiter", "council") IN (0, 3)
         AND "creator" <> "arbiter" AND "creator" <> "council" AND "arbiter" <> "council");
