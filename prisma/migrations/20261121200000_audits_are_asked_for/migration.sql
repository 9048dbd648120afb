-- AlterTable
ALTER TABLE "SkillVersions" ADD COLUMN     "audit_asked_at" TIMESTAMPTZ(3);
