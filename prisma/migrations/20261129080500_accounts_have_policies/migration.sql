-- CreateTable
CREATE TABLE "AccountPolicies" (
    "account_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "policy" JSONB NOT NULL,
    "is_public" BOOLEAN NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "AccountPolicies_pkey" PRIMARY KEY ("account_id","number")
);

-- AddForeignKey
ALTER TABLE "AccountPolicies" ADD CONSTRAINT "AccountPolicies_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One policy of an account is in force; each takes the place of the one before it, by number.
CREATE UNIQUE INDEX "AccountPolicies_one_in_force" ON "AccountPolicies"("account_id") WHERE "ended_at" IS NULL;
ALTER TABLE "AccountPolicies" ADD CONSTRAINT "AccountPolicies_number_from_one" CHECK ("number" >= 1);
ALTER TABLE "AccountPolicies" ADD CONSTRAINT "AccountPolicies_bounded" CHECK (octet_length("policy"::text) <= 131072);
