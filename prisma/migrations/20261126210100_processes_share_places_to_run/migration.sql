-- Rows are for seconds: what a crash of the database takes is written again by who still runs.
CREATE UNLOGGED TABLE "RunPlaces" (
    "id" TEXT NOT NULL,
    "pool" TEXT NOT NULL,
    "process" TEXT NOT NULL,
    "caller" TEXT NOT NULL,
    "network" TEXT,
    "paid" BOOLEAN NOT NULL,
    "running" BOOLEAN NOT NULL,
    "used" INTEGER NOT NULL,
    "expected_ms" DOUBLE PRECISION NOT NULL,
    "timeout_ms" DOUBLE PRECISION,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RunPlaces_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "RunPlaces_pool_idx" ON "RunPlaces"("pool");
