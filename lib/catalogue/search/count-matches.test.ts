import { beforeAll, expect, test } from "vitest";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine-skill";
import { getHome } from "@/lib/catalogue/get-home";
import { countMatches } from "@/lib/catalogue/search/count-matches";
import { planCriteria } from "@/lib/catalogue/search/plan-criteria";
import { searchSkills } from "@/lib/catalogue/search/search-skills";
import {
  buildSkillPackage,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();
const CROWD = 10_001;
const DIGEST = `sha256:${"0".repeat(64)}`;
/** Clocks of the market and of whoever asks: each test begins an hour after the one before. */
let hour = 0;
beforeAll(() => addSkills(1, CROWD));

async function addSkills(from: number, to: number): Promise<void> {
  await database().$executeRaw`
    INSERT INTO "Skills" ("id", "slug", "canonical_name", "category", "published_at", "updated_at")
    SELECT 'skl_' || i, 'skill' || i, 'skill' || i, 'data', now(), now() FROM generate_series(${from}::int, ${to}::int) i`;
  await database().$executeRaw`
    INSERT INTO "SkillVersions" ("id", "skill_id", "version", "version_scheme", "version_change", "vetting_status", "package_digest",
      "package_size_bytes", "archive_digest", "skill_md", "manifest", "dialect_reports", "published_at")
    SELECT 'ver_' || i, 'skl_' || i, '1.0.0', 'semver', 'first', 'approved', ${DIGEST}, 1, ${DIGEST}, '', '{}', '[]', now()
    FROM generate_series(${from}::int, ${to}::int) i`;
  await database()
    .$executeRaw`UPDATE "Skills" SET "latest_version_id" = replace("id", 'skl', 'ver') WHERE "latest_version_id" IS NULL`;
}

/** Counts in all skills and on the front page, as somebody is told so many seconds later. */
function fromNow(): (seconds: number) => Promise<[number, number]> {
  const start = Date.now() + ++hour * 3_600_000;
  return async (seconds) => {
    const now = new Date(start + seconds * 1_000);
    const [counted, home] = await Promise.all([
      countMatches(await planCriteria(database(), {}), now),
      getHome({ now: () => now }),
    ]);
    expect(counted.facets.category).toEqual([{ value: "data", count: counted.total }]);
    return [counted.total, home.tally.skillsListed];
  };
}
const both = (count: number): [number, number] => [count, count];
/** Until what was begun behind an older answer is over. */
async function until(tell: (seconds: number) => Promise<[number, number]>, seconds: number, count: number) {
  await expect.poll(() => tell(seconds)).toEqual(both(count));
}

test("counts of a large market are told at once, a minute old at most, and counted anew behind", async () => {
  const tell = fromNow();
  expect(await tell(0)).toEqual(both(CROWD));
  await addSkills(CROWD + 1, CROWD + 1);
  expect(await tell(3)).toEqual(both(CROWD));
  expect(await tell(59)).toEqual(both(CROWD));
  await until(tell, 60, CROWD + 1);
  await addSkills(CROWD + 2, CROWD + 2);
  expect(await tell(200)).toEqual(both(CROWD + 2));
});

test("a quarantine, and its end, show in them within five seconds, and in lists at once", async () => {
  const { slug: skill } = await publishNow(buildSkillPackage(), await makeAccount());
  const request = { actor: await makeAdministrator(), skill, reason: "reported as harmful" };
  const start = Date.now() + ++hour * 3_600_000;
  const clock = (seconds: number) => ({ now: () => new Date(start + seconds * 1_000) });
  const tell = async (seconds: number) => {
    const { total } = await searchSkills({ limit: 1 }, { clock: clock(seconds) });
    const { rows } = await searchSkills({ q: skill }, { clock: clock(seconds) });
    return { total, found: rows.length, home: (await getHome(clock(seconds))).tally.skillsListed };
  };
  const open = await tell(0);
  expect(open.found).toBe(1);
  await quarantineSkill(request, clock(0.5));
  expect(await tell(1)).toEqual({ ...open, found: 0 });
  const closed = { total: open.total - 1, home: open.home - 1, found: 0 };
  expect(await tell(5)).toEqual(closed);
  await releaseSkill(request, clock(20));
  expect(await tell(25)).toEqual(open);
});
