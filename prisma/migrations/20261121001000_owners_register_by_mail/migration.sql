-- CreateTable
CREATE TABLE "OwnerRegistrations" (
    "id" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "account_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OwnerRegistrations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "OwnerRegistrations_token_hash_key" ON "OwnerRegistrations"("token_hash");

-- CreateIndex
CREATE INDEX "OwnerRegistrations_expires_at_idx" ON "OwnerRegistrations"("expires_at");

-- AddForeignKey
ALTER TABLE "OwnerRegistrations" ADD CONSTRAINT "OwnerRegistrations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;
