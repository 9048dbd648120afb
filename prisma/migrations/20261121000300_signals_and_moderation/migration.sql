-- DropIndex
DROP INDEX "Wanted_query_key";

-- AlterTable
ALTER TABLE "Skills" ADD COLUMN     "quarantine_reason" TEXT,
ADD COLUMN     "quarantined_at" TIMESTAMPTZ(3),
ADD COLUMN     "rating_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "rating_sum" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Downloads" ADD COLUMN     "address_hash" TEXT,
ADD COLUMN     "day" DATE,
ADD COLUMN     "identity_hash" TEXT;

-- Downloads from before nobody was told apart: each stays one of its own.
UPDATE "Downloads" SET "day" = ("occurred_at" AT TIME ZONE 'UTC')::date, "identity_hash" = "id";
ALTER TABLE "Downloads" ALTER COLUMN "day" SET NOT NULL, ALTER COLUMN "identity_hash" SET NOT NULL;

-- AlterTable
-- Who bought is derived from receipts on every read, never stored.
ALTER TABLE "Reviews" DROP COLUMN "run_id",
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "written_by" TEXT NOT NULL DEFAULT 'person';

-- AlterTable
ALTER TABLE "Wanted" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'keyword',
ALTER COLUMN "searches" SET DEFAULT 0;

-- CreateTable
CREATE TABLE "WantedSearches" (
    "wanted_id" TEXT NOT NULL,
    "identity_hash" TEXT NOT NULL,
    "address_hash" TEXT,
    "day" DATE NOT NULL,

    CONSTRAINT "WantedSearches_pkey" PRIMARY KEY ("wanted_id","identity_hash","day")
);

-- CreateTable
CREATE TABLE "WantedMatches" (
    "wanted_id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "matched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WantedMatches_pkey" PRIMARY KEY ("wanted_id","skill_id")
);

-- CreateTable
CREATE TABLE "Reports" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "account_id" TEXT,
    "identity_hash" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "decision" TEXT,
    "decided_by_id" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Appeals" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "version_id" TEXT,
    "account_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "decision" TEXT,
    "decided_by_id" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Appeals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "WantedSearches_day_idx" ON "WantedSearches"("day");

-- CreateIndex
CREATE UNIQUE INDEX "WantedSearches_wanted_id_address_hash_day_key" ON "WantedSearches"("wanted_id", "address_hash", "day");

-- CreateIndex
CREATE INDEX "WantedMatches_skill_id_idx" ON "WantedMatches"("skill_id");

-- CreateIndex
CREATE INDEX "Reports_state_created_at_idx" ON "Reports"("state", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "Reports_skill_id_identity_hash_day_key" ON "Reports"("skill_id", "identity_hash", "day");

-- CreateIndex
CREATE INDEX "Appeals_state_created_at_idx" ON "Appeals"("state", "created_at");

-- CreateIndex
CREATE INDEX "Appeals_skill_id_idx" ON "Appeals"("skill_id");

-- CreateIndex
CREATE UNIQUE INDEX "Downloads_skill_id_identity_hash_day_key" ON "Downloads"("skill_id", "identity_hash", "day");

-- CreateIndex
CREATE UNIQUE INDEX "Downloads_skill_id_address_hash_day_key" ON "Downloads"("skill_id", "address_hash", "day");

-- CreateIndex
CREATE INDEX "Reviews_skill_id_updated_at_idx" ON "Reviews"("skill_id", "updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "Wanted_kind_query_key" ON "Wanted"("kind", "query");

-- AddForeignKey
ALTER TABLE "WantedSearches" ADD CONSTRAINT "WantedSearches_wanted_id_fkey" FOREIGN KEY ("wanted_id") REFERENCES "Wanted"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WantedMatches" ADD CONSTRAINT "WantedMatches_wanted_id_fkey" FOREIGN KEY ("wanted_id") REFERENCES "Wanted"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WantedMatches" ADD CONSTRAINT "WantedMatches_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reports" ADD CONSTRAINT "Reports_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Appeals" ADD CONSTRAINT "Appeals_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Appeals" ADD CONSTRAINT "Appeals_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Written by hand: what Prisma cannot express.

-- Reviews from before this migration are in the sums as well.
UPDATE "Skills" s SET "rating_sum" = r.stars, "rating_count" = r.n
FROM (SELECT "skill_id", sum("rating")::int AS stars, count(*)::int AS n FROM "Reviews" GROUP BY "skill_id") r WHERE r."skill_id" = s."id";
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_rating_check"
  CHECK ("rating_count" >= 0 AND "rating_sum" BETWEEN "rating_count" AND 5 * "rating_count");
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_quarantine_check" CHECK (("quarantined_at" IS NULL) = ("quarantine_reason" IS NULL));
-- A quarantined skill is on no list, whichever way it got there.
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_quarantine_unlisted_check" CHECK ("quarantined_at" IS NULL OR "published_at" IS NULL);
ALTER TABLE "Reviews" ADD CONSTRAINT "Reviews_written_by_check" CHECK ("written_by" IN ('person', 'agent'));
ALTER TABLE "Wanted" ADD CONSTRAINT "Wanted_kind_check" CHECK ("kind" IN ('keyword', 'capability'));
ALTER TABLE "Reports" ADD CONSTRAINT "Reports_state_check"
  CHECK ("state" IN ('open', 'upheld', 'dismissed') AND ("state" = 'open') = ("decided_at" IS NULL)
    AND ("state" = 'open') = ("decision" IS NULL) AND length("text") <= 2000);
ALTER TABLE "Appeals" ADD CONSTRAINT "Appeals_state_check"
  CHECK ("state" IN ('open', 'granted', 'denied') AND ("state" = 'open') = ("decided_at" IS NULL)
    AND ("state" = 'open') = ("decision" IS NULL) AND length("text") <= 2000);
-- One question at a time about one thing.
CREATE UNIQUE INDEX "Appeals_open_key" ON "Appeals" ("skill_id", coalesce("version_id", '')) WHERE "state" = 'open';
