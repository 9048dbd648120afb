-- CreateTable
CREATE TABLE "TrustedPublishers" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "repository" TEXT NOT NULL,
    "repository_id" TEXT,
    "workflow" TEXT NOT NULL,
    "environment" TEXT NOT NULL DEFAULT '',
    "added_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "TrustedPublishers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PublishTokens" (
    "id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "issuer_token_id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "workload" JSONB NOT NULL,
    "package_digest" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "version_id" TEXT,
    "provenance" JSONB,

    CONSTRAINT "PublishTokens_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "TrustedPublishers_added_by_id_idx" ON "TrustedPublishers"("added_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "TrustedPublishers_skill_id_issuer_repository_workflow_envir_key" ON "TrustedPublishers"("skill_id", "issuer", "repository", "workflow", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "PublishTokens_token_hash_key" ON "PublishTokens"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "PublishTokens_version_id_key" ON "PublishTokens"("version_id");

-- CreateIndex
CREATE INDEX "PublishTokens_expires_at_idx" ON "PublishTokens"("expires_at");

-- CreateIndex
CREATE INDEX "PublishTokens_account_id_idx" ON "PublishTokens"("account_id");

-- CreateIndex
CREATE INDEX "PublishTokens_skill_id_idx" ON "PublishTokens"("skill_id");

-- CreateIndex
CREATE UNIQUE INDEX "PublishTokens_issuer_issuer_token_id_key" ON "PublishTokens"("issuer", "issuer_token_id");

-- AddForeignKey
ALTER TABLE "TrustedPublishers" ADD CONSTRAINT "TrustedPublishers_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TrustedPublishers" ADD CONSTRAINT "TrustedPublishers_added_by_id_fkey" FOREIGN KEY ("added_by_id") REFERENCES "Accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PublishTokens" ADD CONSTRAINT "PublishTokens_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PublishTokens" ADD CONSTRAINT "PublishTokens_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PublishTokens" ADD CONSTRAINT "PublishTokens_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "PublishTokens" ADD CONSTRAINT "PublishTokens_use_check"
  CHECK (("version_id" IS NULL) = ("used_at" IS NULL) AND ("provenance" IS NULL) = ("used_at" IS NULL));
