import { beforeAll, expect, test } from "vitest";
import { Prisma } from "@/lib/db/generated/client";
import { getIdentityStats } from "@/lib/identity/accounts/accounts";
import { makeAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { explain } from "@/lib/testing/explain";

const { sql } = Prisma;
const database = testDatabase();
const DRAFTS = 4_000;
const GIVEN_AWAY = 40;

// Each agent has two drafts; the second of the first agents was given away.
beforeAll(async () => {
  const [from, to] = [await makeAccount(), await makeAccount()];
  const run = (statement: Prisma.Sql) => database().$executeRaw(statement);
  const each = sql`FROM generate_series(1, ${DRAFTS}::int) i`;
  await run(sql`INSERT INTO "AgentAuthorIdentities" ("id", "name", "canonical_name", "secret_hmac")
    SELECT 'agt_' || i, 'Agent-' || i, 'agent-' || i, 'x' FROM generate_series(1, ${DRAFTS / 2}::int) i`);
  await run(sql`INSERT INTO "Skills" ("id", "slug", "canonical_name", "claim_status", "claim_token_hash", "owner_id",
      "agent_identity_id", "updated_at")
    SELECT 'skl_' || i, 'skill' || i, 'skill' || i, 'claimed', 'hash' || i, ${to.accountId}, 'agt_' || (i + 1) / 2, now() ${each}`);
  await run(sql`INSERT INTO "SkillVersions" ("id", "skill_id", "version", "version_scheme", "version_change", "package_digest",
      "package_size_bytes", "archive_digest", "skill_md", "manifest", "dialect_reports", "author_agent")
    SELECT 'ver_' || i, 'skl_' || i, '1.0.0', 'semver', 'first', 'sha256:' || lpad(i::text, 64, '0'), 1,
      'sha256:' || lpad(i::text, 64, '0'), '', '{}', '[]', jsonb_build_object('name', 'AGENT-' || (i + 1) / 2) ${each}`);
  await run(sql`UPDATE "Skills" SET "latest_version_id" = replace("id", 'skl', 'ver')`);
  await run(sql`INSERT INTO "SkillTransfers" ("id", "skill_id", "from_id", "to_id", "state", "created_at", "expires_at", "ended_at")
    SELECT 'tra_' || i || '_' || n, 'skl_' || i * 2, ${from.accountId}, ${to.accountId}, 'accepted', now(), now(), now()
    FROM generate_series(1, ${GIVEN_AWAY}::int) i, generate_series(1, 2) n`);
  await run(
    sql`UPDATE "Skills" s SET "agent_identity_id" = NULL FROM "SkillTransfers" t WHERE t."skill_id" = s."id"`,
  );
  await run(sql`VACUUM ANALYZE`);
});

test.each(["agent-7", "Agent-1999"])(
  "what %s has uploaded is counted, given away or not, without a look at every draft there is",
  async (name) => {
    const { rows, planned } = await explain(() => getIdentityStats(name));
    expect(rows).toMatchObject({ totalUploads: 2, totalClaimed: 2, totalExpired: 0 });
    expect(planned).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"(Skills|SkillVersions)"/);
  },
);
