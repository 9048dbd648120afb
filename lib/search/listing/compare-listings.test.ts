import { expect, test } from "vitest";
import { compareListings } from "@/lib/search/listing/compare-listings";
import { findListing, type StoredListing } from "@/lib/search/listing/repository";
import { yankVersion } from "@/lib/publishing/yank-version";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["RUNNER"] = "disabled";
const database = testDatabase();
testBlobStore();

test("what the market itself lists, renames and withdraws is as it is derived", async () => {
  const owner = await makeAccount();
  const name = uniqueName("compared");
  await publishNow(buildSkillPackage({ name, version: "1.0.0" }), owner);
  await publishNow(buildSkillPackage({ name, version: "1.1.0-rc.1" }), owner);
  const { slug } = await publishNow(buildSkillPackage(), owner);
  await yankVersion({ actor: owner, skill: slug, version: "1.0.0", reason: "Old." });
  expect(await compareListings()).toEqual({ compared: 2, different: 0 });
});

/** Something else than any skill here has; of truth values the contrary. */
const OTHERWISE = {
  latestVersionId: null,
  nextVersionId: null,
  displayName: "Another name",
  description: "Another text",
  category: "another",
  tags: ["another"],
  capabilities: ["another"],
  platforms: ["another"],
  contentLanguage: "ko",
  runtimeLanguage: "cobol",
  priceLamports: "7",
  needsNetwork: false,
  needsFilesystem: false,
  needsSubprocess: false,
  needsSecrets: false,
  nameTokens: ["another"],
  topicTokens: ["another"],
  searchTokens: ["another"],
  wordsCount: 77,
  publishedAt: null,
} satisfies Partial<Record<keyof StoredListing, unknown>>;

test.each(Object.entries(OTHERWISE))(
  "%s that was written past the market is found and mended",
  async (column, value) => {
    const name = uniqueName("written");
    const owner = await makeAccount();
    await publishNow(buildSkillPackage({ name, version: "1.0.0" }), owner);
    await publishNow(buildSkillPackage({ name, version: "1.1.0-rc.1" }), owner);
    const { id } = await database().skill.findUniqueOrThrow({ where: { slug: name } });
    const before = await findListing(database(), id);
    const other = value === false ? !before[column as keyof StoredListing] : value;
    await database().skill.update({ where: { id }, data: { [column]: other } });
    expect(await findListing(database(), id)).not.toEqual(before);
    expect((await compareListings()).different).toBe(1);
    expect(await findListing(database(), id)).toEqual(before);
    expect((await compareListings()).different).toBe(0);
  },
);

test("one that cannot be derived is told of, and keeps no other from being compared", async () => {
  const owner = await makeAccount();
  const { versionId } = await publishNow(buildSkillPackage(), owner);
  const { slug } = await publishNow(buildSkillPackage(), owner);
  const manifest = (await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } })).manifest;
  await database().skillVersion.update({ where: { id: versionId }, data: { manifest: {} } });
  await database().skill.update({ where: { slug }, data: { displayName: "Another name" } });
  expect((await compareListings()).different).toBe(2);
  await database().skillVersion.update({ where: { id: versionId }, data: { manifest: manifest ?? {} } });
  expect((await compareListings()).different).toBe(0);
});

test("words of an older edition are left to the job that makes them anew", async () => {
  const { slug } = await publishNow(buildSkillPackage(), await makeAccount());
  await database().skill.update({
    where: { slug },
    data: { wordsEdition: 0, nameTokens: [], searchTokens: [] },
  });
  expect((await compareListings()).different).toBe(0);
});

test("a market that ends begins no more", async () => {
  expect(await compareListings({ signal: AbortSignal.abort() })).toEqual({ compared: 0, different: 0 });
});
