-- CreateTable
CREATE TABLE "PublisherDomains" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "proven_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "finding" TEXT,
    "failed_days" INTEGER NOT NULL DEFAULT 0,
    "failed_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3),

    CONSTRAINT "PublisherDomains_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "PublisherDomains_domain_idx" ON "PublisherDomains"("domain");

-- CreateIndex
CREATE INDEX "PublisherDomains_next_check_at_idx" ON "PublisherDomains"("next_check_at");

-- CreateIndex
CREATE UNIQUE INDEX "PublisherDomains_account_id_domain_key" ON "PublisherDomains"("account_id", "domain");

-- AddForeignKey
ALTER TABLE "PublisherDomains" ADD CONSTRAINT "PublisherDomains_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A domain is one account's at a time.
CREATE UNIQUE INDEX "PublisherDomains_one_owner" ON "PublisherDomains"("domain") WHERE "proven_at" IS NOT NULL;
-- What is shown is asked for again, and nothing else is.
ALTER TABLE "PublisherDomains" ADD CONSTRAINT "PublisherDomains_rechecked_check" CHECK (("proven_at" IS NULL) = ("next_check_at" IS NULL));
ALTER TABLE "PublisherDomains" ADD CONSTRAINT "PublisherDomains_domain_check" CHECK ("domain" ~ '^[a-z0-9.-]{3,243}$');
ALTER TABLE "PublisherDomains" ADD CONSTRAINT "PublisherDomains_finding_check" CHECK ("finding" IN ('seen', 'missing', 'another', 'taken', 'no-answer'));
