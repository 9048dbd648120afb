-- AlterTable
ALTER TABLE "Accounts" ADD COLUMN     "mail_locale" TEXT,
ADD COLUMN     "skill_notices" BOOLEAN NOT NULL DEFAULT true;

-- A language the market writes in, and nothing of it is kept of a closed account.
ALTER TABLE "Accounts" ADD CONSTRAINT "Accounts_mail_locale_check" CHECK ("mail_locale" IN ('en', 'zh-Hans', 'ko')),
  ADD CONSTRAINT "Accounts_closed_mails_check" CHECK ("closed_at" IS NULL OR ("mail_locale" IS NULL AND "skill_notices"));
