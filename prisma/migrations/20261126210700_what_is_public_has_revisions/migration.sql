-- CreateTable
CREATE TABLE "Changes" (
    "id" BIGSERIAL NOT NULL,
    "scope" TEXT NOT NULL,
    "weight" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "Changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Changes_scope_weight_idx" ON "Changes"("scope", "weight");

-- CreateIndex
CREATE INDEX "Skills_claim_expires_at_idx" ON "Skills"("claim_expires_at");

-- CreateIndex
CREATE INDEX "Audits_expires_at_idx" ON "Audits"("expires_at");

-- What everybody may read, by table: which scope a row belongs to, and the columns that move without changing what is
-- said of it (counters, and when something was last looked at, which answers tell by the minute). A statement that
-- changes anything else adds one row for each skill it touches and one for the catalogue.
DO $body$
DECLARE
  public_table record;
  event text;
  differing text;
BEGIN
  FOR public_table IN
    SELECT * FROM (VALUES
      ('Skills', $$r->>'id'$$, ARRAY['downloads_total', 'downloads_7d', 'calls_total', 'calls_7d', 'calls_counted', 'calls_counted_until', 'updated_at']),
      ('SkillNames', $$r->>'skill_id'$$, ARRAY[]::text[]),
      ('SkillMaintainers', $$r->>'skill_id'$$, ARRAY[]::text[]),
      ('SkillTransfers', $$r->>'skill_id'$$, ARRAY[]::text[]),
      ('Reviews', $$r->>'skill_id'$$, ARRAY[]::text[]),
      ('SkillVersions', $$r->>'skill_id'$$, ARRAY['examples_checked_at']),
      ('PackageFiles', 'OF VERSION', ARRAY[]::text[]),
      ('ExampleReplays', 'OF VERSION', ARRAY['wall_ms', 'replayed_at']),
      ('VettingJobs', 'OF VERSION', ARRAY[]::text[]),
      ('VettingFindings', $$(SELECT v."skill_id" FROM "VettingJobs" j JOIN "SkillVersions" v ON v."id" = j."version_id" WHERE j."id" = r->>'job_id')$$, ARRAY[]::text[]),
      ('Audits', 'OF VERSION', ARRAY[]::text[]),
      ('Bonds', 'OF VERSION', ARRAY['checked_at', 'seen_chain', 'seen_slot']),
      ('BondMoves', $$(SELECT v."skill_id" FROM "Bonds" b JOIN "SkillVersions" v ON v."id" = b."version_id" WHERE b."id" = r->>'bond_id')$$, ARRAY[]::text[]),
      ('Challenges', 'OF VERSION', ARRAY[]::text[]),
      ('ReviewClaims', 'OF VERSION', ARRAY[]::text[]),
      ('ReplayComparisons', 'OF VERSION', ARRAY[]::text[]),
      ('Accounts', $$'*'$$, ARRAY['email', 'email_verified_at', 'password_hash', 'session_version', 'skill_notices', 'mail_locale']),
      ('Usernames', $$'*'$$, ARRAY[]::text[]),
      ('PublisherDomains', $$'*'$$, ARRAY['seen_at', 'checked_at', 'finding', 'failed_days', 'failed_at', 'next_check_at']),
      ('AgentAuthorIdentities', $$'*'$$, ARRAY['contact_email', 'secret_hmac']),
      ('Verifiers', $$'*'$$, ARRAY[]::text[]),
      ('PlatformKeys', $$'*'$$, ARRAY[]::text[]),
      ('Wallets', $$'catalogue'$$, ARRAY[]::text[])
    ) t (name, scope, uncounted)
  LOOP
    IF public_table.scope = 'OF VERSION' THEN
      public_table.scope := $$(SELECT v."skill_id" FROM "SkillVersions" v WHERE v."id" = r->>'version_id')$$;
    END IF;
    FOREACH event IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
      -- Nobody has read of an account before it does anything.
      CONTINUE WHEN event = 'insert' AND public_table.name IN ('Accounts', 'Usernames', 'AgentAuthorIdentities');
      differing := CASE event
        WHEN 'insert' THEN 'SELECT to_jsonb(n) FROM "after" n'
        WHEN 'delete' THEN 'SELECT to_jsonb(o) FROM "before" o'
        ELSE format('(SELECT to_jsonb(n) - %1$L::text[] FROM "after" n EXCEPT SELECT to_jsonb(o) - %1$L::text[] FROM "before" o)
          UNION ALL (SELECT to_jsonb(o) - %1$L::text[] FROM "before" o EXCEPT SELECT to_jsonb(n) - %1$L::text[] FROM "after" n)',
          public_table.uncounted)
      END;
      EXECUTE format($function$
        CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          WITH changed AS (SELECT DISTINCT %2$s AS scope FROM (%3$s) d (r))
          INSERT INTO "Changes" ("scope")
            SELECT c.scope FROM changed c WHERE c.scope IS NOT NULL
            UNION SELECT 'catalogue' FROM changed c WHERE c.scope <> '*';
          RETURN NULL;
        END $$ $function$, 'changes_by_' || event || '_of_' || public_table.name, public_table.scope, differing);
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
        'is_public_' || event, event, public_table.name,
        CASE event WHEN 'insert' THEN 'NEW TABLE AS "after"' WHEN 'delete' THEN 'OLD TABLE AS "before"'
          ELSE 'OLD TABLE AS "before" NEW TABLE AS "after"' END,
        'changes_by_' || event || '_of_' || public_table.name);
    END LOOP;
  END LOOP;
END $body$;
