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

-- CreateEnum
CREATE TYPE "DeviceLoginState" AS ENUM ('pending', 'approved', 'denied', 'taken');

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
    "closed_at" TIMESTAMPTZ(3),
    "mail_locale" TEXT,
    "skill_notices" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "Accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Usernames" (
    "name" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Usernames_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "PublisherDomains" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "proven_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "finding" TEXT,
    "failed_days" INTEGER NOT NULL DEFAULT 0,
    "failed_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3),

    CONSTRAINT "PublisherDomains_pkey" PRIMARY KEY ("id")
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
    "made_by_id" TEXT,

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
    "canonical_name" TEXT NOT NULL,

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
    "locale" TEXT NOT NULL DEFAULT 'en',

    CONSTRAINT "AgentIdentityClaimTokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OwnerRegistrations" (
    "id" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "account_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OwnerRegistrations_pkey" PRIMARY KEY ("id")
);

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
    "quarantine_reason" TEXT,
    "quarantined_at" TIMESTAMPTZ(3),
    "rating_count" INTEGER NOT NULL DEFAULT 0,
    "rating_sum" INTEGER NOT NULL DEFAULT 0,
    "calls_counted" INTEGER NOT NULL DEFAULT 0,
    "calls_counted_until" TIMESTAMPTZ(3),
    "words_edition" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "Skills_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SkillNames" (
    "name" TEXT NOT NULL,
    "canonical_name" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "borne_at" TIMESTAMPTZ(3),

    CONSTRAINT "SkillNames_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "SkillTransfers" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "from_id" TEXT NOT NULL,
    "to_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'offered',
    "open_skill_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "SkillTransfers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SkillMaintainers" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "invited_by_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'invited',
    "open_account_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "SkillMaintainers_pkey" PRIMARY KEY ("id")
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
    "differences" JSON,
    "required_bump" TEXT,
    "tools" JSON,
    "audit_asked_at" TIMESTAMPTZ(3),
    "publisher_id" TEXT,
    "uploaded_by_id" TEXT,

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
    "payer_address" TEXT,
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
    "calls" INTEGER NOT NULL DEFAULT 1,
    "rail" TEXT NOT NULL DEFAULT 'wallet',
    "reported_signature" TEXT,
    "request_digest" TEXT,
    "token_account" TEXT,
    "token_decimals" INTEGER,
    "token_fee_payer" TEXT,
    "token_mint" TEXT,
    "token_units" BIGINT,

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
    "token_fee_units" BIGINT,
    "token_mint" TEXT,
    "token_units" BIGINT,

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
    "calls" INTEGER NOT NULL DEFAULT 1,
    "position" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CallKeys" (
    "key_hash" TEXT NOT NULL,
    "request_digest" TEXT NOT NULL,
    "quote_id" TEXT,
    "run_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CallKeys_pkey" PRIMARY KEY ("key_hash")
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
    "cleared_at" TIMESTAMPTZ(3),

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
    "key_signature" TEXT,
    "key_statement" TEXT,

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
    "revoke_reason" TEXT,
    "findings" TEXT,

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
    "seen_chain" TEXT,
    "seen_slot" BIGINT,
    "arbiter" TEXT,
    "council" TEXT,
    "creator" TEXT,

    CONSTRAINT "Bonds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "VaultSearches" (
    "bond_id" TEXT NOT NULL,
    "amount_lamports" BIGINT NOT NULL,
    "held_slot" BIGINT,
    "before" TEXT NOT NULL,
    "searched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "VaultSearches_pkey" PRIMARY KEY ("bond_id")
);

-- CreateTable
CREATE TABLE "BondOpenings" (
    "signature" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "vault_address" TEXT NOT NULL,
    "arbiter" TEXT NOT NULL,
    "council" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "lands_until" BIGINT,

    CONSTRAINT "BondOpenings_pkey" PRIMARY KEY ("signature")
);

-- CreateTable
CREATE TABLE "BondMoves" (
    "id" TEXT NOT NULL,
    "bond_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "message" BYTEA NOT NULL,
    "signers" TEXT[],
    "signatures" TEXT[],
    "state" TEXT NOT NULL,
    "signature" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "BondMoves_pkey" PRIMARY KEY ("id")
);

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
    "key_signature" TEXT,
    "key_statement" TEXT,

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
    "audit_id" TEXT,

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
    "address_hash" TEXT,
    "day" DATE NOT NULL,
    "identity_hash" TEXT NOT NULL,

    CONSTRAINT "Downloads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ConvertedPackages" (
    "package_digest" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "converter_version" TEXT NOT NULL,
    "archive_digest" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "ConvertedPackages_pkey" PRIMARY KEY ("package_digest","version","target","converter_version")
);

-- CreateTable
CREATE TABLE "BlobsUnderWay" (
    "digest" TEXT NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BlobsUnderWay_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "Reviews" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "rating" INTEGER NOT NULL,
    "text" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "written_by" TEXT NOT NULL DEFAULT 'person',

    CONSTRAINT "Reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Wanted" (
    "id" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "display_query" TEXT NOT NULL,
    "searches" INTEGER NOT NULL DEFAULT 0,
    "matched_skill_id" TEXT,
    "first_asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kind" TEXT NOT NULL DEFAULT 'keyword',

    CONSTRAINT "Wanted_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WantedSearches" (
    "wanted_id" TEXT NOT NULL,
    "identity_hash" TEXT NOT NULL,
    "address_hash" TEXT,
    "day" DATE NOT NULL,

    CONSTRAINT "WantedSearches_pkey" PRIMARY KEY ("wanted_id","identity_hash","day")
);

-- CreateTable
CREATE TABLE "WantedMatches" (
    "wanted_id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "matched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WantedMatches_pkey" PRIMARY KEY ("wanted_id","skill_id")
);

-- CreateTable
CREATE TABLE "Reports" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "account_id" TEXT,
    "identity_hash" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "decision" TEXT,
    "decided_by_id" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Appeals" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "version_id" TEXT,
    "account_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "decision" TEXT,
    "decided_by_id" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Appeals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlatformKeys" (
    "key_id" TEXT NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3),

    CONSTRAINT "PlatformKeys_pkey" PRIMARY KEY ("key_id")
);

-- CreateTable
CREATE TABLE "Publications" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "file_name" TEXT,
    "archive" BYTEA NOT NULL,
    "package_digest" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "price_lamports" DECIMAL(20,0),
    "listing" TEXT,
    "vetting_state" TEXT NOT NULL DEFAULT 'none',
    "vetting_status" TEXT,
    "checks" JSONB NOT NULL DEFAULT '[]',
    "findings" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Publications_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "Mails" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient_hash" TEXT NOT NULL,
    "sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "Mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MailRecipients" (
    "recipient_hash" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MailRecipients_pkey" PRIMARY KEY ("recipient_hash")
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

-- CreateTable
CREATE TABLE "Profiles" (
    "owner_id" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Profiles_pkey" PRIMARY KEY ("owner_id")
);

-- CreateTable
CREATE TABLE "Reminders" (
    "id" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Reminders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DeviceLogins" (
    "id" TEXT NOT NULL,
    "device_code_hash" TEXT NOT NULL,
    "user_code" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "state" "DeviceLoginState" NOT NULL DEFAULT 'pending',
    "account_id" TEXT,
    "last_asked_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DeviceLogins_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UploadTickets" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "content" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UploadTickets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Stars" (
    "skill_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Stars_pkey" PRIMARY KEY ("skill_id","account_id")
);

-- CreateTable
CREATE TABLE "RefusedForms" (
    "id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RefusedForms_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Accounts_username_key" ON "Accounts"("username");

-- CreateIndex
CREATE UNIQUE INDEX "Accounts_email_key" ON "Accounts"("email");

-- CreateIndex
CREATE INDEX "Accounts_closed_at_idx" ON "Accounts"("closed_at");

-- CreateIndex
CREATE INDEX "Usernames_account_id_idx" ON "Usernames"("account_id");

-- CreateIndex
CREATE INDEX "PublisherDomains_domain_idx" ON "PublisherDomains"("domain");

-- CreateIndex
CREATE INDEX "PublisherDomains_next_check_at_idx" ON "PublisherDomains"("next_check_at");

-- CreateIndex
CREATE UNIQUE INDEX "PublisherDomains_account_id_domain_key" ON "PublisherDomains"("account_id", "domain");

-- CreateIndex
CREATE INDEX "Wallets_account_id_idx" ON "Wallets"("account_id");

-- CreateIndex
CREATE INDEX "SignInChallenges_expires_at_idx" ON "SignInChallenges"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKeys_key_hash_key" ON "ApiKeys"("key_hash");

-- CreateIndex
CREATE INDEX "ApiKeys_account_id_idx" ON "ApiKeys"("account_id");

-- CreateIndex
CREATE INDEX "ApiKeys_made_by_id_idx" ON "ApiKeys"("made_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "AgentAuthorIdentities_name_key" ON "AgentAuthorIdentities"("name");

-- CreateIndex
CREATE UNIQUE INDEX "AgentAuthorIdentities_canonical_name_key" ON "AgentAuthorIdentities"("canonical_name");

-- CreateIndex
CREATE INDEX "AgentAuthorIdentities_account_id_idx" ON "AgentAuthorIdentities"("account_id");

-- CreateIndex
CREATE INDEX "AgentAuthorIdentities_contact_email_idx" ON "AgentAuthorIdentities"("contact_email");

-- CreateIndex
CREATE UNIQUE INDEX "AgentIdentityClaimTokens_token_hash_key" ON "AgentIdentityClaimTokens"("token_hash");

-- CreateIndex
CREATE INDEX "AgentIdentityClaimTokens_identity_id_idx" ON "AgentIdentityClaimTokens"("identity_id");

-- CreateIndex
CREATE UNIQUE INDEX "OwnerRegistrations_token_hash_key" ON "OwnerRegistrations"("token_hash");

-- CreateIndex
CREATE INDEX "OwnerRegistrations_expires_at_idx" ON "OwnerRegistrations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "DraftClaimVerifications_token_hash_key" ON "DraftClaimVerifications"("token_hash");

-- CreateIndex
CREATE INDEX "DraftClaimVerifications_skill_id_idx" ON "DraftClaimVerifications"("skill_id");

-- CreateIndex
CREATE INDEX "DraftClaimVerifications_email_idx" ON "DraftClaimVerifications"("email");

-- CreateIndex
CREATE INDEX "DraftUploads_occurred_at_idx" ON "DraftUploads"("occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "DraftUploads_subject_number_key" ON "DraftUploads"("subject", "number");

-- CreateIndex
CREATE UNIQUE INDEX "Skills_slug_key" ON "Skills"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Skills_canonical_name_key" ON "Skills"("canonical_name");

-- CreateIndex
CREATE UNIQUE INDEX "Skills_claim_token_hash_key" ON "Skills"("claim_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "Skills_latest_version_id_key" ON "Skills"("latest_version_id");

-- CreateIndex
CREATE INDEX "Skills_claim_status_claim_expires_at_idx" ON "Skills"("claim_status", "claim_expires_at");

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
CREATE UNIQUE INDEX "SkillNames_canonical_name_key" ON "SkillNames"("canonical_name");

-- CreateIndex
CREATE INDEX "SkillNames_skill_id_idx" ON "SkillNames"("skill_id");

-- CreateIndex
CREATE UNIQUE INDEX "SkillTransfers_open_skill_id_key" ON "SkillTransfers"("open_skill_id");

-- CreateIndex
CREATE INDEX "SkillTransfers_skill_id_state_idx" ON "SkillTransfers"("skill_id", "state");

-- CreateIndex
CREATE INDEX "SkillTransfers_from_id_state_idx" ON "SkillTransfers"("from_id", "state");

-- CreateIndex
CREATE INDEX "SkillTransfers_to_id_state_idx" ON "SkillTransfers"("to_id", "state");

-- CreateIndex
CREATE INDEX "SkillMaintainers_skill_id_account_id_idx" ON "SkillMaintainers"("skill_id", "account_id");

-- CreateIndex
CREATE INDEX "SkillMaintainers_account_id_state_idx" ON "SkillMaintainers"("account_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "SkillMaintainers_skill_id_open_account_id_key" ON "SkillMaintainers"("skill_id", "open_account_id");

-- CreateIndex
CREATE INDEX "SkillVersions_package_digest_idx" ON "SkillVersions"("package_digest");

-- CreateIndex
CREATE INDEX "SkillVersions_archive_digest_idx" ON "SkillVersions"("archive_digest");

-- CreateIndex
CREATE INDEX "SkillVersions_vetting_status_idx" ON "SkillVersions"("vetting_status");

-- CreateIndex
CREATE INDEX "SkillVersions_published_at_idx" ON "SkillVersions"("published_at");

-- CreateIndex
CREATE INDEX "SkillVersions_uploaded_by_id_published_at_idx" ON "SkillVersions"("uploaded_by_id", "published_at");

-- CreateIndex
CREATE UNIQUE INDEX "SkillVersions_skill_id_version_key" ON "SkillVersions"("skill_id", "version");

-- CreateIndex
CREATE INDEX "ExampleReplays_replayed_at_idx" ON "ExampleReplays"("replayed_at");

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

-- CreateIndex, with what Prisma cannot say: grants are held to it, and what was sold is read from it.
CREATE UNIQUE INDEX "Quotes_id_calls_key" ON "Quotes"("id", "calls") INCLUDE ("version_id");

-- CreateIndex
CREATE UNIQUE INDEX "Settlements_quote_id_key" ON "Settlements"("quote_id");

-- CreateIndex
CREATE UNIQUE INDEX "Settlements_signature_key" ON "Settlements"("signature");

-- CreateIndex
CREATE INDEX "Settlements_payer_address_id_idx" ON "Settlements"("payer_address", "id");

-- CreateIndex
CREATE INDEX "Settlements_finalized_at_idx" ON "Settlements"("finalized_at");

-- CreateIndex
CREATE INDEX "Settlements_payee_address_id_idx" ON "Settlements"("payee_address", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Grants_run_id_key" ON "Grants"("run_id");

-- CreateIndex
CREATE INDEX "Grants_state_updated_at_idx" ON "Grants"("state", "updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "Grants_quote_id_position_key" ON "Grants"("quote_id", "position");

-- CreateIndex
CREATE INDEX "CallKeys_quote_id_idx" ON "CallKeys"("quote_id");

-- CreateIndex
CREATE INDEX "CallKeys_run_id_idx" ON "CallKeys"("run_id");

-- CreateIndex
CREATE INDEX "Runs_version_id_started_at_idx" ON "Runs"("version_id", "started_at");

-- CreateIndex
CREATE INDEX "Runs_grant_id_idx" ON "Runs"("grant_id");

-- CreateIndex
CREATE INDEX "Runs_payer_address_version_id_idx" ON "Runs"("payer_address", "version_id");

-- CreateIndex
CREATE UNIQUE INDEX "Receipts_run_id_key" ON "Receipts"("run_id");

-- CreateIndex
CREATE INDEX "Receipts_quote_id_idx" ON "Receipts"("quote_id");

-- CreateIndex
CREATE INDEX "Verifiers_account_id_idx" ON "Verifiers"("account_id");

-- CreateIndex
CREATE INDEX "Verifiers_address_idx" ON "Verifiers"("address");

-- CreateIndex
CREATE UNIQUE INDEX "Audits_signature_key" ON "Audits"("signature");

-- CreateIndex
CREATE UNIQUE INDEX "Audits_nonce_key" ON "Audits"("nonce");

-- CreateIndex
CREATE INDEX "Audits_version_id_verdict_idx" ON "Audits"("version_id", "verdict");

-- CreateIndex
CREATE INDEX "Audits_verifier_id_issued_at_idx" ON "Audits"("verifier_id", "issued_at");

-- CreateIndex
CREATE INDEX "Audits_issued_at_idx" ON "Audits"("issued_at");

-- CreateIndex
CREATE UNIQUE INDEX "Bonds_vault_address_key" ON "Bonds"("vault_address");

-- CreateIndex
CREATE INDEX "Bonds_version_id_idx" ON "Bonds"("version_id");

-- CreateIndex
CREATE INDEX "BondOpenings_version_id_vault_address_idx" ON "BondOpenings"("version_id", "vault_address");

-- CreateIndex
CREATE UNIQUE INDEX "BondMoves_signature_key" ON "BondMoves"("signature");

-- CreateIndex
CREATE INDEX "BondMoves_bond_id_created_at_idx" ON "BondMoves"("bond_id", "created_at");

-- CreateIndex
CREATE INDEX "VerifierApplications_state_created_at_idx" ON "VerifierApplications"("state", "created_at");

-- CreateIndex
CREATE INDEX "VerifierApplications_account_id_idx" ON "VerifierApplications"("account_id");

-- CreateIndex
CREATE INDEX "ReviewClaims_verifier_id_idx" ON "ReviewClaims"("verifier_id");

-- CreateIndex
CREATE UNIQUE INDEX "Challenges_audit_id_key" ON "Challenges"("audit_id");

-- CreateIndex
CREATE INDEX "Challenges_version_id_state_idx" ON "Challenges"("version_id", "state");

-- CreateIndex
CREATE INDEX "Challenges_state_deadline_idx" ON "Challenges"("state", "deadline");

-- CreateIndex
CREATE INDEX "Challenges_account_id_state_idx" ON "Challenges"("account_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "LogEntries_previous_seq_key" ON "LogEntries"("previous_seq");

-- CreateIndex
CREATE INDEX "LogEntries_subject_id_idx" ON "LogEntries"("subject_id");

-- CreateIndex
CREATE INDEX "Events_kind_occurred_at_idx" ON "Events"("kind", "occurred_at");

-- CreateIndex
CREATE INDEX "Events_subject_id_occurred_at_idx" ON "Events"("subject_id", "occurred_at");

-- CreateIndex
CREATE INDEX "Downloads_skill_id_occurred_at_idx" ON "Downloads"("skill_id", "occurred_at");

-- CreateIndex
CREATE INDEX "Downloads_occurred_at_idx" ON "Downloads"("occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "Downloads_skill_id_identity_hash_day_key" ON "Downloads"("skill_id", "identity_hash", "day");

-- CreateIndex
CREATE UNIQUE INDEX "Downloads_skill_id_address_hash_day_key" ON "Downloads"("skill_id", "address_hash", "day");

-- CreateIndex
CREATE INDEX "ConvertedPackages_archive_digest_idx" ON "ConvertedPackages"("archive_digest");

-- CreateIndex
CREATE INDEX "BlobsUnderWay_stored_at_idx" ON "BlobsUnderWay"("stored_at");

-- CreateIndex
CREATE INDEX "Reviews_skill_id_updated_at_idx" ON "Reviews"("skill_id", "updated_at");

-- CreateIndex
CREATE INDEX "Reviews_account_id_idx" ON "Reviews"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "Reviews_skill_id_account_id_key" ON "Reviews"("skill_id", "account_id");

-- CreateIndex
CREATE INDEX "Wanted_searches_idx" ON "Wanted"("searches");

-- CreateIndex
CREATE UNIQUE INDEX "Wanted_kind_query_key" ON "Wanted"("kind", "query");

-- CreateIndex
CREATE INDEX "WantedSearches_day_idx" ON "WantedSearches"("day");

-- CreateIndex
CREATE UNIQUE INDEX "WantedSearches_wanted_id_address_hash_day_key" ON "WantedSearches"("wanted_id", "address_hash", "day");

-- CreateIndex
CREATE INDEX "WantedMatches_skill_id_idx" ON "WantedMatches"("skill_id");

-- CreateIndex
CREATE INDEX "Reports_state_created_at_idx" ON "Reports"("state", "created_at");

-- CreateIndex
CREATE INDEX "Reports_account_id_idx" ON "Reports"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "Reports_skill_id_identity_hash_day_key" ON "Reports"("skill_id", "identity_hash", "day");

-- CreateIndex
CREATE INDEX "Appeals_state_created_at_idx" ON "Appeals"("state", "created_at");

-- CreateIndex
CREATE INDEX "Appeals_skill_id_idx" ON "Appeals"("skill_id");

-- CreateIndex
CREATE INDEX "Appeals_account_id_idx" ON "Appeals"("account_id");

-- CreateIndex
CREATE INDEX "Publications_changed_at_idx" ON "Publications"("changed_at");

-- CreateIndex
CREATE UNIQUE INDEX "Publications_account_id_place_key" ON "Publications"("account_id", "place");

-- CreateIndex
CREATE UNIQUE INDEX "Jobs_dedupe_key_key" ON "Jobs"("dedupe_key");

-- CreateIndex
CREATE INDEX "Jobs_run_at_idx" ON "Jobs"("run_at");

-- CreateIndex
CREATE INDEX "Mails_recipient_hash_created_at_idx" ON "Mails"("recipient_hash", "created_at");

-- CreateIndex
CREATE INDEX "Mails_created_at_idx" ON "Mails"("created_at");

-- CreateIndex
CREATE INDEX "MailRecipients_asked_at_idx" ON "MailRecipients"("asked_at");

-- CreateIndex
CREATE INDEX "RateLimits_expire_idx" ON "RateLimits"("expire");

-- CreateIndex
CREATE INDEX "Reminders_owner_id_idx" ON "Reminders"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "DeviceLogins_device_code_hash_key" ON "DeviceLogins"("device_code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "DeviceLogins_user_code_key" ON "DeviceLogins"("user_code");

-- CreateIndex
CREATE INDEX "DeviceLogins_expires_at_idx" ON "DeviceLogins"("expires_at");

-- CreateIndex
CREATE INDEX "UploadTickets_account_id_idx" ON "UploadTickets"("account_id");

-- CreateIndex
CREATE INDEX "UploadTickets_expires_at_idx" ON "UploadTickets"("expires_at");

-- CreateIndex
CREATE INDEX "Stars_account_id_idx" ON "Stars"("account_id");

-- CreateIndex
CREATE INDEX "RefusedForms_expires_at_idx" ON "RefusedForms"("expires_at");

-- AddForeignKey
ALTER TABLE "Usernames" ADD CONSTRAINT "Usernames_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PublisherDomains" ADD CONSTRAINT "PublisherDomains_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Wallets" ADD CONSTRAINT "Wallets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKeys" ADD CONSTRAINT "ApiKeys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKeys" ADD CONSTRAINT "ApiKeys_made_by_id_fkey" FOREIGN KEY ("made_by_id") REFERENCES "ApiKeys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentAuthorIdentities" ADD CONSTRAINT "AgentAuthorIdentities_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentIdentityClaimTokens" ADD CONSTRAINT "AgentIdentityClaimTokens_identity_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "AgentAuthorIdentities"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OwnerRegistrations" ADD CONSTRAINT "OwnerRegistrations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftClaimVerifications" ADD CONSTRAINT "DraftClaimVerifications_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftClaimVerifications" ADD CONSTRAINT "DraftClaimVerifications_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_agent_identity_id_fkey" FOREIGN KEY ("agent_identity_id") REFERENCES "AgentAuthorIdentities"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_latest_version_id_fkey" FOREIGN KEY ("latest_version_id") REFERENCES "SkillVersions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillNames" ADD CONSTRAINT "SkillNames_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillTransfers" ADD CONSTRAINT "SkillTransfers_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillTransfers" ADD CONSTRAINT "SkillTransfers_from_id_fkey" FOREIGN KEY ("from_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillTransfers" ADD CONSTRAINT "SkillTransfers_to_id_fkey" FOREIGN KEY ("to_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillMaintainers" ADD CONSTRAINT "SkillMaintainers_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillMaintainers" ADD CONSTRAINT "SkillMaintainers_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillMaintainers" ADD CONSTRAINT "SkillMaintainers_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_publisher_id_fkey" FOREIGN KEY ("publisher_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_uploaded_by_id_fkey" FOREIGN KEY ("uploaded_by_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

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
ALTER TABLE "Grants" ADD CONSTRAINT "Grants_quote_id_calls_fkey" FOREIGN KEY ("quote_id", "calls") REFERENCES "Quotes"("id", "calls") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CallKeys" ADD CONSTRAINT "CallKeys_quote_id_fkey" FOREIGN KEY ("quote_id") REFERENCES "Quotes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CallKeys" ADD CONSTRAINT "CallKeys_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "Runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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
ALTER TABLE "VaultSearches" ADD CONSTRAINT "VaultSearches_bond_id_fkey" FOREIGN KEY ("bond_id") REFERENCES "Bonds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BondOpenings" ADD CONSTRAINT "BondOpenings_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BondMoves" ADD CONSTRAINT "BondMoves_bond_id_fkey" FOREIGN KEY ("bond_id") REFERENCES "Bonds"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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
ALTER TABLE "FindingDecisions" ADD CONSTRAINT "FindingDecisions_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FindingDecisions" ADD CONSTRAINT "FindingDecisions_verifier_id_fkey" FOREIGN KEY ("verifier_id") REFERENCES "Verifiers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReplayComparisons" ADD CONSTRAINT "ReplayComparisons_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReplayComparisons" ADD CONSTRAINT "ReplayComparisons_base_id_fkey" FOREIGN KEY ("base_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Challenges" ADD CONSTRAINT "Challenges_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "SkillVersions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Challenges" ADD CONSTRAINT "Challenges_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Challenges" ADD CONSTRAINT "Challenges_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "Audits"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Downloads" ADD CONSTRAINT "Downloads_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reviews" ADD CONSTRAINT "Reviews_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reviews" ADD CONSTRAINT "Reviews_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WantedSearches" ADD CONSTRAINT "WantedSearches_wanted_id_fkey" FOREIGN KEY ("wanted_id") REFERENCES "Wanted"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WantedMatches" ADD CONSTRAINT "WantedMatches_wanted_id_fkey" FOREIGN KEY ("wanted_id") REFERENCES "Wanted"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WantedMatches" ADD CONSTRAINT "WantedMatches_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reports" ADD CONSTRAINT "Reports_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Appeals" ADD CONSTRAINT "Appeals_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Appeals" ADD CONSTRAINT "Appeals_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Publications" ADD CONSTRAINT "Publications_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeviceLogins" ADD CONSTRAINT "DeviceLogins_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UploadTickets" ADD CONSTRAINT "UploadTickets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Stars" ADD CONSTRAINT "Stars_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Stars" ADD CONSTRAINT "Stars_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- ── identity ──

ALTER TABLE "Wallets" ADD CONSTRAINT "Wallets_kind_check" CHECK ("kind" IN ('wallet', 'demo'));
-- A closed account has no way in and no power, whatever was on its way when it was closed.
ALTER TABLE "Accounts" ADD CONSTRAINT "Accounts_closed_check" CHECK ("closed_at" IS NULL
  OR ("email" IS NULL AND "email_verified_at" IS NULL AND "password_hash" IS NULL AND "role" = 'member'));
-- A language the market writes in, and nothing of it is kept of a closed account.
ALTER TABLE "Accounts" ADD CONSTRAINT "Accounts_mail_locale_check" CHECK ("mail_locale" IN ('en', 'zh-Hans', 'ko')),
  ADD CONSTRAINT "Accounts_closed_mails_check" CHECK ("closed_at" IS NULL OR ("mail_locale" IS NULL AND "skill_notices"));

ALTER TABLE "DeviceLogins" ADD CONSTRAINT "DeviceLogins_account_check" CHECK (("state" IN ('approved', 'taken')) <= ("account_id" IS NOT NULL));
ALTER TABLE "DeviceLogins" ADD CONSTRAINT "DeviceLogins_code_check" CHECK ("user_code" ~ '^[B-DF-HJ-NP-TV-Z]{8}$' AND length("label") <= 60);
ALTER TABLE "UploadTickets" ADD CONSTRAINT "UploadTickets_content_check" CHECK ("size_bytes" >= 0 AND ("content" IS NULL OR octet_length("content") = "size_bytes"));

-- Of all the mails sent for one draft, and of all sent for one agent, one link at most has ever worked.
CREATE UNIQUE INDEX "DraftClaimVerifications_one_winner" ON "DraftClaimVerifications"("skill_id") WHERE "used_at" IS NOT NULL;
CREATE UNIQUE INDEX "AgentIdentityClaimTokens_one_winner" ON "AgentIdentityClaimTokens"("identity_id") WHERE "used_at" IS NOT NULL;

-- A domain is one account's at a time.
CREATE UNIQUE INDEX "PublisherDomains_one_owner" ON "PublisherDomains"("domain") WHERE "proven_at" IS NOT NULL;
-- What is shown is asked for again, and nothing else is.
ALTER TABLE "PublisherDomains" ADD CONSTRAINT "PublisherDomains_rechecked_check" CHECK (("proven_at" IS NULL) = ("next_check_at" IS NULL));
ALTER TABLE "PublisherDomains" ADD CONSTRAINT "PublisherDomains_domain_check" CHECK ("domain" ~ '^[a-z0-9.-]{3,243}$');
ALTER TABLE "PublisherDomains" ADD CONSTRAINT "PublisherDomains_finding_check" CHECK ("finding" IN ('seen', 'missing', 'another', 'taken', 'no-answer'));

-- Bounds of last resort; lib/core-tools says no earlier, and in words.
ALTER TABLE "Profiles" ADD CONSTRAINT "Profiles_size_check" CHECK (octet_length("data"::text) <= 262144);
ALTER TABLE "Reminders" ADD CONSTRAINT "Reminders_text_check" CHECK (length("text") BETWEEN 1 AND 500);

-- ── skills and versions ──

-- One row may point at itself only through its own skill: the latest version belongs to the skill that names it.
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_id_skill_id_key" UNIQUE ("id", "skill_id");
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_latest_version_is_own"
  FOREIGN KEY ("latest_version_id", "id") REFERENCES "SkillVersions" ("id", "skill_id");

ALTER TABLE "Skills" ADD CONSTRAINT "Skills_slug_check" CHECK ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length("slug") <= 64);
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_canonical_check" CHECK ("canonical_name" = replace("slug", '-', ''));
-- A price is 0..2^64-1 lamports, the range of the field in SKILL.md.
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_price_check" CHECK ("price_lamports" BETWEEN 0 AND 18446744073709551615);
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_counts_check"
  CHECK ("downloads_total" >= 0 AND "downloads_7d" >= 0 AND "calls_total" >= 0 AND "calls_7d" >= 0);
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_calls_counted_check" CHECK ("calls_counted" >= 0 AND ("calls_counted" = 0 OR "calls_counted_until" IS NOT NULL));
-- A draft has a claim token and no owner; only a claim gives it one.
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_owner_check"
  CHECK (("claim_status" IN ('draft', 'expired')) OR "owner_id" IS NOT NULL);
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_rating_check"
  CHECK ("rating_count" >= 0 AND "rating_sum" BETWEEN "rating_count" AND 5 * "rating_count");
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_quarantine_check" CHECK (("quarantined_at" IS NULL) = ("quarantine_reason" IS NULL));
-- A quarantined skill is on no list, whichever way it got there.
ALTER TABLE "Skills" ADD CONSTRAINT "Skills_quarantine_unlisted_check" CHECK ("quarantined_at" IS NULL OR "published_at" IS NULL);

ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_price_check" CHECK ("price_lamports" BETWEEN 0 AND 18446744073709551615);
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_payee_check"
  CHECK ("price_lamports" = 0 OR "payee_address" IS NOT NULL);
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_digest_check"
  CHECK ("package_digest" ~ '^sha256:[0-9a-f]{64}$' AND "archive_digest" ~ '^sha256:[0-9a-f]{64}$');
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_change_check"
  CHECK ("version_change" IN ('first', 'patch', 'minor', 'major', 'other'));
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_required_bump_check"
  CHECK ("required_bump" IN ('patch', 'minor', 'major'));
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_published_check"
  CHECK ("published_at" IS NULL OR "vetting_status" IN ('approved', 'caution'));
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_yank_check" CHECK (("yanked_at" IS NULL) = ("yank_reason" IS NULL));
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_examples_check"
  CHECK ("examples_proven" >= 0 AND "examples_proven" <= "examples_total");
ALTER TABLE "SkillVersions" ADD CONSTRAINT "SkillVersions_spec_check" CHECK ("spec" IN ('v2', 'v3'));

ALTER TABLE "PackageFiles" ADD CONSTRAINT "PackageFiles_sha256_check" CHECK ("sha256" ~ '^[0-9a-f]{64}$' AND "size_bytes" >= 0);
ALTER TABLE "ConvertedPackages" ADD CONSTRAINT "ConvertedPackages_digests_check"
  CHECK ("package_digest" ~ '^sha256:[0-9a-f]{64}$' AND "archive_digest" ~ '^sha256:[0-9a-f]{64}$' AND "size_bytes" > 0);
ALTER TABLE "ExampleReplays" ADD CONSTRAINT "ExampleReplays_state_check"
  CHECK ("state" IN ('proven', 'drifted', 'failing', 'not_run') AND "match_rule" IN ('exact', 'shape'));
ALTER TABLE "VettingFindings" ADD CONSTRAINT "VettingFindings_severity_check"
  CHECK ("severity" IN ('info', 'low', 'medium', 'high') AND "confidence" IN ('weak', 'strong'));
ALTER TABLE "Publications" ADD CONSTRAINT "Publications_bounds_check"
  CHECK ("place" BETWEEN 1 AND 10 AND length("archive") <= 5242880 AND length("file_name") <= 200
    AND "price_lamports" BETWEEN 0 AND 18446744073709551615);
ALTER TABLE "Publications" ADD CONSTRAINT "Publications_states_check"
  CHECK ("vetting_state" IN ('none', 'queued', 'running', 'done', 'failed')
    AND ("vetting_state" = 'done') = ("vetting_status" IS NOT NULL)
    AND "vetting_status" IN ('approved', 'caution', 'rejected')
    AND "listing" IN ('optimistic', 'audit', 'unverified'));

-- An offer holds its skill's one open place exactly as long as it is open, and nobody offers a skill to themselves.
ALTER TABLE "SkillTransfers" ADD CONSTRAINT "SkillTransfers_state_check"
  CHECK ("state" IN ('offered', 'accepted', 'declined', 'cancelled')),
  ADD CONSTRAINT "SkillTransfers_open_check"
  CHECK (CASE "state" WHEN 'offered' THEN "open_skill_id" IS NOT NULL AND "open_skill_id" = "skill_id" AND "ended_at" IS NULL
    ELSE "open_skill_id" IS NULL AND "ended_at" IS NOT NULL END),
  ADD CONSTRAINT "SkillTransfers_parties_check" CHECK ("from_id" <> "to_id");
-- Somebody is invited to a skill, or maintains it, once at a time; who never accepted never maintained it, and nobody invites themselves.
ALTER TABLE "SkillMaintainers" ADD CONSTRAINT "SkillMaintainers_state_check"
  CHECK ("state" IN ('invited', 'active', 'declined', 'withdrawn', 'left', 'removed')),
  ADD CONSTRAINT "SkillMaintainers_open_check"
  CHECK (CASE WHEN "state" IN ('invited', 'active') THEN "open_account_id" IS NOT NULL AND "open_account_id" = "account_id" AND "ended_at" IS NULL
    ELSE "open_account_id" IS NULL AND "ended_at" IS NOT NULL END),
  ADD CONSTRAINT "SkillMaintainers_accepted_check"
  CHECK (("state" IN ('active', 'left', 'removed')) = ("accepted_at" IS NOT NULL)),
  ADD CONSTRAINT "SkillMaintainers_parties_check" CHECK ("account_id" <> "invited_by_id");

-- What is used most comes first on most lists. Only the worker changes the number, and only of skills it changed for.
CREATE INDEX "Skills_listed_calls_7d_slug_idx" ON "Skills"("calls_7d" DESC, "slug") WHERE "published_at" IS NOT NULL;
-- The numbers of the front page are read from indexes alone.
CREATE INDEX "Skills_listed_category_idx" ON "Skills"("category") INCLUDE ("claim_status", "claim_expires_at") WHERE "published_at" IS NOT NULL;
-- What is counted of all listed skills and their versions is counted from indexes: the tables are fifty times as large.
CREATE INDEX "Skills_listed_facets_idx" ON "Skills"("latest_version_id") INCLUDE ("category", "runtime_language", "content_language", "platforms", "price_lamports", "needs_network", "needs_filesystem", "needs_subprocess", "needs_secrets", "claim_status", "claim_expires_at") WHERE "published_at" IS NOT NULL;
CREATE INDEX "SkillVersions_facts_idx" ON "SkillVersions"("id") INCLUDE ("examples_total", "examples_proven", "trust_level", "audit_carried_from_id");
-- The worker asks each minute whether words are old; hardly ever are there any.
CREATE INDEX "Skills_listed_words_edition_idx" ON "Skills"("words_edition") WHERE "published_at" IS NOT NULL;
-- Few versions carry the audit of another, and few skills are in quarantine.
CREATE INDEX "SkillVersions_audit_carried_from_id_idx" ON "SkillVersions"("audit_carried_from_id") WHERE "audit_carried_from_id" IS NOT NULL;
CREATE INDEX "Skills_quarantined_at_idx" ON "Skills"("quarantined_at") WHERE "quarantined_at" IS NOT NULL;
-- An agent's page lists the versions that name it.
CREATE INDEX "SkillVersions_author_agent_name_idx" ON "SkillVersions"(("author_agent" ->> 'name'));
-- In the order of the queue of verifiers: asked for first, then by publication.
CREATE INDEX "SkillVersions_queue_idx" ON "SkillVersions"("audit_asked_at", "published_at", "id") WHERE "published_at" IS NOT NULL AND "yanked_at" IS NULL;

-- ── payments and runs ──

-- The parts of a price always add up, and nobody pays a quote that does not name them.
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_sum_check"
  CHECK ("price_lamports" > 0 AND "creator_lamports" >= 0 AND "fee_lamports" >= 0
    AND "creator_lamports" + "fee_lamports" = "price_lamports");
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_fee_check" CHECK ("fee_basis_points" BETWEEN 0 AND 10000);
-- A signature is on record before anything is broadcast, and stays on record afterwards.
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_signature_check"
  CHECK ("state" NOT IN ('SUBMITTED', 'GRANTED', 'CONSUMED') OR "signature" IS NOT NULL);
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_commitment_check" CHECK ("commitment" IN ('confirmed', 'finalized'));
-- A quote names its payer, unless an agent asked for it and has not paid yet.
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_rail_check" CHECK ("rail" IN ('wallet', 'mpp'));
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_payer_check"
  CHECK ("payer_address" IS NOT NULL OR ("rail" = 'mpp' AND "state" IN ('QUOTED', 'EXPIRED')));
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_token_check"
  CHECK (num_nulls("token_mint", "token_units", "token_decimals", "token_account", "token_fee_payer") IN (0, 5)
         AND ("token_mint" IS NULL OR ("rail" = 'mpp' AND "token_units" > 0 AND "token_decimals" BETWEEN 0 AND 18)));
-- One payment buys 1 to 100 calls at one price each.
ALTER TABLE "Quotes" ADD CONSTRAINT "Quotes_calls_check"
  CHECK ("calls" BETWEEN 1 AND 100 AND "price_lamports" % "calls" = 0);
ALTER TABLE "Settlements" ADD CONSTRAINT "Settlements_amounts_check"
  CHECK ("creator_lamports" >= 0 AND "fee_lamports" >= 0 AND "excess_lamports" >= 0);
ALTER TABLE "Settlements" ADD CONSTRAINT "Settlements_token_check"
  CHECK (num_nulls("token_mint", "token_units", "token_fee_units") IN (0, 3)
         AND ("token_mint" IS NULL OR ("token_units" > 0 AND "token_fee_units" BETWEEN 0 AND "token_units"
              AND "creator_lamports" = 0 AND "fee_lamports" = 0 AND "excess_lamports" = 0)));
-- With the unique (quote_id, position) and the foreign key on "calls": never more grants than calls were paid for.
ALTER TABLE "Grants" ADD CONSTRAINT "Grants_position_check" CHECK ("position" BETWEEN 1 AND "calls");
ALTER TABLE "Grants" ADD CONSTRAINT "Grants_run_check" CHECK ("state" NOT IN ('RUNNING', 'CONSUMED') OR "run_id" IS NOT NULL);
-- A key stands for what came of it.
ALTER TABLE "CallKeys" ADD CONSTRAINT "CallKeys_answer_check" CHECK (("quote_id" IS NULL) <> ("run_id" IS NULL));
ALTER TABLE "Runs" ADD CONSTRAINT "Runs_fault_check" CHECK ("fault" IS NULL OR "fault" IN ('skill', 'platform', 'caller'));
ALTER TABLE "Runs" ADD CONSTRAINT "Runs_finished_check" CHECK (("state" = 'RUNNING') = ("finished_at" IS NULL));
ALTER TABLE "Runs" ADD CONSTRAINT "Runs_grant_fkey" FOREIGN KEY ("grant_id") REFERENCES "Grants" ("id");

-- What was paid is added up from an index alone.
CREATE INDEX "Settlements_paid_settled_at_idx" ON "Settlements"("settled_at") INCLUDE ("creator_lamports") WHERE "orphaned_at" IS NULL;
-- So is what a wallet earned: from the payments to it, and of each quote what was sold, and how often ("Quotes_id_calls_key").
CREATE INDEX "Settlements_earned_idx" ON "Settlements"("payee_address", "settled_at") INCLUDE ("quote_id", "creator_lamports", "fee_lamports") WHERE "orphaned_at" IS NULL;
-- So are the calls of the last days, which the worker counts each minute.
CREATE INDEX "Runs_done_started_at_idx" ON "Runs"("started_at") INCLUDE ("version_id") WHERE "state" = 'DONE';
-- Runs that never ended are looked for once in a while; there are few of them among many.
CREATE INDEX "Runs_running_started_at_idx" ON "Runs" ("started_at") WHERE "state" = 'RUNNING';
-- The oldest free runs are found without reading past the paid ones, which stay.
CREATE INDEX "Runs_free_started_at_idx" ON "Runs"("started_at") WHERE "grant_id" IS NULL;
-- The oldest paid runs whose texts are still kept are found without reading past those that were emptied.
CREATE INDEX "Runs_kept_started_at_idx" ON "Runs"("started_at") WHERE "grant_id" IS NOT NULL AND "input" <> 'null'::jsonb;
-- Whose runs they were is forgotten with the account; most runs are nobody's.
CREATE INDEX "Runs_account_id_idx" ON "Runs"("account_id") WHERE "account_id" IS NOT NULL;

-- ── audits, deposits and the log ──

-- An account, and a wallet, has one enrolment in force at most, and as many as have ended.
CREATE UNIQUE INDEX "Verifiers_one_enrolment_of_an_account" ON "Verifiers"("account_id") WHERE "revoked_at" IS NULL;
CREATE UNIQUE INDEX "Verifiers_one_enrolment_of_a_wallet" ON "Verifiers"("address") WHERE "revoked_at" IS NULL;
ALTER TABLE "Verifiers" ADD CONSTRAINT "Verifiers_key_check" CHECK (("key_statement" IS NULL) = ("key_signature" IS NULL));
ALTER TABLE "VerifierApplications" ADD CONSTRAINT "VerifierApplications_key_check"
  CHECK (("key_statement" IS NULL) = ("key_signature" IS NULL));
ALTER TABLE "VerifierApplications" ADD CONSTRAINT "VerifierApplications_state_check"
  CHECK ("state" IN ('open', 'granted', 'refused') AND ("state" = 'open') = ("decided_at" IS NULL) AND length("about") <= 2000);
-- Somebody who asks twice waits once.
CREATE UNIQUE INDEX "VerifierApplications_one_open_key" ON "VerifierApplications" ("account_id") WHERE "state" = 'open';

ALTER TABLE "Audits" ADD CONSTRAINT "Audits_verdict_check"
  CHECK ("verdict" IN ('seal', 'changes_requested', 'challenge') AND "scope" IN ('full', 'reduced', 'patch'));
ALTER TABLE "Audits" ADD CONSTRAINT "Audits_digest_check" CHECK ("package_digest" ~ '^sha256:[0-9a-f]{64}$');
ALTER TABLE "Audits" ADD CONSTRAINT "Audits_term_check" CHECK ("expires_at" > "issued_at");
ALTER TABLE "Audits" ADD CONSTRAINT "Audits_revoke_check"
  CHECK (("revoke_reason" IS NULL OR "revoked_at" IS NOT NULL) AND length(coalesce("revoke_reason", '')) <= 500);
-- Where a seal stands among all of them.
CREATE INDEX "Audits_seals_idx" ON "Audits"("issued_at" DESC, "id" DESC) INCLUDE ("version_id") WHERE "verdict" = 'seal';

ALTER TABLE "ReviewClaims" ADD CONSTRAINT "ReviewClaims_term_check" CHECK ("expires_at" > "claimed_at");
ALTER TABLE "FindingDecisions" ADD CONSTRAINT "FindingDecisions_decision_check"
  CHECK ("decision" IN ('accepted', 'change') AND length("reason") BETWEEN 1 AND 500 AND "finding_key" ~ '^[0-9a-f]{64}$');
ALTER TABLE "ReplayComparisons" ADD CONSTRAINT "ReplayComparisons_state_check"
  CHECK ("before_state" IN ('proven', 'drifted', 'failing', 'not_run') AND "after_state" IN ('proven', 'drifted', 'failing', 'not_run')
    AND ("outputs" IS NULL OR "outputs" IN ('equal', 'same_shape', 'different')) AND "base_id" <> "version_id");
ALTER TABLE "Challenges" ADD CONSTRAINT "Challenges_state_check"
  CHECK ("state" IN ('open', 'upheld', 'rejected', 'lapsed') AND ("state" = 'open') = ("decided_at" IS NULL)
    AND "deadline" > "opened_at" AND length("claim") BETWEEN 1 AND 200 AND length("evidence") BETWEEN 1 AND 4000);
CREATE UNIQUE INDEX "Challenges_one_open_key" ON "Challenges" ("version_id", "account_id") WHERE "state" = 'open';

ALTER TABLE "Bonds" ADD CONSTRAINT "Bonds_state_check"
  CHECK ("state" IN ('locked', 'released', 'slashed') AND "amount_lamports" >= 0 AND "required_lamports" > 0);
ALTER TABLE "Bonds" ADD CONSTRAINT "Bonds_parties_check"
  CHECK (num_nulls("creator", "arbiter", "council") IN (0, 3)
         AND "creator" <> "arbiter" AND "creator" <> "council" AND "arbiter" <> "council");
CREATE UNIQUE INDEX "BondMoves_one_at_a_time" ON "BondMoves"("bond_id") WHERE "state" IN ('waiting', 'sent');
ALTER TABLE "BondMoves" ADD CONSTRAINT "BondMoves_state_check"
  CHECK ("kind" IN ('refund', 'slash') AND "state" IN ('waiting', 'sent', 'done', 'failed', 'expired')
         AND cardinality("signers") = 2 AND cardinality("signatures") = 2
         AND ("state" NOT IN ('sent', 'done') OR "signature" IS NOT NULL));

-- The log has one head and no gaps: every entry but the first follows the one before.
ALTER TABLE "LogHeads" ADD CONSTRAINT "LogHeads_one_check" CHECK ("id" = 1 AND "size" >= 0);
INSERT INTO "LogHeads" ("id", "size") VALUES (1, 0);
ALTER TABLE "LogEntries" ADD CONSTRAINT "LogEntries_gap_check"
  CHECK (("seq" = 0 AND "previous_seq" IS NULL) OR ("seq" > 0 AND "previous_seq" IS NOT NULL AND "previous_seq" = "seq" - 1));
ALTER TABLE "LogEntries" ADD CONSTRAINT "LogEntries_previous_fkey" FOREIGN KEY ("previous_seq") REFERENCES "LogEntries" ("seq");
ALTER TABLE "LogEntries" ADD CONSTRAINT "LogEntries_hash_check" CHECK ("leaf_hash" ~ '^[0-9a-f]{64}$' AND length("body") <= 16384);
ALTER TABLE "LogNodes" ADD CONSTRAINT "LogNodes_hash_check" CHECK ("level" BETWEEN 0 AND 62 AND "index" >= 0 AND "hash" ~ '^[0-9a-f]{64}$');

-- ── reviews, reports and jobs ──

ALTER TABLE "Reviews" ADD CONSTRAINT "Reviews_rating_check" CHECK ("rating" BETWEEN 1 AND 5 AND length(coalesce("text", '')) <= 2000);
ALTER TABLE "Reviews" ADD CONSTRAINT "Reviews_written_by_check" CHECK ("written_by" IN ('person', 'agent'));
ALTER TABLE "Wanted" ADD CONSTRAINT "Wanted_kind_check" CHECK ("kind" IN ('keyword', 'capability'));
ALTER TABLE "Reports" ADD CONSTRAINT "Reports_state_check"
  CHECK ("state" IN ('open', 'upheld', 'dismissed') AND ("state" = 'open') = ("decided_at" IS NULL)
    AND ("state" = 'open') = ("decision" IS NULL) AND length("text") <= 2000);
ALTER TABLE "Appeals" ADD CONSTRAINT "Appeals_state_check"
  CHECK ("state" IN ('open', 'granted', 'denied') AND ("state" = 'open') = ("decided_at" IS NULL)
    AND ("state" = 'open') = ("decision" IS NULL) AND length("text") <= 2000);
-- One question at a time about one thing.
CREATE UNIQUE INDEX "Appeals_open_key" ON "Appeals" ("skill_id", coalesce("version_id", '')) WHERE "state" = 'open';

-- The worker asks for waiting jobs several times a second; done ones are kept for two days.
CREATE INDEX "Jobs_waiting_run_at_idx" ON "Jobs" ("run_at") WHERE "done_at" IS NULL AND "failed_at" IS NULL;
