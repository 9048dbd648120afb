-- Rows are for seconds: what a crash of the database takes is written again by who still runs.
-- DropTable
DROP TABLE "RunPlaces";

-- CreateTable
CREATE UNLOGGED TABLE "RunSlots" (
    "id" TEXT NOT NULL,
    "pool" TEXT NOT NULL,
    "process" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "names" TEXT[],
    "publisher" TEXT[],
    "paid" BOOLEAN NOT NULL,
    "used" INTEGER NOT NULL,
    "expected_ms" DOUBLE PRECISION NOT NULL,
    "limit_ms" DOUBLE PRECISION NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RunSlots_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "RunSlots_pool_idx" ON "RunSlots"("pool");

ALTER TABLE "RunSlots" ADD CONSTRAINT "RunSlots_state_known" CHECK ("state" IN ('sold', 'waiting', 'running'));
