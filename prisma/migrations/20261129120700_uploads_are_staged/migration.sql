-- AlterTable
ALTER TABLE "ApiKeys" ADD COLUMN     "may_only_stage" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "TrustedPublishers" ADD COLUMN     "may_only_stage" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "PublishTokens" ADD COLUMN     "may_only_stage" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "publication_id" TEXT,
ADD COLUMN     "staged_digest" TEXT;

-- AlterTable
ALTER TABLE "Publications" ADD COLUMN     "staged_by" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "PublishTokens_publication_id_key" ON "PublishTokens"("publication_id");

-- AddForeignKey
ALTER TABLE "PublishTokens" ADD CONSTRAINT "PublishTokens_publication_id_fkey" FOREIGN KEY ("publication_id") REFERENCES "Publications"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "PublishTokens" DROP CONSTRAINT "PublishTokens_use_check";
ALTER TABLE "PublishTokens" ADD CONSTRAINT "PublishTokens_use_check"
  CHECK (("version_id" IS NULL OR "used_at" IS NOT NULL) AND ("publication_id" IS NULL OR "staged_digest" IS NOT NULL)
    AND ("version_id" IS NULL) = ("provenance" IS NULL));
