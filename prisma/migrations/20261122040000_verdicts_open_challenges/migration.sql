-- AlterTable
ALTER TABLE "Challenges" ADD COLUMN     "audit_id" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Challenges_audit_id_key" ON "Challenges"("audit_id");

-- AddForeignKey
ALTER TABLE "Challenges" ADD CONSTRAINT "Challenges_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "Audits"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
