-- AlterTable
ALTER TABLE "Skills" ADD COLUMN     "failures_notified_at" TIMESTAMPTZ(3);
