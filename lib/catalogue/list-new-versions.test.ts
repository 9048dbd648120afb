import pg from "pg";
import { expect, test, vi } from "vitest";
import { listNewVersions } from "@/lib/catalogue/list-new-versions";
import type { SkillSearch } from "@/lib/search/views";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

test("published versions, newest first; none of a skill in quarantine", async () => {
  const publisher = await makeAccount();
  const publish = async (name: string, version: string) => {
    await publishNow(buildSkillPackage({ name, version }), publisher);
  };
  const [first, second] = [uniqueName(), uniqueName()];
  await publish(first, "1.0.0");
  await publish(second, "1.0.0");
  await publish(first, "1.1.0");
  const told = async (slug?: string) =>
    (await listNewVersions(slug === undefined ? {} : { slug })).map((row) => `${row.slug} ${row.version}`);
  expect(await told()).toEqual([`${first} 1.1.0`, `${second} 1.0.0`, `${first} 1.0.0`]);
  expect(await told(first)).toEqual([`${first} 1.1.0`, `${first} 1.0.0`]);
  expect((await listNewVersions())[0]).toMatchObject({ publisher: publisher.username });

  await database().skill.update({
    where: { slug: second },
    data: { quarantinedAt: new Date(), quarantineReason: "a reason", publishedAt: null },
  });
  expect(await told()).not.toContain(`${second} 1.0.0`);
});

test("versions of what a search finds: of all its skills together the newest, and none of others", async () => {
  const [ann, bob] = [await makeAccount(), await makeAccount()];
  const [first, second] = [uniqueName("zebra"), uniqueName("zebra")];
  const publish = async (name: string, version: string, by = ann) => {
    await publishNow(buildSkillPackage({ name, version }), by);
  };
  await publish(first, "1.0.0");
  await publish(second, "1.0.0");
  await publish(first, "1.1.0");
  await publish(uniqueName("zebra"), "1.0.0", bob);
  const told = async (search: SkillSearch) =>
    (await listNewVersions({ search })).map((row) => `${row.slug} ${row.version}`);
  const all = [`${first} 1.1.0`, `${second} 1.0.0`, `${first} 1.0.0`];
  expect(await told({ publisher: ann.username })).toEqual(all);
  expect(await told({ publisher: ann.username, sort: "name" })).toEqual(all);
  const alone = first.split("-").at(-1) ?? "";
  expect(await told({ q: alone, publisher: ann.username })).toEqual([all[0], all[2]]);
  expect(await told({ publisher: ann.username, price: "paid" })).toEqual([]);
  expect(await told({ q: "zebra " })).toHaveLength(4);
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await told({ q: "zebra " });
  expect(sent.mock.calls.length).toBe(3); // one of them weighs the words
  sent.mockRestore();
});
