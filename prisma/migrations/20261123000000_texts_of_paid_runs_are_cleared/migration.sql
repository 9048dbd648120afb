-- AlterTable
ALTER TABLE "Runs" ADD COLUMN     "cleared_at" TIMESTAMPTZ(3);

-- What Prisma's schema language cannot say.

-- The oldest paid runs whose texts are still kept are found without reading past those that were emptied. Not by `cleared_at`, so that the
-- index can be made before the column is there.
CREATE INDEX IF NOT EXISTS "Runs_kept_started_at_idx" ON "Runs"("started_at") WHERE "grant_id" IS NOT NULL AND "input" <> 'null'::jsonb;
