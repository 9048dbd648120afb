-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('member', 'administrator');

-- CreateEnum
CREATE TYPE "AgentIdentityState" AS ENUM ('created', 'pending_verify', 'claimed');

-- CreateEnum
CREATE TYPE "ClaimStatus" AS ENUM ('draft', 'claimed', 'expired');

-- CreateEnum
CREATE TYPE "VettingStatus" AS ENUM ('pending', 'approved', 'caution', 'rejected');

-- CreateEnum
CREATE TYPE "TrustLevel" AS ENUM ('sandbox', 'community', 'verified');

-- CreateEnum
CREATE TYPE "JobStatus" AS ENUM ('queued', 'running', 'done', 'failed');

-- CreateEnum
CREATE TYPE "QuoteState" AS ENUM ('QUOTED', 'SUBMITTED', 'GRANTED', 'CONSUMED', 'EXPIRED', 'LATE_UNAPPLIED', 'ORPHANED');

-- CreateEnum
CREATE TYPE "GrantState" AS ENUM ('GRANTED', 'RUNNING', 'CONSUMED', 'WITHDRAWN');

-- CreateEnum
CREATE TYPE "RunState" AS ENUM ('RUNNING', 'DONE', 'FAILED');

-- CreateTable
CREATE TABLE "Accounts" (
    "id" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "email" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "password_hash" TEXT,
    "role" "Role" NOT NULL DEFAULT 'member',
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Wallets" (
    "address" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'wallet',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Wallets_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "SignInChallenges" (
    "nonce" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "message" JSONB NOT NULL,
    "cookie_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SignInChallenges_pkey" PRIMARY KEY ("nonce")
);

-- CreateTable
CREATE TABLE "ApiKeys" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "ApiKeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentAuthorIdentities" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT,
    "secret_hmac" TEXT NOT NULL,
    "state" "AgentIdentityState" NOT NULL DEFAULT 'created',
    "contact_email" TEXT,
    "account_id" TEXT,
    "claimed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentAuthorIdentities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentIdentityClaimTokens" (
    "id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentIdentityClaimTokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Skills" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "canonical_name" TEXT NOT NULL,
    "owner_id" TEXT,
    "agent_identity_id" TEXT,
    "claim_status" "ClaimStatus",
    "claim_token_hash" TEXT,
    "claim_expires_at" TIMESTAMPTZ(3),
    "latest_version_id" TEXT,
    "display_name" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "category" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "capabilities" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "platforms" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "content_language" TEXT NOT NULL DEFAULT 'und',
    "runtime_language" TEXT,
    "price_lamports" DECIMAL(20,0) NOT NULL DEFAULT 0,
    "needs_network" BOOLEAN NOT NULL DEFAULT false,
    "needs_filesystem" BOOLEAN NOT NULL DEFAULT false,
    "needs_subprocess" BOOLEAN NOT NULL DEFAULT false,
    "needs_secrets" BOOLEAN NOT NULL DEFAULT false,
    "name_tokens" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "topic_tokens" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "search_tokens" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "downloads_total" INTEGER NOT NULL DEFAULT 0,
    "downloads_7d" INTEGER NOT NULL DEFAULT 0,
    "calls_total" INTEGER NOT NULL DEFAULT 0,
    "calls_7d" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "Skills_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SkillVersions" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "version_scheme" TEXT NOT NULL,
    "version_change" TEXT NOT NULL,
    "previous_version_id" TEXT,
    "audit_carried_from_id" TEXT,
    "vetting_status" "VettingStatus" NOT NULL DEFAULT 'pending',
    "trust_level" "TrustLevel" NOT NULL DEFAULT 'sandbox',
    "package_digest" TEXT NOT NULL,
    "package_size_bytes" INTEGER NOT NULL,
    "archive_digest" TEXT NOT NULL,
    "skill_md" TEXT NOT NULL,
    "manifest" JSON NOT NULL,
    "dialect_reports" JSON NOT NULL,
    "dialects" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "spec" TEXT NOT NULL DEFAULT 'v2',
    "examples" JSON NOT NULL DEFAULT '[]',
    "input_schema" JSON,
    "output_schema" JSON,
    "runtime_language" TEXT,
    "entry_point" TEXT,
    "timeout_ms" INTEGER NOT NULL DEFAULT 60000,
    "runnable" BOOLEAN NOT NULL DEFAULT false,
    "converts_to" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "price_lamports" DECIMAL(20,0) NOT NULL DEFAULT 0,
    "payee_address" TEXT,
    "author_agent" JSONB,
    "changelog" TEXT,
    "license" TEXT,
    "examples_total" INTEGER NOT NULL DEFAULT 0,
    "examples_proven" INTEGER NOT NULL DEFAULT 0,
    "examples_checked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),
    "yanked_at" TIMESTAMPTZ(3),
    "yank_reason" TEXT,

    CONSTRAINT "SkillVersions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PackageFiles" (
    "version_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "is_text" BOOLEAN NOT NULL,

    CONSTRAINT "PackageFiles_pkey" PRIMARY KEY ("version_id","path")
);

-- CreateTable
CREATE TABLE "ExampleReplays" (
    "version_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "match_rule" TEXT NOT NULL,
    "wall_ms" INTEGER,
    "detail" TEXT,
    "replayed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ExampleReplays_pkey" PRIMARY KEY ("version_id","position")
);

-- CreateTable
CREATE TABLE "VettingJobs" (
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "account_id" TEXT,
    "job_status" "JobStatus" NOT NULL DEFAULT 'queued',
    "vetting_status" "VettingStatus" NOT NULL DEFAULT 'pending',
    "engine_version" TEXT,
    "report_digest" TEXT,
    "summary" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "VettingJobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "VettingFindings" (
    "id" TEXT NOT NULL,
    "job_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "confidence" TEXT NOT NULL,
    "file" TEXT,
    "line" INTEGER,
    "message" TEXT NOT NULL,
    "evidence" TEXT,
    "remedy" TEXT,

    CONSTRAINT "VettingFindings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Quotes" (
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "payer_address" TEXT NOT NULL,
    "payee_address" TEXT NOT NULL,
    "treasury_address" TEXT NOT NULL,
    "price_lamports" BIGINT NOT NULL,
    "creator_lamports" BIGINT NOT NULL,
    "fee_lamports" BIGINT NOT NULL,
    "fee_basis_points" INTEGER NOT NULL,
    "input" JSONB NOT NULL,
    "input_digest" TEXT NOT NULL,
    "package_digest" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "memo" TEXT NOT NULL,
    "genesis_hash" TEXT NOT NULL,
    "blockhash" TEXT NOT NULL,
    "last_valid_block_height" BIGINT NOT NULL,
    "commitment" TEXT NOT NULL DEFAULT 'confirmed',
    "state" "QuoteState" NOT NULL DEFAULT 'QUOTED',
    "reason" TEXT,
    "signature" TEXT,
    "raw_transaction" BYTEA,
    "idempotency_key" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Quotes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Settlements" (
    "id" TEXT NOT NULL,
    "quote_id" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "slot" BIGINT NOT NULL,
    "payer_address" TEXT NOT NULL,
    "payee_address" TEXT NOT NULL,
    "creator_lamports" BIGINT NOT NULL,
    "fee_lamports" BIGINT NOT NULL,
    "excess_lamports" BIGINT NOT NULL DEFAULT 0,
    "commitment" TEXT NOT NULL,
    "settled_at" TIMESTAMPTZ(3) NOT NULL,
    "finalized_at" TIMESTAMPTZ(3),
    "orphaned_at" TIMESTAMPTZ(3),

    CONSTRAINT "Settlements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Grants" (
    "id" TEXT NOT NULL,
    "quote_id" TEXT NOT NULL,
    "state" "GrantState" NOT NULL DEFAULT 'GRANTED',
    "run_id" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Runs" (
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "grant_id" TEXT,
    "account_id" TEXT,
    "payer_address" TEXT,
    "state" "RunState" NOT NULL DEFAULT 'RUNNING',
    "input" JSONB NOT NULL,
    "input_digest" TEXT NOT NULL,
    "output" JSONB,
    "output_digest" TEXT,
    "fault" TEXT,
    "failure" TEXT,
    "runner" TEXT,
    "isolation" TEXT,
    "runner_facts" JSONB,
    "exit_code" INTEGER,
    "wall_ms" INTEGER,
    "stderr_tail" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "Runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Receipts" (
    "id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "quote_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "envelope" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Receipts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Verifiers" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "enrolled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "Verifiers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Audits" (
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "verifier_id" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "package_digest" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "envelope" JSONB NOT NULL,
    "signature" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "note" TEXT,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Audits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Bonds" (
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "vault_address" TEXT NOT NULL,
    "amount_lamports" BIGINT NOT NULL,
    "required_lamports" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Bonds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Events" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "actor" TEXT,
    "data" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Downloads" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "platform" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Downloads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Reviews" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "rating" INTEGER NOT NULL,
    "text" TEXT,
    "run_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Wanted" (
    "id" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "display_query" TEXT NOT NULL,
    "searches" INTEGER NOT NULL DEFAULT 1,
    "matched_skill_id" TEXT,
    "first_asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Wanted_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Jobs" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "dedupe_key" TEXT,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "Jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RateLimits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "RateLimits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "ReservedNames" (
    "canonical_name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "ReservedNames_pkey" PRIMARY KEY ("canonical_name")
);

-- CreateIndex
CREATE UNIQUE INDEX "Accounts_username_key" ON "Accounts"("username");

-- CreateIndex
CREATE UNIQUE INDEX "Accounts_email_key" ON "Accounts"("email");

-- CreateIndex
CREATE INDEX "Wallets_account_id_idx" ON "Wallets"("account_id");

-- CreateIndex
CREATE INDEX "SignInChallenges_expires_at_idx" ON "SignInChallenges"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKeys_key_hash_key" ON "ApiKeys"("key_hash");

-- CreateIndex
CREATE INDEX "ApiKeys_account_id_idx" ON "ApiKeys"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "AgentAuthorIdentities_name_key" ON "AgentAuthorIdentities"("name");

-- CreateIndex
CREATE INDEX "AgentAuthorIdentities_account_id_idx" ON "AgentAuthorIdentities"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "AgentIdentityClaimTokens_token_hash_key" ON "AgentIdentityClaimTokens"("token_hash");

-- CreateIndex
CREATE INDEX "AgentIdentityClaimTokens_identity_id_idx" ON "AgentIdentityClaimTokens"("identity_id");

-- CreateIndex
CREATE UNIQUE INDEX "Skills_slug_key" ON "Skills"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Skills_canonical_name_key" ON "Skills"("canonical_name");

-- CreateIndex
CREATE UNIQUE INDEX "Skills_claim_token_hash_key" ON "Skills"("claim_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "Skills_latest_version_id_key" ON "Skills"("latest_version_id");

-- CreateIndex
CREATE INDEX "Skills_search_tokens_idx" ON "Skills" USING GIN ("search_tokens");

-- CreateIndex
CREATE INDEX "Skills_owner_id_idx" ON "Skills"("owner_id");

-- CreateIndex
CREATE INDEX "Skills_agent_identity_id_idx" ON "Skills"("agent_identity_id");

-- CreateIndex
CREATE INDEX "Skills_category_idx" ON "Skills"("category");

-- CreateIndex
CREATE INDEX "Skills_published_at_idx" ON "Skills"("published_at");

-- CreateIndex
CREATE INDEX "SkillVersions_package_digest_idx" ON "SkillVersions"("package_digest");

-- CreateIndex
CREATE INDEX "SkillVersions_vetting_status_idx" ON "SkillVersions"("vetting_status");

-- CreateIndex
CREATE INDEX "SkillVersions_published_at_idx" ON "SkillVersions"("published_at");

-- CreateIndex
CREATE UNIQUE INDEX "SkillVersions_skill_id_version_key" ON "SkillVersions"("skill_id", "version");

-- CreateIndex
CREATE INDEX "VettingJobs_version_id_idx" ON "VettingJobs"("version_id");

-- CreateIndex
CREATE UNIQUE INDEX "VettingFindings_job_id_position_key" ON "VettingFindings"("job_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "Quotes_reference_key" ON "Quotes"("reference");

-- CreateIndex
CREATE UNIQUE INDEX "Quotes_memo_key" ON "Quotes"("memo");

-- CreateIndex
CREATE UNIQUE INDEX "Quotes_signature_key" ON "Quotes"("signature");

-- CreateIndex
CREATE INDEX "Quotes_state_updated_at_idx" ON "Quotes"("state", "updated_at");

-- CreateIndex
CREATE INDEX "Quotes_version_id_idx" ON "Quotes"("version_id");

-- CreateIndex
CREATE UNIQUE INDEX "Quotes_payer_address_idempotency_key_key" ON "Quotes"("payer_address", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "Settlements_quote_id_key" ON "Settlements"("quote_id");

-- CreateIndex
CREATE UNIQUE INDEX "Settlements_signature_key" ON "Settlements"("signature");

-- CreateIndex
CREATE INDEX "Settlements_payee_address_settled_at_idx" ON "Settlements"("payee_address", "settled_at");

-- CreateIndex
CREATE INDEX "Settlements_finalized_at_idx" ON "Settlements"("finalized_at");

-- CreateIndex
CREATE UNIQUE INDEX "Grants_quote_id_key" ON "Grants"("quote_id");

-- CreateIndex
CREATE UNIQUE INDEX "Grants_run_id_key" ON "Grants"("run_id");

-- CreateIndex
CREATE INDEX "Grants_state_updated_at_idx" ON "Grants"("state", "updated_at");

-- CreateIndex
CREATE INDEX "Runs_version_id_started_at_idx" ON "Runs"("version_id", "started_at");

-- CreateIndex
CREATE INDEX "Runs_grant_id_idx" ON "Runs"("grant_id");

-- CreateIndex
CREATE INDEX "Runs_payer_address_started_at_idx" ON "Runs"("payer_address", "started_at");

-- CreateIndex
CREATE UNIQUE INDEX "Receipts_run_id_key" ON "Receipts"("run_id");

-- CreateIndex
CREATE INDEX "Receipts_quote_id_idx" ON "Receipts"("quote_id");

-- CreateIndex
CREATE UNIQUE INDEX "Verifiers_account_id_key" ON "Verifiers"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "Verifiers_address_key" ON "Verifiers"("address");

-- CreateIndex
CREATE UNIQUE INDEX "Audits_signature_key" ON "Audits"("signature");

-- CreateIndex
CREATE UNIQUE INDEX "Audits_nonce_key" ON "Audits"("nonce");

-- CreateIndex
CREATE INDEX "Audits_version_id_verdict_idx" ON "Audits"("version_id", "verdict");

-- CreateIndex
CREATE INDEX "Audits_issued_at_idx" ON "Audits"("issued_at");

-- CreateIndex
CREATE UNIQUE INDEX "Bonds_vault_address_key" ON "Bonds"("vault_address");

-- CreateIndex
CREATE INDEX "Bonds_version_id_idx" ON "Bonds"("version_id");

-- CreateIndex
CREATE INDEX "Events_kind_occurred_at_idx" ON "Events"("kind", "occurred_at");

-- CreateIndex
CREATE INDEX "Events_subject_id_occurred_at_idx" ON "Events"("subject_id", "occurred_at");

-- CreateIndex
CREATE INDEX "Downloads_skill_id_occurred_at_idx" ON "Downloads"("skill_id", "occurred_at");

-- CreateIndex
CREATE INDEX "Downloads_occurred_at_idx" ON "Downloads"("occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "Reviews_skill_id_account_id_key" ON "Reviews"("skill_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "Wanted_query_key" ON "Wanted"("query");

-- CreateIndex
CREATE INDEX "Wanted_searches_idx" ON "Wanted"("searches");

-- CreateIndex
CREATE UNIQUE INDEX "Jobs_dedupe_key_key" ON "Jobs"("dedupe_key");

-- CreateIndex
CREATE INDEX "Jobs_run_at_idx" ON "Jobs"("run_at");

-- AddForeignKey
ALTER TABLE "Wallets" ADD CONSTRAINT "Wallets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKeys" ADD CONSTRAINT "ApiKeys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentAuthorIdentities" ADD CONSTRAINT "AgentAuthorIdentities_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentIdentityClaimTokens" ADD CONSTRAINT "AgentIdentityClaimTokens_identity_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "AgentAuthorIdentities"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_agent_identity_id_fkey" FOREIGN KEY ("agent_identity_id") REFERENCES "AgentAuthorIdentities"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_latest_version_id_fkey" FOREIGN KEY ("latest_version_id") REFERENCES "SkillVersions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_previous_version_id_fkey" FOREIGN KEY ("previous_version_id") REFERENCES "SkillVersions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_audit_carried_from_id_fkey" FOREIGN KEY ("audit_carried_from_id") REFERENCES "SkillVersions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PackageFiles" ADD CONSTRAINT "PackageFiles_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ExampleReplays" ADD CONSTRAINT "ExampleReplays_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "VettingJobs" ADD CONSTRAINT "VettingJobs_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "VettingJobs" ADD CONSTRAINT "VettingJobs_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "VettingFindings" ADD CONSTRAINT "VettingFindings_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "VettingJobs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Settlements" ADD CONSTRAINT "Settlements_quote_id_fkey" FOREIGN KEY ("quote_id") REFERENCES "Quotes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grants" ADD CONSTRAINT "Grants_quote_id_fkey" FOREIGN KEY ("quote_id") REFERENCES "Quotes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Runs" ADD CONSTRAINT "Runs_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Runs" ADD CONSTRAINT "Runs_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Receipts" ADD CONSTRAINT "Receipts_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "Runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Verifiers" ADD CONSTRAINT "Verifiers_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Audits" ADD CONSTRAINT "Audits_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Audits" ADD CONSTRAINT "Audits_verifier_id_fkey" FOREIGN KEY ("verifier_id") REFERENCES "Verifiers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Bonds" ADD CONSTRAINT "Bonds_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Downloads" ADD CONSTRAINT "Downloads_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reviews" ADD CONSTRAINT "Reviews_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reviews" ADD CONSTRAINT "Reviews_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- One row may point at itself only through its own skill: the latest version belongs to the skill that names it.
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_id_skill_id_key" UNIQUE ("id", "skill_id");
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_latest_version_is_own"
  FOREIGN KEY ("latest_version_id", "id") REFERENCES "SkillVersions" ("id", "skill_id");

ALTER TABLE "Wallets" ADD CONSTRAINT "Wallets_kind_check" CHECK ("kind" IN ('wallet', 'demo'));
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_slug_check" CHECK ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length("slug") <= 64);
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_canonical_check" CHECK ("canonical_name" = replace("slug", '-', ''));
-- A price is 0..2^64-1 lamports, the range of the field in SKILL.md.
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_price_check" CHECK ("price_lamports" BETWEEN 0 AND 18446744073709551615);
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_counts_check"
  CHECK ("downloads_total" >= 0 AND "downloads_7d" >= 0 AND "calls_total" >= 0 AND "calls_7d" >= 0);
-- A draft has a claim token and no owner; only a claim gives it one.
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_owner_check"
  CHECK (("claim_status" IN ('draft', 'expired')) OR "owner_id" IS NOT NULL);

ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_price_check" CHECK ("price_lamports" BETWEEN 0 AND 18446744073709551615);
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_payee_check"
  CHECK ("price_lamports" = 0 OR "payee_address" IS NOT NULL);
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_digest_check"
  CHECK ("package_digest" ~ '^sha256:[0-9a-f]{64}$' AND "archive_digest" ~ '^sha256:[0-9a-f]{64}$');
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_change_check"
  CHECK ("version_change" IN ('first', 'patch', 'minor', 'major', 'other'));
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_published_check"
  CHECK ("published_at" IS NULL OR "vetting_status" IN ('approved', 'caution'));
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_yank_check" CHECK (("yanked_at" IS NULL) = ("yank_reason" IS NULL));
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_examples_check"
  CHECK ("examples_proven" >= 0 AND "examples_proven" <= "examples_total");
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_spec_check" CHECK ("spec" IN ('v2', 'v3'));

ALTER TABLE "PackageFiles" ADD CONSTRAINT "PackageFiles_sha256_check" CHECK ("sha256" ~ '^[0-9a-f]{64}$' AND "size_bytes" >= 0);
ALTER TABLE "ExampleReplays" ADD CONSTRAINT "ExampleReplays_state_check"
  CHECK ("state" IN ('proven', 'drifted', 'failing', 'not_run') AND "match_rule" IN ('exact', 'shape'));
ALTER TABLE "VettingFindings" ADD CONSTRAINT "VettingFindings_severity_check"
  CHECK ("severity" IN ('info', 'low', 'medium', 'high') AND "confidence" IN ('weak', 'strong'));

-- The parts of a price always add up, and nobody pays a quote that does not name them.
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_sum_check"
  CHECK ("price_lamports" > 0 AND "creator_lamports" >= 0 AND "fee_lamports" >= 0
    AND "creator_lamports" + "fee_lamports" = "price_lamports");
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_fee_check" CHECK ("fee_basis_points" BETWEEN 0 AND 10000);
-- A signature is on record before anything is broadcast, and stays on record afterwards.
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_signature_check"
  CHECK ("state" NOT IN ('SUBMITTED', 'GRANTED', 'CONSUMED') OR "signature" IS NOT NULL);
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_commitment_check" CHECK ("commitment" IN ('confirmed', 'finalized'));
ALTER TABLE "Settlements" ADD CONSTRAINT "Settlements_amounts_check"
  CHECK ("creator_lamports" >= 0 AND "fee_lamports" >= 0 AND "excess_lamports" >= 0);
ALTER TABLE "Grants" ADD CONSTRAINT "Grants_run_check" CHECK ("state" NOT IN ('RUNNING', 'CONSUMED') OR "run_id" IS NOT NULL);
ALTER TABLE "Runs" ADD CONSTRAINT "Runs_fault_check" CHECK ("fault" IS NULL OR "fault" IN ('skill', 'platform', 'caller'));
ALTER TABLE "Runs" ADD CONSTRAINT "Runs_finished_check" CHECK (("state" = 'RUNNING') = ("finished_at" IS NULL));
ALTER TABLE "Runs" ADD CONSTRAINT "Runs_grant_fkey" FOREIGN KEY ("grant_id") REFERENCES "Grants" ("id");

ALTER TABLE "Audits" ADD CONSTRAINT "Audits_verdict_check"
  CHECK ("verdict" IN ('seal', 'changes_requested', 'challenge') AND "scope" IN ('full', 'reduced', 'patch'));
ALTER TABLE "Audits" ADD CONSTRAINT "Audits_digest_check" CHECK ("package_digest" ~ '^sha256:[0-9a-f]{64}$');
ALTER TABLE "Audits" ADD CONSTRAINT "Audits_term_check" CHECK ("expires_at" > "issued_at");
ALTER TABLE "Bonds" ADD CONSTRAINT "Bonds_state_check"
  CHECK ("state" IN ('seen', 'locked', 'released', 'slashed') AND "amount_lamports" >= 0 AND "required_lamports" > 0);
ALTER TABLE "Reviews" ADD CONSTRAINT "Reviews_rating_check" CHECK ("rating" BETWEEN 1 AND 5 AND length(coalesce("text", '')) <= 2000);

-- Runs that never ended are looked for once in a while; there are few of them among many.
CREATE INDEX "Runs_running_started_at_idx" ON "Runs" ("started_at") WHERE "state" = 'RUNNING';

-- The worker asks for waiting jobs several times a second; done ones are kept for two days.
CREATE INDEX "Jobs_waiting_run_at_idx" ON "Jobs" ("run_at") WHERE "done_at" IS NULL AND "failed_at" IS NULL;
