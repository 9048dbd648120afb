-- Versions from before say nothing: whose they are is told by when their skill changed owners, as for drafts.

-- AlterTable
ALTER TABLE "SkillVersions" ADD COLUMN     "publisher_id" TEXT;

-- AddForeignKey
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_publisher_id_fkey" FOREIGN KEY ("publisher_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;
