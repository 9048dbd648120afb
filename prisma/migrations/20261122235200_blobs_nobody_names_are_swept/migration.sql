-- CreateTable
CREATE TABLE "BlobsUnderWay" (
    "digest" TEXT NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BlobsUnderWay_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "BlobsUnderWay_stored_at_idx" ON "BlobsUnderWay"("stored_at");

-- CreateIndex
CREATE INDEX "SkillVersions_archive_digest_idx" ON "SkillVersions"("archive_digest");

-- CreateIndex
CREATE INDEX "ConvertedPackages_archive_digest_idx" ON "ConvertedPackages"("archive_digest");
