import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { listMarketplace } from "@/lib/catalogue/plugins/list-marketplace";
import { PLUGIN_LAYOUT } from "@/lib/conversion/plugin";
import { Prisma } from "@/lib/db/generated/client";
import { digestJson } from "@/lib/kernel/json/canonical-json";
import { testDatabase } from "@/lib/testing/database";

const { sql } = Prisma;
const database = testDatabase();
const SKILLS = 5_001;
const LAST = `skill${SKILLS}`;

/** Listed skills whose plugins are stored, each called less than the one before. */
beforeAll(async () => {
  const run = (statement: Prisma.Sql) => database().$executeRaw(statement);
  await run(sql`INSERT INTO "Skills" ("id", "slug", "canonical_name", "published_at", "updated_at", "calls_7d", "description", "content_language")
    SELECT 'skl_' || i, 'skill' || i, 'skill' || i, now(), now(), ${SKILLS}::int - i, 'Skill ' || i || repeat(' of some words', 15), 'en'
    FROM generate_series(1, ${SKILLS}::int) i`);
  await run(sql`INSERT INTO "SkillVersions" ("id", "skill_id", "version", "version_scheme", "version_change", "vetting_status", "package_digest",
      "package_size_bytes", "archive_digest", "skill_md", "manifest", "dialect_reports", "published_at")
    SELECT 'ver_' || i, 'skl_' || i, '1.0.0', 'semver', 'first', 'approved', 'sha256:' || md5(i::text) || md5('-' || i), 1,
      'sha256:' || lpad(i::text, 64, '0'), '', '{}', '[]', now() FROM generate_series(1, ${SKILLS}::int) i`);
  await run(sql`UPDATE "Skills" SET "latest_version_id" = replace("id", 'skl', 'ver')`);
  const versions = await database().skillVersion.findMany({
    select: { packageDigest: true, skill: { select: { slug: true } } },
  });
  const stored = versions.map(({ packageDigest, skill: { slug: name } }) => ({
    packageDigest: digestJson({
      name,
      version: "1.0.0",
      description: null,
      skills: [{ name, packageDigest }],
    }),
    version: "1.0.0",
    target: "Plugin",
    converterVersion: PLUGIN_LAYOUT,
    archiveDigest: packageDigest,
    sizeBytes: 1,
    createdAt: new Date(),
  }));
  await database().convertedPackage.createMany({ data: stored });
});

test("five thousand skills are one marketplace, in a quarter of a megabyte as it is sent", async () => {
  const all = await listMarketplace({}, "https://market.example");
  expect(all.plugins).toHaveLength(5_000);
  expect(all.plugins.map(({ name }) => name)).not.toContain(LAST);
  expect(all.description).toContain("the first 5,000");
  expect(gzipSync(JSON.stringify(all)).length).toBeLessThan(300_000);
  const found = await listMarketplace({ q: LAST }, "https://market.example");
  expect(found.plugins[0]?.name).toBe(LAST);
});
