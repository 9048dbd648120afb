-- CreateTable
CREATE TABLE "PlatformKeys" (
    "key_id" TEXT NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3),

    CONSTRAINT "PlatformKeys_pkey" PRIMARY KEY ("key_id")
);
