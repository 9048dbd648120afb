-- DropForeignKey
ALTER TABLE "Grants" DROP CONSTRAINT "Grants_quote_id_fkey";

-- DropIndex
DROP INDEX "Grants_quote_id_key";

-- AlterTable
ALTER TABLE "Quotes" ADD COLUMN     "calls" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "rail" TEXT NOT NULL DEFAULT 'wallet',
ADD COLUMN     "reported_signature" TEXT,
ADD COLUMN     "request_digest" TEXT,
ALTER COLUMN "payer_address" DROP NOT NULL;

-- AlterTable
ALTER TABLE "Grants" ADD COLUMN     "calls" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "position" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "CallKeys" (
    "key_hash" TEXT NOT NULL,
    "request_digest" TEXT NOT NULL,
    "quote_id" TEXT,
    "run_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CallKeys_pkey" PRIMARY KEY ("key_hash")
);

-- CreateIndex
CREATE INDEX "CallKeys_quote_id_idx" ON "CallKeys"("quote_id");

-- CreateIndex
CREATE INDEX "CallKeys_run_id_idx" ON "CallKeys"("run_id");

-- CreateIndex
CREATE UNIQUE INDEX "Quotes_id_calls_key" ON "Quotes"("id", "calls");

-- CreateIndex
CREATE UNIQUE INDEX "Grants_quote_id_position_key" ON "Grants"("quote_id", "position");

-- AddForeignKey
ALTER TABLE "Grants" ADD CONSTRAINT "Grants_quote_id_calls_fkey" FOREIGN KEY ("quote_id", "calls") REFERENCES "Quotes"("id", "calls") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CallKeys" ADD CONSTRAINT "CallKeys_quote_id_fkey" FOREIGN KEY ("quote_id") REFERENCES "Quotes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CallKeys" ADD CONSTRAINT "CallKeys_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "Runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A quote names its payer, unless an agent asked for it and has not paid yet.
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_rail_check" CHECK ("rail" IN ('wallet', 'mpp'));
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_payer_check"
  CHECK ("payer_address" IS NOT NULL OR ("rail" = 'mpp' AND "state" IN ('QUOTED', 'EXPIRED')));
-- One payment buys 1 to 100 calls at one price each.
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_calls_check"
  CHECK ("calls" BETWEEN 1 AND 100 AND "price_lamports" % "calls" = 0);
-- With the unique (quote_id, position) and the foreign key on "calls": never more grants than calls were paid for.
ALTER TABLE "Grants" ADD CONSTRAINT "Grants_position_check" CHECK ("position" BETWEEN 1 AND "calls");
-- A key stands for what came of it.
ALTER TABLE "CallKeys" ADD CONSTRAINT "CallKeys_answer_check" CHECK (("quote_id" IS NULL) <> ("run_id" IS NULL));
