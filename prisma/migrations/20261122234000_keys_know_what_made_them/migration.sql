-- AlterTable
ALTER TABLE "ApiKeys" ADD COLUMN     "made_by_id" TEXT;

-- CreateIndex
CREATE INDEX "ApiKeys_made_by_id_idx" ON "ApiKeys"("made_by_id");

-- AddForeignKey
ALTER TABLE "ApiKeys" ADD CONSTRAINT "ApiKeys_made_by_id_fkey" FOREIGN KEY ("made_by_id") REFERENCES "ApiKeys"("id") ON DELETE SET NULL ON UPDATE CASCADE;
