import { runStatement } from "@/lib/db/statement";
import type { Database } from "@/lib/db/client";
import { EVERYTHING, type Scope } from "@/lib/registry/revisions/scope";

/**
 * Beside the sums, the last moments at which a seal or a draft ended by the clock alone: nobody writes anything then.
 */
const REVISIONS = `
  SELECT array(SELECT c."scope" || ' ' || sum(c."weight") FROM "Changes" c WHERE c."scope" = ANY($1) GROUP BY c."scope") AS "sums",
    concat_ws('.',
      (SELECT extract(epoch FROM max(a."expires_at")) FROM "Audits" a WHERE a."expires_at" <= $2),
      (SELECT extract(epoch FROM max(s."claim_expires_at")) FROM "Skills" s WHERE s."claim_expires_at" <= $2)) AS "ended",
    array(SELECT s."id" || ' ' || concat_ws('.', s."downloads_total", s."downloads_7d", s."calls_total", s."calls_7d")
      FROM "Skills" s WHERE s."id" = ANY($3)) AS "counters"`;

export interface AskedRevision {
  scope: Scope;
  /** Id of a skill whose counters are part of it; null for a revision without any. */
  counting: string | null;
}

/** The revision of each, in their order, by one statement. */
export async function selectRevisions(asked: readonly AskedRevision[], now: Date): Promise<string[]> {
  const scopes = [...new Set([EVERYTHING, ...asked.map(({ scope }) => scope)])];
  const counting = [...new Set(asked.flatMap(({ counting: id }) => id ?? []))];
  const [row] = await runStatement<{ sums: string[]; ended: string; counters: string[] }>(REVISIONS, [
    scopes,
    now,
    counting,
  ]);
  const [sums, counters] = [byName(row?.sums), byName(row?.counters)];
  const sumOf = (scope: Scope) => sums.get(scope) ?? "0";
  return asked.map(({ scope, counting: id }) =>
    [sumOf(scope), sumOf(EVERYTHING), row?.ended, ...(id === null ? [] : [counters.get(id)])].join("-"),
  );
}

const byName = (pairs: readonly string[] = []) =>
  new Map(pairs.map((each) => each.split(" ") as [string, string]));

/** The id of the skill that has this id, or has or had this name; null for none. */
export async function findSkillId(idOrName: string): Promise<string | null> {
  const [row] = await runStatement<{ id: string }>(
    `SELECT s."id" FROM "Skills" s WHERE s."id" = $1 OR s."slug" = $1
      UNION ALL SELECT n."skill_id" FROM "SkillNames" n WHERE n."name" = $1 LIMIT 1`,
    [idOrName],
  );
  return row?.id ?? null;
}

/** Makes one row of the several that a scope has: the sum stays. */
export async function sumRows(db: Database): Promise<number> {
  return db.$executeRaw`
    WITH many AS (SELECT c."scope" FROM "Changes" c GROUP BY c."scope" HAVING count(*) > 1),
      gone AS (DELETE FROM "Changes" c USING many m WHERE c."scope" = m."scope" RETURNING c."scope", c."weight")
    INSERT INTO "Changes" ("scope", "weight") SELECT g."scope", sum(g."weight") FROM gone g GROUP BY g."scope"`;
}
