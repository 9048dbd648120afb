import { beforeAll, describe, expect, test } from "vitest";
import { getReview } from "@/lib/audits/review/get-review";
import { listQueue } from "@/lib/audits/queue";
import { CHECKLIST, isTickedByHand } from "@/lib/audits/review/checklist";
import { prepareReviewedAudit } from "@/lib/audits/sign-audit";
import { markFiles, markItem, releaseReview, reserveReview } from "@/lib/audits/review/review";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { fakeClock, systemClock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { replaceReplays } from "@/lib/running/examples/replay-repository";
import { uniqueName, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publish } = testPublisher();

const name = uniqueName("reviewed");
let readers: TestAccount[];
let versionId: string;

beforeAll(async () => {
  readers = await Promise.all([makeVerifier(), makeVerifier(), makeVerifier()]);
  await publish({ name, files: { "notes.txt": "one\ntwo\n" } });
  const files = { "notes.txt": "one\n2\n", "new.txt": "x\n" };
  ({ versionId } = await publish({ name, version: "1.1.0", files }));
});

const of = (index: number) => ({ accountId: readers[index]?.accountId ?? "", versionId });

describe("a reservation", () => {
  test("is taken by one of many at once, shows in the queue, and is free again when given back or run out", async () => {
    const attempts = await Promise.allSettled(readers.map((_, index) => reserveReview(of(index))));
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const winner = attempts.findIndex(({ status }) => status === "fulfilled");
    const loser = (winner + 1) % readers.length;
    await expect(reserveReview(of(loser))).rejects.toMatchObject({ code: "REVIEW_RESERVED" });
    const rowFor = async (index: number) =>
      (await listQueue(of(index).accountId)).rows.find((row) => row.slug === name);
    expect((await rowFor(winner))?.claim).toMatchObject({ mine: true });
    expect((await rowFor(loser))?.claim).toMatchObject({ mine: false });
    await releaseReview(of(loser)); // not theirs: nothing happens
    expect((await rowFor(loser))?.claim).not.toBeNull();
    await releaseReview(of(winner));
    await reserveReview(of(loser));
    const later = fakeClock(systemClock.now());
    later.advanceMs(2 * 60 * 60_000 + 1_000);
    expect((await reserveReview(of(winner), later)).until > later.now()).toBe(true);
  });
});

describe("a review", () => {
  test("without a sealed version before it shows every file as added", async () => {
    const { accountId } = of(0);
    const review = await getReview(accountId, versionId, { file: "notes.txt" });
    expect(review).toMatchObject({ base: null, duty: "full", scope: "full" });
    expect(review.files).not.toEqual([]);
    expect(review.files.every(({ status, covered, seen }) => status === "added" && covered && !seen)).toBe(
      true,
    );
    expect(review.shown?.lines?.map(({ kind, text }) => [kind, text])).toEqual([
      ["added", "one"],
      ["added", "2"],
    ]);
  });

  test("shows also what a patch changed that carries the audit before it: nobody has read that", async () => {
    const skill = uniqueName("carried");
    const reader = await makeVerifier();
    const first = await publish({ name: skill, files: { "notes.txt": "one\n" } });
    await reader.audit(first.versionId);
    await publish({ name: skill, version: "1.0.1", files: { "notes.txt": "one\nunread\n" } });
    const files = { "notes.txt": "one\nunread\nthree\n" };
    const next = await publish({ name: skill, version: "1.1.0", files });
    const review = await getReview(reader.accountId, next.versionId, { file: "notes.txt" });
    expect(review).toMatchObject({ base: { version: "1.0.0" }, duty: "reduced" });
    expect(review.files.map(({ path, status, covered }) => [path, status, covered])).toEqual(
      expect.arrayContaining([["notes.txt", "changed", true]]),
    );
    expect(review.shown?.lines?.filter(({ kind }) => kind === "added").map(({ text }) => text)).toEqual([
      "unread",
      "three",
    ]);
  });

  test("a seal waits for the checklist; asking for changes does not; a tick is each verifier's own", async () => {
    const request = { ...of(1), note: null, validityDays: 1, genesisHash: "test" };
    await expect(prepareReviewedAudit({ ...request, verdict: "seal" })).rejects.toMatchObject({
      code: "REVIEW_INCOMPLETE",
    });
    await prepareReviewedAudit({ ...request, verdict: "changes_requested" });
    await markItem({ ...of(1), item: "dependencies", marked: true });
    const { files } = await getReview(of(1).accountId, versionId);
    const keys = files.filter(({ covered }) => covered).map(({ key }) => key);
    await markFiles({ ...of(1), keys: keys.slice(1), seen: true });
    await expect(prepareReviewedAudit({ ...request, verdict: "seal" })).rejects.toMatchObject({
      details: { items: ["files_read", "examples_replayed"] },
    });
    await markFiles({ ...of(1), keys: keys.slice(0, 1), seen: true });
    await expect(prepareReviewedAudit({ ...request, verdict: "seal" })).rejects.toMatchObject({
      code: "REVIEW_INCOMPLETE",
      details: { items: ["examples_replayed"] },
    });
    const { examplesTotal } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
    const proven = { state: "proven" as const, matchRule: "exact" as const, wallMs: 1, detail: null };
    const results = Array.from({ length: examplesTotal }, () => proven);
    await inTransaction((db) => replaceReplays(db, versionId, { results, replayedAt: systemClock.now() }));
    await prepareReviewedAudit({ ...request, verdict: "seal" });
    expect((await getReview(of(2).accountId, versionId)).sealable).toBe(false);
    await markFiles({ ...of(1), keys: keys.slice(0, 1), seen: false });
    expect((await getReview(of(1).accountId, versionId)).sealable).toBe(false);
    for (const unknown of [[], ["0".repeat(64)], [keys[0] ?? "", "moon"]])
      await expect(markFiles({ ...of(1), keys: unknown, seen: true })).rejects.toMatchObject({
        code: "REQUEST_INVALID",
      });
    for (const item of [...CHECKLIST.filter((each) => !isTickedByHand(each)), "moon"])
      await expect(markItem({ ...of(1), item, marked: true })).rejects.toMatchObject({
        code: "REQUEST_INVALID",
      });
  });
});
