import { beforeAll, describe, expect, test } from "vitest";
import { readRevision, CATALOGUE, sumChanges } from "@/lib/registry/revisions/revisions";
import { selectRevisions } from "@/lib/registry/revisions/repository";
import { database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

/** Columns that move without a revision: counters, moments of looking, and what nobody is shown. */
const UNCOUNTED: Record<string, readonly string[]> = {
  Skills: [
    "downloads_total",
    "downloads_7d",
    "calls_total",
    "calls_7d",
    "calls_counted",
    "calls_counted_until",
    "updated_at",
  ],
  SkillNames: [],
  SkillMaintainers: [],
  SkillTransfers: [],
  Reviews: [],
  SkillPosts: [],
  SkillVersions: ["examples_checked_at"],
  PackageFiles: [],
  ExampleReplays: ["wall_ms", "replayed_at"],
  VettingJobs: [],
  VettingFindings: [],
  SecondOpinions: [],
  Audits: [],
  Bonds: ["checked_at", "seen_chain", "seen_slot"],
  BondMoves: [],
  Challenges: [],
  Advisories: [],
  AdvisoryVersions: [],
  ReviewClaims: [],
  ReplayComparisons: [],
  Accounts: [
    "email",
    "email_verified_at",
    "password_hash",
    "session_version",
    "ways_ended_at",
    "skill_notices",
    "mail_locale",
  ],
  Usernames: [],
  PublisherDomains: ["seen_at", "checked_at", "finding", "failed_days", "failed_at", "next_check_at"],
  AgentAuthorIdentities: ["contact_email", "secret_hmac"],
  Verifiers: [],
  PlatformKeys: [],
  Wallets: [],
};
const TABLES = Object.keys(UNCOUNTED);

interface Column {
  table: string;
  name: string;
  type: string;
  labels: string[] | null;
}

let columns: Column[] = [];

beforeAll(async () => {
  columns = await database().$queryRaw<Column[]>`
    SELECT c."relname" AS "table", a."attname" AS "name", format_type(a."atttypid", NULL) AS "type",
      (SELECT array_agg(e."enumlabel"::text ORDER BY e."enumsortorder") FROM pg_enum e WHERE e."enumtypid" = a."atttypid") AS "labels"
    FROM pg_class c JOIN pg_attribute a ON a."attrelid" = c."oid" AND a."attnum" > 0 AND NOT a."attisdropped"
    WHERE c."relname" = ANY(${TABLES}) AND c."relkind" = 'r' AND a."attgenerated" = ''`;
});

/** A value of the type, as SQL; the second is another one. */
function valueOf({ name, type, labels }: Column, which: 0 | 1): string {
  if (labels !== null) return `'${labels[which] ?? labels[0]}'`;
  if (/^(?:text|character varying)$/.test(type))
    return which === 1 ? "'other'" : name === "skill_id" ? "'s'" : "'a'";
  if (type.endsWith("[]")) return `'{${which}}'`;
  if (type.startsWith("json")) return `'{"is":${which}}'`;
  if (type.startsWith("timestamp")) return `'2026-01-0${which + 1}'`;
  if (type === "boolean") return which === 1 ? "true" : "false";
  if (type === "bytea") return `'\\x0${which}'`;
  return String(which + 1);
}

/** Runs `act` on tables without rules and with one row each, in a transaction that is taken back. */
async function withBareRows(act: (tx: Prisma.TransactionClient) => Promise<void>): Promise<void> {
  const done = new Error("taken back");
  const all = database().$transaction(
    async (tx) => {
      const rules = await tx.$queryRaw<{ table: string; name: string }[]>`
        SELECT k."conrelid"::regclass::text AS "table", k."conname" AS "name" FROM pg_constraint k
        WHERE k."connamespace" = 'public'::regnamespace AND k."contype" IN ('f', 'c')`;
      for (const { table, name } of rules)
        await tx.$executeRawUnsafe(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
      await tx.$executeRawUnsafe(`DROP FUNCTION "refuse_lifecycle" CASCADE`);
      for (const table of TABLES) {
        const own = columns.filter((column) => column.table === table);
        await tx.$executeRawUnsafe(
          `INSERT INTO "${table}" (${own.map(({ name }) => `"${name}"`).join()}) VALUES (${own.map((column) => valueOf(column, 0)).join()})`,
        );
      }
      await act(tx);
      throw done;
    },
    { timeout: 120_000 },
  );
  await expect(all).rejects.toBe(done);
}

const sumsOf = async (tx: Prisma.TransactionClient) => {
  const [row] = await tx.$queryRaw<{ skills: bigint; all: bigint }[]>`
    SELECT coalesce(sum("weight") FILTER (WHERE "scope" IN ('s', 'a', '*')), 0)::bigint AS "skills",
      coalesce(sum("weight") FILTER (WHERE "scope" IN ('catalogue', '*')), 0)::bigint AS "all" FROM "Changes"`;
  return row!;
};

/** What an own skill's answers do not show. */
const OF_LISTS_ONLY = new Set(["Wallets"]);

test("a change of any column that is shown raises the revision of the skill and of the catalogue; a counter does not", async () => {
  const wrong: string[] = [];
  await withBareRows(async (tx) => {
    for (const column of columns) {
      const { table, name } = column;
      const before = await sumsOf(tx);
      await tx.$executeRawUnsafe("SAVEPOINT one");
      await tx.$executeRawUnsafe(`UPDATE "${table}" SET "${name}" = ${valueOf(column, 1)}`);
      const after = await sumsOf(tx);
      await tx.$executeRawUnsafe("ROLLBACK TO SAVEPOINT one");
      const isCounted = !UNCOUNTED[table]?.includes(name);
      const ofSkill = after.skills > before.skills || OF_LISTS_ONLY.has(table);
      if (after.all > before.all !== isCounted || (isCounted && !ofSkill)) wrong.push(`${table}.${name}`);
    }
  });
  expect(wrong).toEqual([]);
  expect(columns.length).toBeGreaterThan(200);
});

test("what is deleted raises it too", async () => {
  const silent: string[] = [];
  await withBareRows(async (tx) => {
    for (const table of TABLES) {
      const before = await sumsOf(tx);
      await tx.$executeRawUnsafe("SAVEPOINT one");
      await tx.$executeRawUnsafe(`DELETE FROM "${table}"`);
      if ((await sumsOf(tx)).all === before.all) silent.push(table);
      await tx.$executeRawUnsafe("ROLLBACK TO SAVEPOINT one");
    }
  });
  expect(silent).toEqual([]);
});

describe("of a skill", () => {
  const name = uniqueName();
  let skillId = "";
  let other = "";
  beforeAll(async () => {
    const publisher = await makeAccount();
    ({ skillId } = await publishNow(buildSkillPackage({ name }), publisher));
    ({ skillId: other } = await publishNow(buildSkillPackage({ name: uniqueName() }), publisher));
  });

  test("a change of another leaves it as it is, and the sum of many changes stays what it was", async () => {
    const before = [await readRevision(skillId), await readRevision(CATALOGUE)];
    await database().skill.update({ where: { id: other }, data: { displayName: "Another" } });
    expect(await readRevision(skillId)).toBe(before[0]);
    const raised = await readRevision(CATALOGUE);
    expect(raised).not.toBe(before[1]);
    await sumChanges();
    expect([await readRevision(skillId), await readRevision(CATALOGUE)]).toEqual([before[0], raised]);
    expect(await database().change.count()).toBe((await database().change.groupBy({ by: ["scope"] })).length);
  });

  test("its counters raise it for who asks for them, and for nobody else", async () => {
    const read = () => Promise.all([readRevision(CATALOGUE), readRevision(CATALOGUE, { counting: skillId })]);
    const [without, counted] = await read();
    await database().skill.update({ where: { id: other }, data: { callsTotal: { increment: 1 } } });
    expect(await read()).toEqual([without, counted]);
    await database().skill.update({ where: { id: skillId }, data: { callsTotal: { increment: 1 } } });
    const [after, countedAfter] = await read();
    expect(after).toBe(without);
    expect(countedAfter).not.toBe(counted);
  });

  test("a seal or a draft that ends by the clock raises it without anybody writing", async () => {
    const ends = new Date("2027-01-01T00:00:00Z");
    await database().skill.update({ where: { id: other }, data: { claimExpiresAt: ends } });
    const at = (ms: number) =>
      selectRevisions([{ scope: skillId, counting: null }], new Date(ends.getTime() + ms));
    expect(await at(-1)).toEqual(await at(-1_000));
    expect(await at(0)).not.toEqual(await at(-1));
    expect(await at(1_000)).toEqual(await at(0));
  });
});
