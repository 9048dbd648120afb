-- AlterTable
ALTER TABLE "Quotes" ADD COLUMN     "asked_with_key_id" TEXT,
ADD COLUMN     "held_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "SpendingLimits" (
    "id" TEXT NOT NULL,
    "payer_address" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "envelope" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "SpendingLimits_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "SpendingLimits_digest_key" ON "SpendingLimits"("digest");

-- CreateIndex
CREATE UNIQUE INDEX "SpendingLimits_payer_address_sequence_key" ON "SpendingLimits"("payer_address", "sequence");

-- One statement of a wallet is in force.
CREATE UNIQUE INDEX "SpendingLimits_one_in_force" ON "SpendingLimits"("payer_address") WHERE "ended_at" IS NULL;

-- What is held against a limit is added up at every payment of its wallet.
CREATE INDEX "Quotes_open_of_payer_idx" ON "Quotes"("payer_address") WHERE "state" IN ('QUOTED', 'SUBMITTED');
