import { runStatement } from "@/lib/db/statement";
import type { Database } from "@/lib/db/client";
import { EVERYTHING, type Scope } from "@/lib/catalogue/revisions/scope";

/**
 * Beside the sums, the last moments at which a seal or a draft ended by the clock alone: nobody writes anything then.
 */
const REVISIONS = `
  SELECT array(SELECT c."scope" || ' ' || sum(c."weight") FROM "Changes" c WHERE c."scope" = ANY($1) GROUP BY c."scope") AS "sums",
    concat_ws('.',
      (SELECT extract(epoch FROM max(a."expires_at")) FROM "Audits" a WHERE a."expires_at" <= $2),
      (SELECT extract(epoch FROM max(s."claim_expires_at")) FROM "Skills" s WHERE s."claim_expires_at" <= $2)) AS "ended"`;

/** The revision of each scope, in their order, by one statement. */
export async function selectRevisions(scopes: readonly Scope[], now: Date): Promise<string[]> {
  const asked = [...new Set([EVERYTHING, ...scopes])];
  const [row] = await runStatement<{ sums: string[]; ended: string }>(REVISIONS, [asked, now]);
  const sums = new Map((row?.sums ?? []).map((each) => each.split(" ") as [string, string]));
  const sumOf = (scope: Scope) => sums.get(scope) ?? "0";
  return scopes.map((scope) => [sumOf(scope), sumOf(EVERYTHING), row?.ended].join("-"));
}

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
