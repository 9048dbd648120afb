import { Prisma } from "@/lib/db/generated/client";
import { accountsCalledSql } from "@/lib/registry/publishers/publisher-sql";
import { CASE_SIZE_BYTES, type CaseFilter } from "@/lib/registry/versions/case-filter";

const { sql } = Prisma;

/** The gravest finding of the last vetting of the version `v`, which a report names first; NULL for none. */
const gravestSql = sql`(SELECT f."severity" FROM "VettingFindings" f WHERE f."job_id" = (
    SELECT g."id" FROM "VettingJobs" g WHERE g."version_id" = v."id" AND g."job_status" = 'done'
    ORDER BY g."created_at" DESC, g."id" DESC LIMIT 1) ORDER BY f."position" LIMIT 1)`;

/** What a filter asks of the skill `s` and its version `v`. */
export function caseConditionSql({ language, runtime, size, owner, severity }: CaseFilter): Prisma.Sql {
  const parts: Prisma.Sql[] = [];
  if (language) parts.push(sql`s."content_language" = ${language}`);
  if (runtime === "none") parts.push(sql`v."runtime_language" IS NULL`);
  else if (runtime) parts.push(sql`v."runtime_language" = ${runtime}`);
  if (size) {
    const { from, below } = CASE_SIZE_BYTES[size];
    parts.push(sql`v."package_size_bytes" >= ${from}`);
    if (below !== null) parts.push(sql`v."package_size_bytes" < ${below}`);
  }
  if (owner) parts.push(sql`s."owner_id" IN (${accountsCalledSql(owner)})`);
  if (severity) parts.push(sql`coalesce(${gravestSql}, 'none') = ${severity}`);
  return parts.length === 0 ? sql`TRUE` : Prisma.join(parts, " AND ");
}

/** What comes before the usual order of `s` and `v`: nothing, or the gravest first. Ends with a comma. */
export const caseOrderSql = ({ sort }: CaseFilter): Prisma.Sql =>
  sort === "severity"
    ? sql`array_position(ARRAY['high', 'medium', 'low', 'info'], ${gravestSql}) NULLS LAST, `
    : Prisma.empty;
