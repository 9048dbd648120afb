import { beforeEach, expect, test } from "vitest";
import { getHome } from "@/lib/catalogue/get-home";
import { countSkills, cachedCounts } from "@/lib/search/count-matches";
import { CATALOGUE } from "@/lib/registry/revisions/revisions";
import { quarantineSkill } from "@/lib/moderation/quarantine";
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

const HUGE = 50_000;
const LARGE = 500;
const DIGEST = `sha256:${"0".repeat(64)}`;
let start = 0;
let counted: number[] = [];
/** Ends each count that is under way, when it is set. */
let hold: Promise<unknown> = Promise.resolve();
let answer: ReturnType<typeof cachedCounts<number>>;

beforeEach(() => {
  start = Date.now();
  counted = [];
  hold = Promise.resolve();
  answer = cachedCounts<number>((total) => total);
});

/** Asks so many seconds later, when there would be `total`. */
const ask = (seconds: number, total: number, key = "all") =>
  answer(key, new Date(start + seconds * 1_000), async () => {
    counted.push(total);
    await hold;
    return total;
  });
const change = () => database().change.create({ data: { scope: CATALOGUE } });

test("a large count is kept while nothing changes, a small one never", async () => {
  expect([await ask(0, LARGE), await ask(14, 1)]).toEqual([LARGE, LARGE]);
  expect(await ask(15, LARGE + 1)).toBe(LARGE + 1);
  expect([await ask(0, 1, "few"), await ask(0, 2, "few")]).toEqual([1, 2]);
  expect(counted).toEqual([LARGE, LARGE + 1, 1, 2]);
});

test("after a change it is counted anew at once, also where the count before is still under way", async () => {
  await ask(0, LARGE);
  await change();
  expect(await ask(0, LARGE + 1)).toBe(LARGE + 1);
  let release = () => {};
  hold = new Promise<void>((resolve) => (release = resolve));
  await change();
  const before = [ask(0, LARGE + 2), ask(0, LARGE + 20)];
  await expect.poll(() => counted.length).toBe(3);
  await change();
  const after = ask(0, LARGE + 3);
  await expect.poll(() => counted.length).toBe(4);
  release();
  expect([...(await Promise.all(before)), await after]).toEqual([LARGE + 2, LARGE + 2, LARGE + 3]);
});

test("a huge one is told a minute later at most, and counted anew behind it", async () => {
  await ask(0, HUGE);
  await change();
  expect(await ask(14, HUGE + 1)).toBe(HUGE);
  expect(counted).toEqual([HUGE]);
  expect(await ask(15, HUGE + 2)).toBe(HUGE);
  await expect.poll(() => ask(16, HUGE + 9)).toBe(HUGE + 2);
  await change();
  expect(await ask(75, HUGE + 3)).toBe(HUGE + 3);
});

test("a quarantine shows in a huge one at once", async () => {
  const { slug: skill } = await publishNow(buildSkillPackage(), await makeAccount());
  await ask(0, HUGE);
  await quarantineSkill({ actor: await makeAdministrator(), skill, reason: "reported as harmful" });
  expect(await ask(1, HUGE + 1)).toBe(HUGE + 1);
});

test("a count that fails is told to who waited for it, and kept for nobody", async () => {
  const fail = () => answer("all", new Date(start), () => Promise.reject(new Error("gone")));
  await expect(fail()).rejects.toThrow("gone");
  expect(await ask(0, LARGE)).toBe(LARGE);
});

test("all skills and the front page are counted as they are at the moment, however many there are", async () => {
  const addSkills = async (from: number, to: number) => {
    await database().$executeRaw`
      INSERT INTO "Skills" ("id", "slug", "canonical_name", "category", "published_at", "updated_at")
      SELECT 'skl_' || i, 'skill' || i, 'skill' || i, 'data', now(), now() FROM generate_series(${from}::int, ${to}::int) i`;
    await database().$executeRaw`
      INSERT INTO "SkillVersions" ("id", "skill_id", "version", "version_scheme", "version_change", "vetting_status", "package_digest",
        "package_size_bytes", "archive_digest", "skill_md", "manifest", "dialect_reports", "published_at")
      SELECT 'ver_' || i, 'skl_' || i, '1.0.0', 'semver', 'first', 'approved', ${DIGEST}, 1, ${DIGEST}, '', '{}', '[]', now()
      FROM generate_series(${from}::int, ${to}::int) i`;
    await database()
      .$executeRaw`UPDATE "Skills" SET "latest_version_id" = replace("id", 'skl', 'ver') WHERE "id" LIKE 'skl\\_%' AND "latest_version_id" IS NULL`;
  };
  const tell = async () => {
    const [{ total, facets }, home] = await Promise.all([countSkills(), getHome()]);
    const ofData = (counts: readonly { count: number }[]) =>
      counts.reduce((sum, { count }) => sum + count, 0);
    return [total, home.tally.skillsListed, ofData(facets.category), ofData(home.categories)];
  };
  await addSkills(1, LARGE);
  const before = await tell();
  await addSkills(LARGE + 1, LARGE + 1);
  expect(await tell()).toEqual(before.map((count) => count + 1));
});
