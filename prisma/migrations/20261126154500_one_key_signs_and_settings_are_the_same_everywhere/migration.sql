-- One key signs at a time. If two have no end, the newer one is in use.
UPDATE "PlatformKeys" k SET "valid_until" = now() WHERE "valid_until" IS NULL AND EXISTS (
  SELECT 1 FROM "PlatformKeys" o WHERE o."valid_until" IS NULL
    AND (o."valid_from", o."key_id") > (k."valid_from", k."key_id"));
CREATE UNIQUE INDEX "PlatformKeys_one_is_current" ON "PlatformKeys" (("valid_until" IS NULL)) WHERE "valid_until" IS NULL;

-- A process whose settings are not those of its market does not start.
CREATE TABLE "MarketSettings" (
    "name" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,

    CONSTRAINT "MarketSettings_pkey" PRIMARY KEY ("name")
);
