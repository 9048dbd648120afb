-- Without rewriting the table. Skills that are there have the words of no edition: the worker makes them anew.
ALTER TABLE "Skills" ADD COLUMN "words_edition" SMALLINT NOT NULL DEFAULT 0;

-- What Prisma's schema language cannot say.

-- The worker asks each minute whether words are old; hardly ever are there any.
CREATE INDEX "Skills_listed_words_edition_idx" ON "Skills"("words_edition") WHERE "published_at" IS NOT NULL;
