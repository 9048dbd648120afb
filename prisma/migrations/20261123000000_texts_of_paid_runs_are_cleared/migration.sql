-- AlterTable
ALTER TABLE "Runs" ADD COLUMN     "cleared_at" TIMESTAMPTZ(3);
