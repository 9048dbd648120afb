-- CreateTable
CREATE TABLE "SecondOpinions" (
    "vetting_job_id" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "prompt_version" INTEGER NOT NULL,
    "prompt_digest" TEXT NOT NULL,
    "verdict" TEXT,
    "reasons" JSONB NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SecondOpinions_pkey" PRIMARY KEY ("vetting_job_id")
);

-- AddForeignKey
ALTER TABLE "SecondOpinions" ADD CONSTRAINT "SecondOpinions_vetting_job_id_fkey" FOREIGN KEY ("vetting_job_id") REFERENCES "VettingJobs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An opinion says one of two things or nothing, and a hold says why.
ALTER TABLE "SecondOpinions" ADD CONSTRAINT "SecondOpinions_answer_check" CHECK (
  ("verdict" IS NULL OR "verdict" IN ('nothing', 'hold'))
  AND jsonb_typeof("reasons") = 'array' AND jsonb_array_length("reasons") <= 8
  AND ("verdict" IS NOT DISTINCT FROM 'hold') = (jsonb_array_length("reasons") > 0));

-- Pages of everybody show opinions: a change raises the revision of the skill, as of the other tables that they show.
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
        WITH changed AS (SELECT DISTINCT (SELECT v."skill_id" FROM "VettingJobs" j
          JOIN "SkillVersions" v ON v."id" = j."version_id" WHERE j."id" = r->>'vetting_job_id') AS scope FROM (%2$s) d (r))
        INSERT INTO "Changes" ("scope")
          SELECT c.scope FROM changed c WHERE c.scope IS NOT NULL
          UNION SELECT 'catalogue' FROM changed c;
        RETURN NULL;
      END $$ $function$, 'changes_by_' || event || '_of_SecondOpinions', differing);
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON "SecondOpinions" REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      'is_public_' || event, event,
      CASE event WHEN 'insert' THEN 'NEW TABLE AS "after"' WHEN 'delete' THEN 'OLD TABLE AS "before"'
        ELSE 'OLD TABLE AS "before" NEW TABLE AS "after"' END,
      'changes_by_' || event || '_of_SecondOpinions');
  END LOOP;
END $body$;
