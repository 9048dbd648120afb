-- CreateTable
CREATE TABLE "SolRates" (
    "currency" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "micros" BIGINT NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SolRates_pkey" PRIMARY KEY ("currency","source")
);

ALTER TABLE "SolRates" ADD CONSTRAINT "SolRates_check"
  CHECK ("micros" > 0 AND "currency" ~ '^[A-Z]{3}$' AND length("source") <= 300);
