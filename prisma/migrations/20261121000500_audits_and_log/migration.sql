-- AlterTable
ALTER TABLE "SkillVersions" ADD COLUMN     "differences" JSON,
ADD COLUMN     "required_bump" TEXT;

-- AlterTable
ALTER TABLE "Audits" ADD COLUMN     "revoke_reason" TEXT;

-- CreateTable
CREATE TABLE "VerifierApplications" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "VerifierApplications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReviewClaims" (
    "version_id" TEXT NOT NULL,
    "verifier_id" TEXT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReviewClaims_pkey" PRIMARY KEY ("version_id")
);

-- CreateTable
CREATE TABLE "ReviewMarks" (
    "version_id" TEXT NOT NULL,
    "verifier_id" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "marked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReviewMarks_pkey" PRIMARY KEY ("version_id","verifier_id","item")
);

-- CreateTable
CREATE TABLE "Challenges" (
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "package_digest" TEXT NOT NULL,
    "claim" TEXT NOT NULL,
    "evidence" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "deadline" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "Challenges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LogHeads" (
    "id" INTEGER NOT NULL,
    "size" BIGINT NOT NULL,

    CONSTRAINT "LogHeads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LogEntries" (
    "seq" BIGINT NOT NULL,
    "previous_seq" BIGINT,
    "kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "leaf_hash" TEXT NOT NULL,
    "logged_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LogEntries_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "LogNodes" (
    "level" INTEGER NOT NULL,
    "index" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "LogNodes_pkey" PRIMARY KEY ("level","index")
);

-- CreateIndex
CREATE INDEX "VerifierApplications_state_created_at_idx" ON "VerifierApplications"("state", "created_at");

-- CreateIndex
CREATE INDEX "VerifierApplications_account_id_idx" ON "VerifierApplications"("account_id");

-- CreateIndex
CREATE INDEX "ReviewClaims_verifier_id_idx" ON "ReviewClaims"("verifier_id");

-- CreateIndex
CREATE INDEX "Challenges_version_id_state_idx" ON "Challenges"("version_id", "state");

-- CreateIndex
CREATE INDEX "Challenges_state_deadline_idx" ON "Challenges"("state", "deadline");

-- CreateIndex
CREATE UNIQUE INDEX "LogEntries_previous_seq_key" ON "LogEntries"("previous_seq");

-- CreateIndex
CREATE INDEX "LogEntries_subject_id_idx" ON "LogEntries"("subject_id");

-- AddForeignKey
ALTER TABLE "VerifierApplications" ADD CONSTRAINT "VerifierApplications_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewClaims" ADD CONSTRAINT "ReviewClaims_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewClaims" ADD CONSTRAINT "ReviewClaims_verifier_id_fkey" FOREIGN KEY ("verifier_id") REFERENCES "Verifiers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewMarks" ADD CONSTRAINT "ReviewMarks_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewMarks" ADD CONSTRAINT "ReviewMarks_verifier_id_fkey" FOREIGN KEY ("verifier_id") REFERENCES "Verifiers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Challenges" ADD CONSTRAINT "Challenges_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Challenges" ADD CONSTRAINT "Challenges_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_required_bump_check"
  CHECK ("required_bump" IN ('patch', 'minor', 'major'));
ALTER TABLE "Audits" ADD CONSTRAINT "Audits_revoke_check"
  CHECK (("revoke_reason" IS NULL OR "revoked_at" IS NOT NULL) AND length(coalesce("revoke_reason", '')) <= 500);
ALTER TABLE "VerifierApplications" ADD CONSTRAINT "VerifierApplications_state_check"
  CHECK ("state" IN ('open', 'granted', 'refused') AND ("state" = 'open') = ("decided_at" IS NULL) AND length("about") <= 2000);
-- Somebody who asks twice waits once.
CREATE UNIQUE INDEX "VerifierApplications_one_open_key" ON "VerifierApplications" ("account_id") WHERE "state" = 'open';
ALTER TABLE "ReviewClaims" ADD CONSTRAINT "ReviewClaims_term_check" CHECK ("expires_at" > "claimed_at");
ALTER TABLE "Challenges" ADD CONSTRAINT "Challenges_state_check"
  CHECK ("state" IN ('open', 'upheld', 'rejected', 'lapsed') AND ("state" = 'open') = ("decided_at" IS NULL)
    AND "deadline" > "opened_at" AND length("claim") BETWEEN 1 AND 200 AND length("evidence") BETWEEN 1 AND 4000);
CREATE UNIQUE INDEX "Challenges_one_open_key" ON "Challenges" ("version_id", "account_id") WHERE "state" = 'open';

-- The log has one head and no gaps: every entry but the first follows the one before.
ALTER TABLE "LogHeads" ADD CONSTRAINT "LogHeads_one_check" CHECK ("id" = 1 AND "size" >= 0);
INSERT INTO "LogHeads" ("id", "size") VALUES (1, 0);
ALTER TABLE "LogEntries" ADD CONSTRAINT "LogEntries_gap_check"
  CHECK (("seq" = 0 AND "previous_seq" IS NULL) OR ("seq" > 0 AND "previous_seq" IS NOT NULL AND "previous_seq" = "seq" - 1));
ALTER TABLE "LogEntries" ADD CONSTRAINT "LogEntries_previous_fkey" FOREIGN KEY ("previous_seq") REFERENCES "LogEntries" ("seq");
ALTER TABLE "LogEntries" ADD CONSTRAINT "LogEntries_hash_check" CHECK ("leaf_hash" ~ '^[0-9a-f]{64}$' AND length("body") <= 16384);
ALTER TABLE "LogNodes" ADD CONSTRAINT "LogNodes_hash_check" CHECK ("level" BETWEEN 0 AND 62 AND "index" >= 0 AND "hash" ~ '^[0-9a-f]{64}$');
