-- AlterTable
ALTER TABLE "Quotes" ADD COLUMN     "token_account" TEXT,
ADD COLUMN     "token_decimals" INTEGER,
ADD COLUMN     "token_fee_payer" TEXT,
ADD COLUMN     "token_mint" TEXT,
ADD COLUMN     "token_units" BIGINT;

-- AlterTable
ALTER TABLE "Settlements" ADD COLUMN     "token_fee_units" BIGINT,
ADD COLUMN     "token_mint" TEXT,
ADD COLUMN     "token_units" BIGINT;
-- What Prisma cannot express.
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_token_check"
  CHECK (num_nulls("token_mint", "token_units", "token_decimals", "token_account", "token_fee_payer") IN (0, 5)
         AND ("token_mint" IS NULL OR ("rail" = 'mpp' AND "token_units" > 0 AND "token_decimals" BETWEEN 0 AND 18)));
ALTER TABLE "Settlements" ADD CONSTRAINT "Settlements_token_check"
  CHECK (num_nulls("token_mint", "token_units", "token_fee_units") IN (0, 3)
         AND ("token_mint" IS NULL OR ("token_units" > 0 AND "token_fee_units" BETWEEN 0 AND "token_units"
              AND "creator_lamports" = 0 AND "fee_lamports" = 0 AND "excess_lamports" = 0)));
