-- CreateTable
CREATE TABLE "FoundQueries" (
    "query" TEXT NOT NULL,
    "display_query" TEXT NOT NULL,
    "identity_hash" TEXT NOT NULL,
    "address_hash" TEXT,
    "day" DATE NOT NULL,

    CONSTRAINT "FoundQueries_pkey" PRIMARY KEY ("query","identity_hash","day")
);

-- CreateIndex
CREATE INDEX "FoundQueries_query_idx" ON "FoundQueries"("query" text_pattern_ops);

-- CreateIndex
CREATE INDEX "FoundQueries_day_idx" ON "FoundQueries"("day");

-- CreateIndex
CREATE UNIQUE INDEX "FoundQueries_query_address_hash_day_key" ON "FoundQueries"("query", "address_hash", "day");
