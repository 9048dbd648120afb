-- AlterTable
ALTER TABLE "WantedSearches" ADD COLUMN     "asker_hash" TEXT;

-- AlterTable
ALTER TABLE "FoundQueries" ADD COLUMN     "asker_hash" TEXT;

-- CreateTable
CREATE TABLE "HiddenQuestions" (
    "query" TEXT NOT NULL,
    "display_query" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "hidden_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "HiddenQuestions_pkey" PRIMARY KEY ("query")
);

-- CreateIndex
CREATE INDEX "HiddenQuestions_hidden_at_idx" ON "HiddenQuestions"("hidden_at");

-- A list that shows a question is another one once it was taken away, or given back.
CREATE FUNCTION "changes_of_HiddenQuestions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Changes" ("scope") VALUES ('catalogue');
  RETURN NULL;
END $$;
CREATE TRIGGER "is_public" AFTER INSERT OR UPDATE OR DELETE ON "HiddenQuestions"
  FOR EACH STATEMENT EXECUTE FUNCTION "changes_of_HiddenQuestions"();
