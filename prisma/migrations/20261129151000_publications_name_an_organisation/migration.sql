-- AlterTable
ALTER TABLE "Publications" ADD COLUMN     "organisation_id" TEXT;

-- CreateIndex
CREATE INDEX "Publications_organisation_id_idx" ON "Publications"("organisation_id");

-- AddForeignKey
ALTER TABLE "Publications" ADD CONSTRAINT "Publications_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;
