-- CreateEnum
CREATE TYPE "AccountKind" AS ENUM ('person', 'organisation');

-- CreateEnum
CREATE TYPE "SkillAccess" AS ENUM ('public', 'call_only', 'private');

-- AlterTable
ALTER TABLE "Accounts" ADD COLUMN     "following_mailed_at" TIMESTAMPTZ(3),
ADD COLUMN     "following_notices" TEXT NOT NULL DEFAULT 'none',
ADD COLUMN     "kind" "AccountKind" NOT NULL DEFAULT 'person',
ADD COLUMN     "payee_address" TEXT;

-- AlterTable
ALTER TABLE "Skills" ADD COLUMN     "access" "SkillAccess" NOT NULL DEFAULT 'public';

-- CreateTable
CREATE TABLE "OrganisationMembers" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "roles" TEXT[],
    "invited_by_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'invited',
    "open_account_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "OrganisationMembers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReadingRights" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "account_id" TEXT,
    "token_hash" TEXT,
    "name" TEXT NOT NULL DEFAULT '',
    "given_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "ReadingRights_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Follows" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "publisher_id" TEXT,
    "set_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Follows_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "OrganisationMembers_organisation_id_state_idx" ON "OrganisationMembers"("organisation_id", "state");

-- CreateIndex
CREATE INDEX "OrganisationMembers_account_id_state_idx" ON "OrganisationMembers"("account_id", "state");

-- CreateIndex
CREATE INDEX "OrganisationMembers_invited_by_id_idx" ON "OrganisationMembers"("invited_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "OrganisationMembers_organisation_id_open_account_id_key" ON "OrganisationMembers"("organisation_id", "open_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "ReadingRights_token_hash_key" ON "ReadingRights"("token_hash");

-- CreateIndex
CREATE INDEX "ReadingRights_skill_id_idx" ON "ReadingRights"("skill_id");

-- CreateIndex
CREATE INDEX "ReadingRights_account_id_idx" ON "ReadingRights"("account_id");

-- CreateIndex
CREATE INDEX "ReadingRights_given_by_id_idx" ON "ReadingRights"("given_by_id");

-- CreateIndex
CREATE INDEX "ReadingRights_expires_at_idx" ON "ReadingRights"("expires_at");

-- CreateIndex
CREATE INDEX "Follows_publisher_id_idx" ON "Follows"("publisher_id");

-- CreateIndex
CREATE INDEX "Follows_set_id_idx" ON "Follows"("set_id");

-- CreateIndex
CREATE UNIQUE INDEX "Follows_account_id_publisher_id_key" ON "Follows"("account_id", "publisher_id");

-- CreateIndex
CREATE UNIQUE INDEX "Follows_account_id_set_id_key" ON "Follows"("account_id", "set_id");

-- AddForeignKey
ALTER TABLE "OrganisationMembers" ADD CONSTRAINT "OrganisationMembers_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OrganisationMembers" ADD CONSTRAINT "OrganisationMembers_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OrganisationMembers" ADD CONSTRAINT "OrganisationMembers_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReadingRights" ADD CONSTRAINT "ReadingRights_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReadingRights" ADD CONSTRAINT "ReadingRights_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReadingRights" ADD CONSTRAINT "ReadingRights_given_by_id_fkey" FOREIGN KEY ("given_by_id") REFERENCES "Accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Follows" ADD CONSTRAINT "Follows_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Follows" ADD CONSTRAINT "Follows_publisher_id_fkey" FOREIGN KEY ("publisher_id") REFERENCES "Accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Follows" ADD CONSTRAINT "Follows_set_id_fkey" FOREIGN KEY ("set_id") REFERENCES "SkillSets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Accounts" ADD CONSTRAINT "Accounts_organisation_check"
  CHECK ("kind" = 'person' OR ("email" IS NULL AND "password_hash" IS NULL AND "role" = 'member'));
ALTER TABLE "Accounts" ADD CONSTRAINT "Accounts_payee_check" CHECK ("payee_address" IS NULL OR "kind" = 'organisation');
ALTER TABLE "Accounts" ADD CONSTRAINT "Accounts_following_check" CHECK ("following_notices" IN ('none', 'daily'));

ALTER TABLE "OrganisationMembers" ADD CONSTRAINT "OrganisationMembers_state_check"
  CHECK ("state" IN ('invited', 'active', 'declined', 'withdrawn', 'left', 'removed'));
ALTER TABLE "OrganisationMembers" ADD CONSTRAINT "OrganisationMembers_roles_check"
  CHECK ("roles" = ARRAY['owner'] OR (cardinality("roles") > 0 AND "roles" <@ ARRAY['maintainer', 'money']));
ALTER TABLE "OrganisationMembers" ADD CONSTRAINT "OrganisationMembers_open_check"
  CHECK (("state" IN ('invited', 'active')) = ("open_account_id" IS NOT NULL)
    AND ("open_account_id" IS NULL OR "open_account_id" = "account_id")
    AND ("state" <> 'active' OR "accepted_at" IS NOT NULL));

ALTER TABLE "ReadingRights" ADD CONSTRAINT "ReadingRights_reader_check" CHECK (("account_id" IS NULL) <> ("token_hash" IS NULL));
CREATE UNIQUE INDEX "ReadingRights_open_key" ON "ReadingRights"("skill_id", "account_id") WHERE "ended_at" IS NULL AND "account_id" IS NOT NULL;

ALTER TABLE "Follows" ADD CONSTRAINT "Follows_followed_check" CHECK (("publisher_id" IS NULL) <> ("set_id" IS NULL));
