-- CreateTable
CREATE TABLE "GitTrees" (
    "archive_digest" TEXT NOT NULL,
    "tree_id" TEXT NOT NULL,
    "entries_digest" TEXT NOT NULL,
    "entry_list" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GitTrees_pkey" PRIMARY KEY ("archive_digest")
);

-- CreateIndex
CREATE INDEX "GitTrees_entries_digest_idx" ON "GitTrees"("entries_digest");
