-- CreateEnum
CREATE TYPE "DeviceLoginState" AS ENUM ('pending', 'approved', 'denied', 'taken');

-- CreateTable
CREATE TABLE "DeviceLogins" (
    "id" TEXT NOT NULL,
    "device_code_hash" TEXT NOT NULL,
    "user_code" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "state" "DeviceLoginState" NOT NULL DEFAULT 'pending',
    "account_id" TEXT,
    "last_asked_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DeviceLogins_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UploadTickets" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "content" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UploadTickets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Stars" (
    "skill_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Stars_pkey" PRIMARY KEY ("skill_id","account_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "DeviceLogins_device_code_hash_key" ON "DeviceLogins"("device_code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "DeviceLogins_user_code_key" ON "DeviceLogins"("user_code");

-- CreateIndex
CREATE INDEX "DeviceLogins_expires_at_idx" ON "DeviceLogins"("expires_at");

-- CreateIndex
CREATE INDEX "UploadTickets_account_id_idx" ON "UploadTickets"("account_id");

-- CreateIndex
CREATE INDEX "UploadTickets_expires_at_idx" ON "UploadTickets"("expires_at");

-- CreateIndex
CREATE INDEX "Stars_account_id_idx" ON "Stars"("account_id");

-- AddForeignKey
ALTER TABLE "DeviceLogins" ADD CONSTRAINT "DeviceLogins_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UploadTickets" ADD CONSTRAINT "UploadTickets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Stars" ADD CONSTRAINT "Stars_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Stars" ADD CONSTRAINT "Stars_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot express.
ALTER TABLE "DeviceLogins" ADD CONSTRAINT "DeviceLogins_account_check" CHECK (("state" IN ('approved', 'taken')) <= ("account_id" IS NOT NULL));
ALTER TABLE "DeviceLogins" ADD CONSTRAINT "DeviceLogins_code_check" CHECK ("user_code" ~ '^[B-DF-HJ-NP-TV-Z]{8}$' AND length("label") <= 60);
ALTER TABLE "UploadTickets" ADD CONSTRAINT "UploadTickets_content_check" CHECK ("size_bytes" >= 0 AND ("content" IS NULL OR octet_length("content") = "size_bytes"));
