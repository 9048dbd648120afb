-- AlterTable
ALTER TABLE "SkillVersions" ADD COLUMN     "obstacles" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "ran_at" TIMESTAMPTZ(3);

-- What has given a valid answer before: an example that gave its declared output (a declared error has a detail), or a
-- call that is on record. Receipts stay when runs are deleted.
UPDATE "SkillVersions" v SET "ran_at" = f."at" FROM (
  SELECT "version_id", min("at") AS "at" FROM (
    SELECT "version_id", "replayed_at" AS "at" FROM "ExampleReplays" WHERE "state" = 'proven' AND "detail" IS NULL
    UNION ALL SELECT "version_id", "finished_at" FROM "Runs" WHERE "state" = 'DONE' AND "finished_at" IS NOT NULL
    UNION ALL SELECT r."version_id", c."created_at" FROM "Receipts" c JOIN "Runs" r ON r."id" = c."run_id"
  ) a GROUP BY "version_id"
) f WHERE f."version_id" = v."id";

-- Nothing else is sold until it has run. The other obstacles are read from the packages again, by the worker.
UPDATE "SkillVersions" SET "runnable" = false, "obstacles" = '[{"code": "CALL_NOT_RUN", "names": []}]'
WHERE "runnable" AND "price_lamports" > 0 AND "ran_at" IS NULL;

-- Lists have the price that is in force.
UPDATE "Skills" s SET "price_lamports" = 0 FROM "SkillVersions" v
WHERE v."id" = s."latest_version_id" AND NOT v."runnable" AND s."price_lamports" > 0;
