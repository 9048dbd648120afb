-- CreateTable
CREATE TABLE "Usernames" (
    "name" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Usernames_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "Usernames_account_id_idx" ON "Usernames"("account_id");

-- AddForeignKey
ALTER TABLE "Usernames" ADD CONSTRAINT "Usernames_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Names of before this table: those that are in use.
INSERT INTO "Usernames" ("name", "account_id", "since") SELECT "username", "id", "created_at" FROM "Accounts";
