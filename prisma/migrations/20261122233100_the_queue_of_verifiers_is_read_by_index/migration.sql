-- What Prisma's schema language cannot say.

-- In the order of the queue: asked for first, then by publication.
CREATE INDEX IF NOT EXISTS "SkillVersions_queue_idx" ON "SkillVersions"("audit_asked_at", "published_at", "id") WHERE "published_at" IS NOT NULL AND "yanked_at" IS NULL;
