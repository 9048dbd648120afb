-- AlterTable
ALTER TABLE "Skills" ADD COLUMN     "access_notified_at" TIMESTAMPTZ(3);
