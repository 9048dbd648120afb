-- CreateTable
CREATE TABLE "Publications" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "file_name" TEXT,
    "archive" BYTEA NOT NULL,
    "package_digest" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "price_lamports" DECIMAL(20,0),
    "listing" TEXT,
    "vetting_state" TEXT NOT NULL DEFAULT 'none',
    "vetting_status" TEXT,
    "checks" JSONB NOT NULL DEFAULT '[]',
    "findings" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Publications_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Publications_changed_at_idx" ON "Publications"("changed_at");

-- CreateIndex
CREATE UNIQUE INDEX "Publications_account_id_place_key" ON "Publications"("account_id", "place");

-- AddForeignKey
ALTER TABLE "Publications" ADD CONSTRAINT "Publications_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

ALTER TABLE "Publications" ADD CONSTRAINT "Publications_bounds_check"
  CHECK ("place" BETWEEN 1 AND 10 AND length("archive") <= 5242880 AND length("file_name") <= 200
    AND "price_lamports" BETWEEN 0 AND 18446744073709551615);
ALTER TABLE "Publications" ADD CONSTRAINT "Publications_states_check"
  CHECK ("vetting_state" IN ('none', 'queued', 'running', 'done', 'failed')
    AND ("vetting_state" = 'done') = ("vetting_status" IS NOT NULL)
    AND "vetting_status" IN ('approved', 'caution', 'rejected')
    AND "listing" IN ('optimistic', 'audit', 'unverified'));
