-- What Prisma's schema language cannot say.

-- The oldest free runs are found without reading past the paid ones, which stay.
CREATE INDEX IF NOT EXISTS "Runs_free_started_at_idx" ON "Runs"("started_at") WHERE "grant_id" IS NULL;
