import { beforeAll, expect, test } from "vitest";
import { countAuditedSql, isAuditedSql } from "@/lib/audits/audit-state-sql";
import { listOwnAudits, listSeals } from "@/lib/audits/seals";
import { listQueue } from "@/lib/audits/queue";
import { listUnsealedVersions } from "@/lib/audits/queue-repository";
import { Prisma } from "@/lib/db/generated/client";
import { makeAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { explain } from "@/lib/testing/explain";

// What the database does with the rules of audit states when there is much: it chooses by what it believes to find.
const { sql } = Prisma;
const database = testDatabase();
const VERSIONS = 4_000;
const SEALS = 2_000;
const now = new Date();

interface Plan {
  "Node Type": string;
  "Plan Rows": number;
  "Join Type"?: string;
  "Index Name"?: string;
  Plans?: Plan[];
}

let accountId: string;
beforeAll(async () => {
  ({ accountId } = await makeAccount());
  const run = (statement: Prisma.Sql) => database().$executeRaw(statement);
  await run(sql`INSERT INTO "Skills" ("id", "slug", "canonical_name", "published_at", "updated_at")
    SELECT 'skl_' || i, 'skill' || i, 'skill' || i, now(), now() FROM generate_series(1, ${VERSIONS}::int) i`);
  await run(sql`INSERT INTO "SkillVersions" ("id", "skill_id", "version", "version_scheme", "version_change", "vetting_status",
      "package_digest", "package_size_bytes", "archive_digest", "skill_md", "manifest", "dialect_reports", "published_at")
    SELECT 'ver_' || i, 'skl_' || i, '1.0.0', 'semver', 'first', 'approved', 'sha256:' || lpad(i::text, 64, '0'), 1,
      'sha256:' || lpad(i::text, 64, '0'), '', '{}', '[]', now() - i * interval '1 minute' FROM generate_series(1, ${VERSIONS}::int) i`);
  await run(sql`UPDATE "Skills" SET "latest_version_id" = replace("id", 'skl', 'ver')`);
  await run(sql`INSERT INTO "Verifiers" ("id", "account_id", "address", "display_name", "enrolled_at")
    VALUES ('vrf_1', ${accountId}, 'address', 'Verifier', now() - interval '1 year')`);
  await run(sql`INSERT INTO "Audits" ("id", "version_id", "verifier_id", "verdict", "scope", "package_digest", "payload", "envelope",
      "signature", "nonce", "issued_at", "expires_at")
    SELECT 'aud_' || i, 'ver_' || i, 'vrf_1', 'seal', 'full', 'sha256:' || lpad(i::text, 64, '0'), repeat(md5(i::text), 40), '{}', 'sig' || i, 'nonce' || i,
      now() - interval '1 day', now() + interval '1 year' FROM generate_series(1, ${SEALS}::int) i`);
  await run(sql`VACUUM ANALYZE`);
});

async function plan(statement: Prisma.Sql): Promise<Plan[]> {
  const [row] = await database().$queryRaw<{ "QUERY PLAN": [{ Plan: Plan }] }[]>(
    sql`EXPLAIN (FORMAT JSON) ${statement}`,
  );
  const nodes = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return row ? nodes(row["QUERY PLAN"][0].Plan) : [];
}

test("the database expects as many seals that count as there are", async () => {
  const counted = sql`SELECT ${countAuditedSql(now)} AS "sealed"`;
  expect(await database().$queryRaw(counted)).toEqual([{ sealed: SEALS }]);
  const listed = (await plan(counted)).find((node) =>
    /^(Append|HashAggregate|Unique)$/.test(node["Node Type"]),
  );
  expect(listed?.["Plan Rows"]).toBeGreaterThan(SEALS / 10);
});

test("whether a version is audited is asked of each, and not of all seals at once", async () => {
  const counted = sql`SELECT count(*)::int AS "sealed" FROM "SkillVersions" v WHERE ${isAuditedSql(now)}`;
  expect(await database().$queryRaw(counted)).toEqual([{ sealed: SEALS }]);
  expect((await plan(counted)).filter((node) => node["Join Type"] === "Semi")).toEqual([]);
});

test("of the seals before a page nothing is read but an index", async () => {
  const { rows, planned } = await explain(() => listSeals({ limit: 20, page: 90 }));
  const ids = Array.from({ length: SEALS }, (_, i) => `aud_${i + 1}`)
    .sort()
    .reverse();
  expect(rows.map(({ auditId }) => auditId)).toEqual(ids.slice(89 * 20, 90 * 20));
  expect(planned).toMatch(/"Node Type":"Index Only Scan"[^{}]*"Index Name":"Audits_seals_idx"/);
});

test("the queue of verifiers is read in its order from an index", async () => {
  const { rows, planned } = await explain(() =>
    listUnsealedVersions(database(), { accountId: "acc_1", now, limit: 10 }),
  );
  expect(rows.map(({ versionId }) => versionId)).toEqual(
    Array.from({ length: 10 }, (_, i) => `ver_${VERSIONS - i}`),
  );
  expect(planned).toContain('"SkillVersions_queue_idx"');
  expect(planned).not.toContain('"Sort Key":["v.audit_asked_at"');
});

test("a queue of any length is read page by page to its end, and so is what a verifier has signed", async () => {
  const limit = 30;
  const last = Math.ceil((VERSIONS - SEALS) / limit);
  const read = async (page: number) => {
    const { rows, more } = await listQueue(accountId, { page, limit });
    return { ids: rows.map(({ versionId }) => versionId), more };
  };
  const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => `ver_${first - i}`);
  expect(await read(2)).toEqual({ ids: from(VERSIONS - limit, limit), more: true });
  const rest = VERSIONS - SEALS - (last - 1) * limit;
  expect(await read(last)).toEqual({ ids: from(SEALS + rest, rest), more: false });
  expect(await listOwnAudits(accountId, SEALS / 50)).toMatchObject({ more: false });
  const pages = await Promise.all([1, 2].map((page) => listOwnAudits(accountId, page)));
  expect(new Set(pages.flatMap(({ audits }) => audits.map(({ id }) => id))).size).toBe(100);
});
