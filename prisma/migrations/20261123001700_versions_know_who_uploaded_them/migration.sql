-- AlterTable
ALTER TABLE "SkillVersions" ADD COLUMN     "uploaded_by_id" TEXT;

-- Each upload was written down with the account that did it, an agent's with the account it belonged to. One that was closed meanwhile is not named again.
UPDATE "SkillVersions" v SET "uploaded_by_id" = a."id"
FROM "Events" e JOIN "Accounts" a ON a."id" = e."actor" AND a."closed_at" IS NULL
WHERE e."kind" = 'version:uploaded' AND e."subject_id" = v."id";

-- CreateIndex
CREATE INDEX "SkillVersions_uploaded_by_id_published_at_idx" ON "SkillVersions"("uploaded_by_id", "published_at");

-- AddForeignKey
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_uploaded_by_id_fkey" FOREIGN KEY ("uploaded_by_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;
