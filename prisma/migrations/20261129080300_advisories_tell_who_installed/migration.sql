-- CreateTable
CREATE TABLE "AdvisoryYears" (
    "year" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,

    CONSTRAINT "AdvisoryYears_pkey" PRIMARY KEY ("year")
);

-- CreateTable
CREATE TABLE "Advisories" (
    "id" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "previous_number" INTEGER,
    "kind" TEXT NOT NULL,
    "cause_id" TEXT NOT NULL,
    "skill_id" TEXT,
    "slug" TEXT,
    "severity" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "details" TEXT NOT NULL,
    "what_to_do" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "appeal" TEXT NOT NULL,
    "verifier" TEXT,
    "account_id" TEXT,
    "statement" JSONB,
    "nonce" TEXT,
    "happened_at" TIMESTAMPTZ(3) NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "modified_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "withdraw_reason" TEXT,
    "document" TEXT NOT NULL,

    CONSTRAINT "Advisories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AdvisoryVersions" (
    "advisory_id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "skill_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "package_digest" TEXT NOT NULL,

    CONSTRAINT "AdvisoryVersions_pkey" PRIMARY KEY ("advisory_id","version_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Advisories_nonce_key" ON "Advisories"("nonce");

-- CreateIndex
CREATE INDEX "Advisories_modified_at_id_idx" ON "Advisories"("modified_at", "id");

-- CreateIndex
CREATE INDEX "Advisories_skill_id_modified_at_idx" ON "Advisories"("skill_id", "modified_at");

-- CreateIndex
CREATE INDEX "Advisories_account_id_idx" ON "Advisories"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "Advisories_year_number_key" ON "Advisories"("year", "number");

-- CreateIndex
CREATE UNIQUE INDEX "Advisories_year_previous_number_key" ON "Advisories"("year", "previous_number");

-- CreateIndex
CREATE UNIQUE INDEX "Advisories_kind_cause_id_key" ON "Advisories"("kind", "cause_id");

-- CreateIndex
CREATE INDEX "AdvisoryVersions_version_id_idx" ON "AdvisoryVersions"("version_id");

-- CreateIndex
CREATE INDEX "AdvisoryVersions_skill_id_version_idx" ON "AdvisoryVersions"("skill_id", "version");

-- CreateIndex
CREATE INDEX "AdvisoryVersions_package_digest_idx" ON "AdvisoryVersions"("package_digest");

-- AddForeignKey
ALTER TABLE "AdvisoryVersions" ADD CONSTRAINT "AdvisoryVersions_advisory_id_fkey" FOREIGN KEY ("advisory_id") REFERENCES "Advisories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- An id says year and number; of two that are written at once one gets the next number, and none is missing.
ALTER TABLE "AdvisoryYears" ADD CONSTRAINT "AdvisoryYears_count_from_zero" CHECK ("size" >= 0 AND "year" BETWEEN 2000 AND 9999);
ALTER TABLE "Advisories" ADD CONSTRAINT "Advisories_id_form" CHECK ("number" >= 1 AND "id" = 'EMP-' || "year" || '-'
  || CASE WHEN "number" < 10000 THEN lpad("number"::text, 4, '0') ELSE "number"::text END);
ALTER TABLE "Advisories" ADD CONSTRAINT "Advisories_number_follows" CHECK (
  CASE WHEN "number" = 1 THEN "previous_number" IS NULL ELSE coalesce("previous_number" = "number" - 1, FALSE) END);
ALTER TABLE "Advisories" ADD CONSTRAINT "Advisories_previous_is_there" FOREIGN KEY ("year", "previous_number")
  REFERENCES "Advisories"("year", "number") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "Advisories" ADD CONSTRAINT "Advisories_severity_known" CHECK ("severity" IN ('low', 'medium', 'high'));
ALTER TABLE "Advisories" ADD CONSTRAINT "Advisories_withdrawn_with_reason" CHECK (("withdrawn_at" IS NULL) = ("withdraw_reason" IS NULL));
ALTER TABLE "Advisories" ADD CONSTRAINT "Advisories_signed_by_verifier" CHECK (("verifier" IS NULL) = ("statement" IS NULL)
  AND ("verifier" IS NULL) = ("nonce" IS NULL));

-- Pages of everybody show advisories: a change raises the revision of the skill, as of the other tables that they show.
DO $body$
DECLARE
  public_table text;
  event text;
  differing text;
BEGIN
  FOREACH public_table IN ARRAY ARRAY['Advisories', 'AdvisoryVersions'] LOOP
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
          INSERT INTO "Changes" ("scope")
            SELECT c.scope FROM changed c WHERE c.scope IS NOT NULL
            UNION SELECT 'catalogue' FROM changed c;
          RETURN NULL;
        END $$ $function$, 'changes_by_' || event || '_of_' || public_table, differing);
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
        'is_public_' || event, event, public_table,
        CASE event WHEN 'insert' THEN 'NEW TABLE AS "after"' WHEN 'delete' THEN 'OLD TABLE AS "before"'
          ELSE 'OLD TABLE AS "before" NEW TABLE AS "after"' END,
        'changes_by_' || event || '_of_' || public_table);
    END LOOP;
  END LOOP;
END $body$;
