import { expect, test } from "vitest";
import { listNewVersions } from "@/lib/registry/list-new-versions";
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
