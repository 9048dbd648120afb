import { describe, expect, test } from "vitest";
import { giveReceipt, giveRun } from "@/lib/payments/testing/receipts";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { findOwnReview, listReviews } from "@/lib/registry/reviews/list-reviews";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { searchSkills } from "@/lib/search/search-skills";
import { makeAccount, newAddress, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publish } = testPublisher();

describe("one review for each account", () => {
  test("also when it is sent ten times at once, and the rating is the sum of what is stored", async () => {
    const { skillId, slug } = await publish();
    const accounts = await Promise.all([makeAccount(), makeAccount(), makeAccount()]);
    const sends = accounts.flatMap((actor) =>
      Array.from({ length: 10 }, (_, i) => writeReview({ actor, skill: slug, rating: 1 + (i % 5) })),
    );
    const results = await Promise.all(sends);
    expect(results.filter(({ action }) => action === "created")).toHaveLength(3);
    const stored = await database().review.findMany({ where: { skillId } });
    expect(stored).toHaveLength(3);
    const row = await database().skill.findUniqueOrThrow({ where: { id: skillId } });
    expect([row.ratingSum, row.ratingCount]).toEqual([
      stored.reduce((sum, { rating }) => sum + rating, 0),
      3,
    ]);
  });

  test("its author can read and change it", async () => {
    const { skillId, slug } = await publish();
    const actor = await makeAccount();
    await writeReview({ actor, skill: slug, rating: 4, text: "  fine  " });
    expect(await findOwnReview(skillId, actor.accountId)).toMatchObject({ rating: 4, text: "fine" });
    await writeReview({ actor, skill: slug, rating: 1, text: " " });
    expect(await findOwnReview(skillId, actor.accountId)).toMatchObject({ rating: 1, text: null });
    expect((await listReviews(slug)).rating).toEqual({ average: 1, count: 1 });
  });
});

test("emoji with joiners and lines are text", async () => {
  const { slug } = await publish();
  const text = "👩‍👩‍👧 좋아요\n第二行";
  await writeReview({ actor: await makeAccount(), skill: slug, rating: 5, text });
  expect((await listReviews(slug)).reviews[0]?.text).toBe(text);
});

test("a verified buyer holds a receipt for a call of this very skill that counts, with any wallet of the account", async () => {
  const { versionId, slug } = await publish();
  const other = await publish();
  const [buyer, stranger, unpaid] = await Promise.all([makeAccount(), makeAccount(), makeAccount()]);
  const [puppet, unjudged] = await Promise.all([makeAccount(), makeAccount()]);
  const second = newAddress();
  await database().wallet.create({ data: { address: second, accountId: buyer.accountId } });
  await giveReceipt(versionId, second);
  await giveReceipt(other.versionId, stranger.address);
  await giveRun(versionId, unpaid.address);
  await giveReceipt(versionId, puppet.address, false);
  await giveReceipt(versionId, unjudged.address, null);
  for (const actor of [buyer, stranger, unpaid, puppet, unjudged])
    await writeReview({ actor, skill: slug, rating: 3 });
  const { reviews } = await listReviews(slug);
  const verified = reviews.filter(({ verifiedBuyer }) => verifiedBuyer).map(({ username }) => username);
  expect(verified).toEqual([buyer.username]);
});

describe("whoever is the publisher's does not review", () => {
  test.each<[string, (payee: string, wallet: string) => Promise<unknown>, boolean]>([
    ["a stranger", async () => {}, true],
    [
      "an account with a wallet that a version pays",
      (payeeAddress) => database().skillVersion.updateMany({ data: { payeeAddress } }),
      true,
    ],
    [
      "an account with a wallet that a version of this skill pays",
      (_, wallet) => database().skillVersion.updateMany({ data: { payeeAddress: wallet } }),
      false,
    ],
    [
      "an account whose wallet has its first money of the publisher's",
      (payee, address) => giveOrigin(address, [newAddress(), payee]),
      false,
    ],
    [
      "an account whose wallet has its first money of somebody else's",
      (_, address) => giveOrigin(address, [newAddress()]),
      true,
    ],
    ["an account whose wallet's first money nobody knows", (_, address) => giveOrigin(address, []), true],
  ])("%s", async (_name, tie, may) => {
    const { slug, skillId } = await publish();
    const { ownerId } = await database().skill.findUniqueOrThrow({ where: { id: skillId } });
    const publisher = await database().wallet.findFirstOrThrow({ where: { accountId: ownerId ?? "" } });
    const actor = await makeAccount();
    await tie(publisher.address, actor.address);
    const written = writeReview({ actor, skill: slug, rating: 5 });
    if (may) expect(await written).toMatchObject({ action: "created" });
    else await expect(written).rejects.toMatchObject({ code: "REVIEW_NOT_ALLOWED" });
  });
});

const giveOrigin = (address: string, funders: string[]) =>
  database().payerOrigin.create({ data: { address, funders, lookedUpAt: new Date() } });

test("lists sort by rating: the best first, of equal ones the more often rated, unrated last", async () => {
  const tag = uniqueName("tag").replaceAll("-", "");
  const names = ["many", "one", "low", "none"].map((name) => `${tag}-${name}`);
  for (const name of names) await publish({ name });
  const rate = async (name: string, ...ratings: number[]) => {
    for (const rating of ratings)
      await writeReview({ actor: await makeAccount(), skill: `${tag}-${name}`, rating });
  };
  await rate("low", 2);
  await rate("one", 5);
  await rate("many", 5, 5);
  const { rows } = await searchSkills({ q: tag, sort: "rating" });
  expect(rows.map(({ slug }) => slug)).toEqual(names);
  expect(rows[0]?.rating).toEqual({ average: 5, count: 2 });
});
