import { beforeAll, describe, expect, test, vi } from "vitest";
import { HOUR_MS, systemClock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { closeStaleRuns } from "@/lib/running/runs/purge-runs";
import { getRun } from "@/lib/running/runs/get-run";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { insertRun } from "@/lib/running/runs/runs-repository";
import { CallMarket, nonceOf } from "@/lib/running/testing/call-market";
import { HOLD_MS, reserveGrant, releaseStaleGrants, takeGrant } from "@/lib/payments/grants/grants";

const market = new CallMarket({ RUNNER_CONCURRENCY: "2" });
/** Everything under way is stale: runs by the clock an hour from now, holds by the clock of the database. */
const atOnce = { olderThanMs: 0 };
const inAnHour = { olderThanMs: HOUR_MS / 2, clock: { now: () => new Date(Date.now() + HOUR_MS) } };
const now = { olderThanMs: HOUR_MS / 2, clock: systemClock };

/** A run as a process leaves it that was killed in the middle. */
async function beginAndDie(quoteId: string): Promise<string> {
  const { quote } = await market.record(quoteId);
  const runId = newId("run");
  const { id: grantId } = await takeGrant({ quoteId, runId });
  const { versionId, inputDigest } = quote;
  const payerAddress = quote.payerAddress ?? "";
  const run = { id: runId, versionId, grantId, payerAddress, input: {}, inputDigest, startedAt: new Date() };
  await insertRun(market.database(), run);
  return runId;
}

const states = async (quoteId: string) => {
  const { quote, grant, runs, receipts } = await market.record(quoteId);
  return [quote.state, grant?.state, runs.map(({ state }) => state), receipts.length];
};

describe("a paid call whose process died", () => {
  test("is in progress until its time is over, and can then be made again", async () => {
    const quoteId = await market.buyCall({ text: "again" });
    const deadId = await beginAndDie(quoteId);
    expect([await releaseStaleGrants(now), await closeStaleRuns(now)]).toEqual([0, 0]);
    await expect(runPaidCall(quoteId)).rejects.toMatchObject({ code: "RUN_IN_PROGRESS" });

    expect([await releaseStaleGrants(atOnce), await closeStaleRuns(inAnHour)]).toEqual([1, 1]);
    expect(await getRun(deadId)).toMatchObject({ state: "FAILED", fault: "platform", output: null });
    expect(await runPaidCall(quoteId)).toMatchObject({ state: "DONE", output: { echo: "again" } });
    expect(await states(quoteId)).toEqual(["CONSUMED", "CONSUMED", ["FAILED", "DONE"], 1]);
    expect([await releaseStaleGrants(atOnce), await closeStaleRuns(inAnHour)]).toEqual([0, 0]);
  });
});

describe("a paid call that takes long", () => {
  test("keeps its hold as long as its process says that it is at work", async () => {
    const quoteId = await market.buyCall({ text: "slow" });
    const runId = await beginAndDie(quoteId);
    const longAgo = new Date(Date.now() - HOUR_MS);
    const grants = market.database().grant;
    const lastSaid = async () => (await market.record(quoteId)).grant?.updatedAt.getTime();
    const nothingSaid = async () => {
      await grants.updateMany({ where: { quoteId }, data: { updatedAt: longAgo } });
      vi.advanceTimersByTime(HOLD_MS / 2);
    };
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    await reserveGrant(runId, async () => {
      await nothingSaid();
      await expect.poll(lastSaid).toBeGreaterThan(longAgo.getTime());
    });
    expect([await releaseStaleGrants(now), await closeStaleRuns(inAnHour)]).toEqual([0, 0]);
    await nothingSaid(); // its process is no longer at work
    vi.useRealTimers();
    expect([await releaseStaleGrants(now), await closeStaleRuns(inAnHour)]).toEqual([1, 1]);
    expect(await runPaidCall(quoteId)).toMatchObject({ state: "DONE", output: { echo: "slow" } });
  });
});

describe("a paid call that was declared dead while it was only slow", () => {
  test("does not deliver when another run makes the call meanwhile", async () => {
    const quoteId = await market.buyCall({ sleepMs: 2_500 });
    const late = runPaidCall(quoteId);
    const lateId = await market.untilBegun(quoteId);
    await releaseStaleGrants(atOnce);
    const second = runPaidCall(quoteId);
    expect(await late).toMatchObject({
      id: lateId,
      state: "FAILED",
      fault: "platform",
      output: null,
      receiptId: null,
    });
    const delivered = await second;
    expect(delivered.state).toBe("DONE");
    expect(nonceOf(await runPaidCall(quoteId))).toBe(nonceOf(delivered));
    expect(await states(quoteId)).toEqual(["CONSUMED", "CONSUMED", ["FAILED", "DONE"], 1]);
  });

  test("leaves the hold of another run alone", async () => {
    const quoteId = await market.buyCall({ sleepMs: 2_500 });
    const late = runPaidCall(quoteId);
    await market.untilBegun(quoteId);
    await releaseStaleGrants(atOnce);
    const other = newId("run");
    await takeGrant({ quoteId, runId: other });
    expect(await late).toMatchObject({ state: "FAILED", fault: "platform" });
    expect((await market.record(quoteId)).grant).toMatchObject({ state: "RUNNING", runId: other });
  });

  test("ends as failed, and its run is closed only after its grant was freed", async () => {
    const quoteId = await market.buyCall({ sleepMs: 2_500 });
    const late = runPaidCall(quoteId);
    await market.untilBegun(quoteId);
    expect(await closeStaleRuns(inAnHour)).toBe(0);
    await releaseStaleGrants(atOnce);
    expect(await closeStaleRuns(inAnHour)).toBe(1);
    expect(await late).toMatchObject({ state: "FAILED", fault: "platform", receiptId: null });
    expect(await states(quoteId)).toEqual(["GRANTED", "GRANTED", ["FAILED"], 0]);
    expect(await runPaidCall(quoteId)).toMatchObject({ state: "DONE" });
    expect(await states(quoteId)).toEqual(["CONSUMED", "CONSUMED", ["FAILED", "DONE"], 1]);
  });
});

describe("a paid call whose end cannot be recorded", () => {
  beforeAll(async () => {
    await market.database().$executeRawUnsafe(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$`);
  });

  test("delivers nothing, is closed, and can be made again: output, grant and receipt end together", async () => {
    const quoteId = await market.buyCall();
    await market
      .database()
      .$executeRawUnsafe(`CREATE TRIGGER full_disk BEFORE INSERT ON "Receipts" EXECUTE FUNCTION refuse()`);
    await expect(runPaidCall(quoteId)).rejects.toThrow("disk is full");
    expect(await states(quoteId)).toEqual(["GRANTED", "GRANTED", ["FAILED"], 0]);
    const [run] = (await market.record(quoteId)).runs;
    expect(run).toMatchObject({ fault: "platform", output: null, outputDigest: null });
    expect(run?.failure).not.toContain("disk");
    await market.database().$executeRawUnsafe(`DROP TRIGGER full_disk ON "Receipts"`);
    expect(await runPaidCall(quoteId)).toMatchObject({ state: "DONE" });
    expect(await states(quoteId)).toEqual(["CONSUMED", "CONSUMED", ["FAILED", "DONE"], 1]);
  });
});
