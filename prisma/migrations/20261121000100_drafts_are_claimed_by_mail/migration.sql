-- AlterTable
ALTER TABLE "AgentAuthorIdentities" ADD COLUMN     "canonical_name" TEXT;
UPDATE "AgentAuthorIdentities" SET "canonical_name" = lower("name");
ALTER TABLE "AgentAuthorIdentities" ALTER COLUMN "canonical_name" SET NOT NULL;

-- AlterTable
ALTER TABLE "AgentIdentityClaimTokens" ADD COLUMN     "locale" TEXT NOT NULL DEFAULT 'en';

-- CreateTable
CREATE TABLE "DraftClaimVerifications" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "whole_agent" BOOLEAN NOT NULL DEFAULT false,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "account_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DraftClaimVerifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DraftUploads" (
    "id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DraftUploads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Mails" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient_hash" TEXT NOT NULL,
    "sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "Mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "DraftClaimVerifications_token_hash_key" ON "DraftClaimVerifications"("token_hash");

-- CreateIndex
CREATE INDEX "DraftClaimVerifications_skill_id_idx" ON "DraftClaimVerifications"("skill_id");

-- CreateIndex
CREATE INDEX "DraftUploads_occurred_at_idx" ON "DraftUploads"("occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "DraftUploads_subject_number_key" ON "DraftUploads"("subject", "number");

-- CreateIndex
CREATE INDEX "Mails_recipient_hash_created_at_idx" ON "Mails"("recipient_hash", "created_at");

-- CreateIndex
CREATE INDEX "Mails_created_at_idx" ON "Mails"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "AgentAuthorIdentities_canonical_name_key" ON "AgentAuthorIdentities"("canonical_name");

-- AddForeignKey
ALTER TABLE "DraftClaimVerifications" ADD CONSTRAINT "DraftClaimVerifications_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftClaimVerifications" ADD CONSTRAINT "DraftClaimVerifications_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- By hand: of all the mails sent for one draft, and of all sent for one agent, one link at most has ever worked.
CREATE UNIQUE INDEX "DraftClaimVerifications_one_winner" ON "DraftClaimVerifications"("skill_id") WHERE "used_at" IS NOT NULL;
CREATE UNIQUE INDEX "AgentIdentityClaimTokens_one_winner" ON "AgentIdentityClaimTokens"("identity_id") WHERE "used_at" IS NOT NULL;
