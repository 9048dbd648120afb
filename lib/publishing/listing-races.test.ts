import { expect, test } from "vitest";
import type { Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { quarantineIn } from "@/lib/moderation/quarantine";
import { releaseVersion } from "@/lib/publishing/release-version";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { yankVersion } from "@/lib/publishing/yank-version";
import { getActorOf, makeAdministrator, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { untilSomebodyWaits } from "@/lib/testing/while-held";

const database = testDatabase();
const { publisher, publish, upload } = testPublisher();

const release = (versionId: string) =>
  inTransaction((tx) => releaseVersion(tx, versionId, { from: "pending", now: new Date() }));
const listingOf = (slug: string) =>
  database().skill.findUniqueOrThrow({
    where: { slug },
    select: { publishedAt: true, latestVersion: { select: { version: true } } },
  });

/** Does `first` in a transaction that stays open until `second`, begun meanwhile, waits for it or is done. */
async function crossed(first: (tx: Database) => Promise<unknown>, second: () => Promise<unknown>) {
  let other: Promise<unknown> = Promise.resolve();
  await inTransaction(async (tx) => {
    await first(tx);
    other = second();
    other.catch(() => undefined);
    await untilSomebodyWaits(other);
  });
  await other;
}

test("a skill that is put into quarantine while a version of it is approved stays off the lists", async () => {
  const name = uniqueName();
  const actor = await makeAdministrator();
  await publish({ name });
  const { versionId } = await upload({ name, version: "1.1.0" });
  const quarantine = { actor, skill: name, reason: "It lies." };
  await crossed(
    (tx) => quarantineIn(tx, quarantine, new Date()),
    () => release(versionId),
  );
  expect((await listingOf(name)).publishedAt).toBeNull();
});

test("of two versions approved at the same moment the higher one is listed", async () => {
  const name = uniqueName();
  const [lower, higher] = [await upload({ name }), await upload({ name, version: "1.1.0" })];
  await crossed(
    (tx) => releaseVersion(tx, higher.versionId, { from: "pending", now: new Date() }),
    () => release(lower.versionId),
  );
  expect((await listingOf(name)).latestVersion?.version).toBe("1.1.0");
});

test("a version approved while the one before is withdrawn is listed", async () => {
  const name = uniqueName();
  const actor = await getActorOf(publisher().username);
  await publish({ name });
  const { versionId } = await upload({ name, version: "1.1.0" });
  await crossed(
    (tx) => releaseVersion(tx, versionId, { from: "pending", now: new Date() }),
    () => yankVersion({ actor, skill: name, version: "1.0.0", reason: "It was slow." }),
  );
  expect(await listingOf(name)).toEqual({
    publishedAt: expect.any(Date) as unknown,
    latestVersion: { version: "1.1.0" },
  });
});
