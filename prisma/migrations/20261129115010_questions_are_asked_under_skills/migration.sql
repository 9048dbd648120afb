-- AlterTable
ALTER TABLE "Accounts" ADD COLUMN     "quarantine_reason" TEXT,
ADD COLUMN     "quarantined_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Reports" ADD COLUMN     "post_id" TEXT;

-- CreateTable
CREATE TABLE "SkillPosts" (
    "id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "question_id" TEXT,
    "account_id" TEXT,
    "text" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "hidden_at" TIMESTAMPTZ(3),
    "hidden_reason" TEXT,

    CONSTRAINT "SkillPosts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SkillPosts_skill_id_question_id_id_idx" ON "SkillPosts"("skill_id", "question_id", "id");

-- CreateIndex
CREATE INDEX "SkillPosts_question_id_id_idx" ON "SkillPosts"("question_id", "id");

-- CreateIndex
CREATE INDEX "SkillPosts_account_id_idx" ON "SkillPosts"("account_id");

-- CreateIndex
CREATE INDEX "SkillPosts_hidden_at_idx" ON "SkillPosts"("hidden_at");

-- AddForeignKey
ALTER TABLE "SkillPosts" ADD CONSTRAINT "SkillPosts_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillPosts" ADD CONSTRAINT "SkillPosts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillPosts" ADD CONSTRAINT "SkillPosts_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "SkillPosts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reports" ADD CONSTRAINT "Reports_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "SkillPosts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "SkillPosts" ADD CONSTRAINT "SkillPosts_text_check" CHECK (
  CASE WHEN "withdrawn_at" IS NULL THEN "text" IS NOT NULL AND "account_id" IS NOT NULL AND length("text") BETWEEN 1 AND 2000
    ELSE "text" IS NULL AND "account_id" IS NULL END);
ALTER TABLE "SkillPosts" ADD CONSTRAINT "SkillPosts_hidden_with_reason" CHECK (("hidden_at" IS NULL) = ("hidden_reason" IS NULL));
ALTER TABLE "Accounts" ADD CONSTRAINT "Accounts_quarantined_with_reason" CHECK (("quarantined_at" IS NULL) = ("quarantine_reason" IS NULL));

-- Pages of everybody show them: a change raises the revision of the skill, as of the other tables that they show.
DO $body$
DECLARE
  event text;
  differing text;
BEGIN
  FOREACH event IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
    differing := CASE event
      WHEN 'insert' THEN 'SELECT to_jsonb(n) FROM "after" n'
      WHEN 'delete' THEN 'SELECT to_jsonb(o) FROM "before" o'
      ELSE '(SELECT to_jsonb(n) FROM "after" n EXCEPT SELECT to_jsonb(o) FROM "before" o)
        UNION ALL (SELECT to_jsonb(o) FROM "before" o EXCEPT SELECT to_jsonb(n) FROM "after" n)'
    END;
    EXECUTE format($function$
      CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        WITH changed AS (SELECT DISTINCT r->>'skill_id' AS scope FROM (%2$s) d (r))
        INSERT INTO "Changes" ("scope") SELECT c.scope FROM changed c UNION SELECT 'catalogue' FROM changed c;
        RETURN NULL;
      END $$ $function$, 'changes_by_' || event || '_of_SkillPosts', differing);
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON "SkillPosts" REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      'is_public_' || event, event,
      CASE event WHEN 'insert' THEN 'NEW TABLE AS "after"' WHEN 'delete' THEN 'OLD TABLE AS "before"'
        ELSE 'OLD TABLE AS "before" NEW TABLE AS "after"' END,
      'changes_by_' || event || '_of_SkillPosts');
  END LOOP;
END $body$;
