-- CreateTable
CREATE TABLE "ConvertedPackages" (
    "package_digest" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "converter_version" TEXT NOT NULL,
    "archive_digest" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConvertedPackages_pkey" PRIMARY KEY ("package_digest","target","converter_version")
);

ALTER TABLE "ConvertedPackages" ADD CONSTRAINT "ConvertedPackages_digests_check"
  CHECK ("package_digest" ~ '^sha256:[0-9a-f]{64}$' AND "archive_digest" ~ '^sha256:[0-9a-f]{64}$' AND "size_bytes" > 0);
