-- AlterTable
ALTER TABLE "Bonds" ADD COLUMN     "seen_chain" TEXT,
ADD COLUMN     "seen_slot" BIGINT;
