-- AlterTable
ALTER TABLE "Skills" ADD COLUMN     "access_notified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Audits" ADD COLUMN     "confidential" BOOLEAN NOT NULL DEFAULT false;
