import { describe, expect, test } from "vitest";
import { HOUR_MS, fakeClock } from "@/lib/kernel/clock";
import { assertDraftRoom, takeDraftPlace } from "@/lib/publishing/drafts/take-draft-place";
import { makeDraft, newClientAddress, rejectedPackage } from "@/lib/publishing/drafts/testing/draft-builders";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const MINUTE_MS = 60_000;
const START = "2027-03-01T00:00:00Z";

const full = (retryAfterSeconds: number) => ({ code: "RATE_LIMITED", details: { retryAfterSeconds } });

describe("five an hour", () => {
  test("of fifty at once exactly five get through", async () => {
    const address = newClientAddress();
    const tries = Array.from({ length: 50 }, () => takeDraftPlace(address));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "RATE_LIMITED" });
    }
  });

  test("any hour, not any full hour: room comes when the first of the five is an hour old", async () => {
    const clock = fakeClock(START);
    const address = newClientAddress();
    for (let i = 0; i < 5; i++) {
      await takeDraftPlace(address, clock);
      clock.advanceMs(10 * MINUTE_MS);
    }
    await expect(takeDraftPlace(address, clock)).rejects.toMatchObject(full(600));
    await expect(assertDraftRoom(address, clock)).rejects.toMatchObject(full(600));
    clock.advanceMs(10 * MINUTE_MS);
    await takeDraftPlace(address, clock);
    await expect(takeDraftPlace(address, clock)).rejects.toMatchObject(full(600));
  });

  test("for each address on its own", async () => {
    const [one, other] = [newClientAddress(), newClientAddress()];
    for (let i = 0; i < 5; i++) await takeDraftPlace(one);
    await takeDraftPlace(other);
  });
});

test("twenty a day: after four full hours the first must be a day old", async () => {
  const clock = fakeClock(START);
  const address = newClientAddress();
  for (let hour = 0; hour < 4; hour++) {
    for (let i = 0; i < 5; i++) await takeDraftPlace(address, clock);
    clock.advanceMs(HOUR_MS);
  }
  await expect(takeDraftPlace(address, clock)).rejects.toMatchObject(full(20 * 3600));
  clock.advanceMs(20 * HOUR_MS);
  await takeDraftPlace(address, clock);
});

describe("what counts", () => {
  test("an upload refused for its form does not; one refused by vetting does", async () => {
    const address = newClientAddress();
    const agentHeader = uniqueName("bot");
    for (let i = 0; i < 6; i++) {
      await expect(makeDraft({ address, agentHeader: "a b" })).rejects.toMatchObject({
        code: "AGENT_AUTHOR_INVALID",
      });
      await expect(makeDraft({ address, name: "Not A Name" })).rejects.toMatchObject({
        code: "UPLOAD_FAILED",
      });
    }
    const hostile = { address, agentHeader, package: rejectedPackage() };
    for (let i = 0; i < 5; i++)
      await expect(makeDraft(hostile)).rejects.toMatchObject({ code: "DRAFT_NOT_APPROVED" });
    await expect(makeDraft({ address })).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  test("many agent names do not get round the limit", async () => {
    const address = newClientAddress();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => makeDraft({ address })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });
});
