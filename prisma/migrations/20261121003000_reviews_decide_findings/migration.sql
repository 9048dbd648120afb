-- AlterTable
ALTER TABLE "Verifiers" ADD COLUMN     "key_signature" TEXT,
ADD COLUMN     "key_statement" TEXT;

-- AlterTable
ALTER TABLE "Audits" ADD COLUMN     "findings" TEXT;

-- AlterTable
ALTER TABLE "VerifierApplications" ADD COLUMN     "key_signature" TEXT,
ADD COLUMN     "key_statement" TEXT;

-- CreateTable
CREATE TABLE "FindingDecisions" (
    "version_id" TEXT NOT NULL,
    "verifier_id" TEXT NOT NULL,
    "finding_key" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FindingDecisions_pkey" PRIMARY KEY ("version_id","verifier_id","finding_key")
);

-- CreateTable
CREATE TABLE "ReplayComparisons" (
    "version_id" TEXT NOT NULL,
    "base_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "before_state" TEXT NOT NULL,
    "after_state" TEXT NOT NULL,
    "before_ms" INTEGER,
    "after_ms" INTEGER,
    "outputs" TEXT,
    "before_text" TEXT,
    "after_text" TEXT,
    "replayed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReplayComparisons_pkey" PRIMARY KEY ("version_id","base_id","position")
);

-- AddForeignKey
ALTER TABLE "FindingDecisions" ADD CONSTRAINT "FindingDecisions_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FindingDecisions" ADD CONSTRAINT "FindingDecisions_verifier_id_fkey" FOREIGN KEY ("verifier_id") REFERENCES "Verifiers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReplayComparisons" ADD CONSTRAINT "ReplayComparisons_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReplayComparisons" ADD CONSTRAINT "ReplayComparisons_base_id_fkey" FOREIGN KEY ("base_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

ALTER TABLE "FindingDecisions" ADD CONSTRAINT "FindingDecisions_decision_check"
  CHECK ("decision" IN ('accepted', 'change') AND length("reason") BETWEEN 1 AND 500 AND "finding_key" ~ '^[0-9a-f]{64}$');
ALTER TABLE "ReplayComparisons" ADD CONSTRAINT "ReplayComparisons_state_check"
  CHECK ("before_state" IN ('proven', 'drifted', 'failing', 'not_run') AND "after_state" IN ('proven', 'drifted', 'failing', 'not_run')
    AND ("outputs" IS NULL OR "outputs" IN ('equal', 'same_shape', 'different')) AND "base_id" <> "version_id");
ALTER TABLE "Verifiers" ADD CONSTRAINT "Verifiers_key_check" CHECK (("key_statement" IS NULL) = ("key_signature" IS NULL));
ALTER TABLE "VerifierApplications" ADD CONSTRAINT "VerifierApplications_key_check"
  CHECK (("key_statement" IS NULL) = ("key_signature" IS NULL));
