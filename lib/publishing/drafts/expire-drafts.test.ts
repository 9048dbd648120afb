import { expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { makeDraft } from "@/lib/publishing/drafts/testing/draft-builders";
import { CLAIM_MS } from "@/lib/registry/claim-state";
import { expireDrafts } from "@/lib/publishing/drafts/expire-drafts";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";

const database = testDatabase();
testBlobStore();

test("drafts whose time is over end with an event each; one that somebody holds at this moment ends the next time", async () => {
  const clock = fakeClock("2027-08-01T00:00:00Z");
  const slugs: string[] = [];
  for (let made = 0; made < 3; made++) slugs.push((await makeDraft({}, clock)).slug);
  clock.advanceMs(CLAIM_MS + 1);
  const young = await makeDraft({}, clock);
  const [held = ""] = slugs;
  const statusOf = async (slug: string) =>
    (await database().skill.findUniqueOrThrow({ where: { slug } })).claimStatus;

  const hold = (db: Database) =>
    db.$queryRaw`SELECT 1 FROM "Skills" WHERE "slug" = ${held} FOR NO KEY UPDATE`;
  const look = async (isWaiting: boolean) => expect(isWaiting).toBe(false);
  expect(await whileHeld(hold, () => expireDrafts(clock.now()), { look })).toBe(2);
  const statuses = () => Promise.all([...slugs, young.slug].map(statusOf));
  expect(await statuses()).toEqual(["draft", "expired", "expired", "draft"]);
  expect(await expireDrafts(clock.now())).toBe(1);
  expect(await statuses()).toEqual(["expired", "expired", "expired", "draft"]);
  const events = await database().event.findMany({ where: { kind: "draft:expired" } });
  expect(new Set(events.map(({ data }) => (data as { slug: string }).slug))).toEqual(new Set(slugs));
  expect(events).toHaveLength(3);
});
