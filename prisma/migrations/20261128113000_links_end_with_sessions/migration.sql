-- AlterTable
ALTER TABLE "Accounts" ADD COLUMN     "ways_ended_at" TIMESTAMPTZ(3);

-- As in what_is_public_has_revisions, with the new column among those that say nothing in public.
CREATE OR REPLACE FUNCTION "changes_by_update_of_Accounts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  uncounted CONSTANT text[] := ARRAY['email', 'email_verified_at', 'password_hash', 'session_version', 'ways_ended_at', 'skill_notices', 'mail_locale'];
BEGIN
  INSERT INTO "Changes" ("scope") SELECT '*' WHERE EXISTS (
    SELECT to_jsonb(n) - uncounted FROM "after" n EXCEPT SELECT to_jsonb(o) - uncounted FROM "before" o);
  RETURN NULL;
END $$;
