-- What a package does, as vetting saw it; null for what was vetted before there was a picture.
ALTER TABLE "VettingJobs" ADD COLUMN "picture" JSONB;
