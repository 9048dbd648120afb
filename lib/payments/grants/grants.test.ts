import { expect, test, vi } from "vitest";
import { inTransaction } from "@/lib/db/transaction";
import { newId } from "@/lib/kernel/ids";
import {
  consumeGrant,
  type RunEnd,
  HOLD_MS,
  releaseStaleGrants,
  takeGrant,
} from "@/lib/payments/grants/grants";
import { prolongHolds } from "@/lib/payments/grants/grant-repository";
import { getPaymentStatus } from "@/lib/payments/settlement/payment-status";
import { markOrphaned } from "@/lib/payments/settlement/settlement-repository";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { PaidMarket } from "@/lib/payments/testing/paid-market";

const market = new PaidMarket();

async function paidQuoteId(): Promise<string> {
  const quote = await market.quote();
  await submitPayment({ quoteId: quote.id, rawTransaction: market.sign(quote) }, market.context);
  return quote.id;
}

test("of eight runs that want one grant, one gets it and the others are told which", async () => {
  const quoteId = await paidQuoteId();
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => {
      const runId = newId("run");
      return takeGrant({ quoteId, runId }).then(() => runId);
    }),
  );
  const [winner, ...others] = results.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  expect(others).toEqual([]);
  for (const each of results) {
    if (each.status === "rejected") {
      expect(each.reason).toMatchObject({ code: "RUN_IN_PROGRESS", details: { runId: winner } });
    }
  }
});

test("a finished run uses the grant up, once", async () => {
  const quoteId = await paidQuoteId();
  const runId = newId("run");
  await takeGrant({ quoteId, runId });
  expect(await consumeGrant({ runId, end: "done" })).toBe(true);
  expect(await consumeGrant({ runId, end: "done" })).toBe(false);
  expect((await getPaymentStatus(quoteId)).state).toBe("CONSUMED");
  await expect(takeGrant({ quoteId, runId: newId("run") })).rejects.toMatchObject({
    code: "GRANT_ALREADY_CONSUMED",
    details: { runId },
  });
});

test.each<[RunEnd, boolean]>([
  ["failed_by_skill", true],
  ["failed_by_platform", true],
  ["failed_by_caller", false],
])("after a run that %s the call can be made again: %s", async (end, again) => {
  const quoteId = await paidQuoteId();
  const runId = newId("run");
  await takeGrant({ quoteId, runId });
  await consumeGrant({ runId, end });
  const next = takeGrant({ quoteId, runId: newId("run") });
  await (again
    ? expect(next).resolves.toMatchObject({ attempts: 2 })
    : expect(next).rejects.toMatchObject({ code: "GRANT_ALREADY_CONSUMED" }));
});

test("tries of a call that goes on failing are spaced more and more, and the grant is never lost", async () => {
  const quoteId = await paidQuoteId();
  const fail = async (end: RunEnd) => {
    const runId = newId("run");
    const { id } = await takeGrant({ quoteId, runId });
    await consumeGrant({ runId, end });
    return id;
  };
  let id = "";
  for (let tries = 0; tries < 3; tries++) id = await fail("failed_by_skill");
  for (let never = 0; never < 5; never++) {
    await rested(0);
    await fail("not_begun");
  }
  const waits: number[] = [];
  for (let tries = 0; tries < 10; tries++) {
    const refused = await takeGrant({ quoteId, runId: newId("run") }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "RATE_LIMITED", details: { quoteId } });
    const { retryAfterSeconds } = (refused as { details: { retryAfterSeconds: number } }).details;
    waits.push(retryAfterSeconds);
    await rested(retryAfterSeconds);
    await fail(tries % 2 === 0 ? "failed_by_platform" : "failed_by_skill");
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
  await rested(600);
  const last = newId("run");
  await takeGrant({ quoteId, runId: last });
  expect(await consumeGrant({ runId: last, end: "done" })).toBe(true);

  /** As if the last try had ended so long ago, or, for 0, longer than any wait. */
  async function rested(seconds: number): Promise<void> {
    const updatedAt = new Date(Date.now() - (seconds || 3_600) * 1000);
    await market.database().grant.update({ where: { id }, data: { updatedAt } });
  }
});

test("the grant of a run whose process died is freed, and the dead run cannot use it up any more", async () => {
  const quoteId = await paidQuoteId();
  const [dead, next] = [newId("run"), newId("run")];
  await takeGrant({ quoteId, runId: dead });
  expect(await releaseStaleGrants({ olderThanMs: 120_000 })).toBe(0);
  expect(await releaseStaleGrants({ olderThanMs: 0 })).toBeGreaterThan(0);
  await takeGrant({ quoteId, runId: next });
  expect(await consumeGrant({ runId: dead, end: "done" })).toBe(false);
  expect(await consumeGrant({ runId: next, end: "done" })).toBe(true);
});

test("the grant of a run that died before the clock was set back an hour is freed without waiting for that hour", async () => {
  const quoteId = await paidQuoteId();
  const { id } = await takeGrant({ quoteId, runId: newId("run") });
  const setHeld = (updatedAt: Date) => market.database().grant.update({ where: { id }, data: { updatedAt } });
  await setHeld(new Date(Date.now() + 3_600_000));
  expect(await releaseStaleGrants({ olderThanMs: HOLD_MS })).toBe(0); // it may be at work still
  const { updatedAt } = await market.database().grant.findUniqueOrThrow({ where: { id } });
  expect(updatedAt.getTime()).toBeLessThan(Date.now() + 60_000);
  await setHeld(new Date(updatedAt.getTime() - HOLD_MS));
  expect(await releaseStaleGrants({ olderThanMs: HOLD_MS })).toBe(1);
});

test("a call asked for again takes the grant of a run that was not heard of, and of no other", async () => {
  const quoteId = await paidQuoteId();
  const [dead, next, late] = [newId("run"), newId("run"), newId("run")];
  const { id } = await takeGrant({ quoteId, runId: dead });
  await expect(takeGrant({ quoteId, runId: next })).rejects.toMatchObject({ code: "RUN_IN_PROGRESS" });
  const updatedAt = new Date(Date.now() - HOLD_MS - 1);
  await market.database().grant.update({ where: { id }, data: { updatedAt } });
  const taken = await Promise.allSettled([next, late].map((runId) => takeGrant({ quoteId, runId })));
  expect(taken.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await consumeGrant({ runId: dead, end: "done" })).toBe(false);
});

test.each([25_000, -25_000])(
  "a process whose clock is %i ms off neither takes a call that is being made nor loses the one it makes",
  async (offMs) => {
    const quoteId = await paidQuoteId();
    const [here, there, off] = [newId("run"), newId("run"), newId("run")];
    const elsewhere = <T>(work: () => Promise<T>) => {
      vi.useFakeTimers({ now: Date.now() + offMs, toFake: ["Date"] });
      return work().finally(() => vi.useRealTimers());
    };
    await takeGrant({ quoteId, runId: here });
    const taken = elsewhere(() => takeGrant({ quoteId, runId: off }));
    await expect(taken).rejects.toMatchObject({ code: "RUN_IN_PROGRESS" });
    expect(await elsewhere(() => releaseStaleGrants({ olderThanMs: HOLD_MS }))).toBe(0);
    await consumeGrant({ runId: here, end: "failed_by_platform" });

    await elsewhere(() => takeGrant({ quoteId, runId: there }));
    await expect(takeGrant({ quoteId, runId: off })).rejects.toMatchObject({ code: "RUN_IN_PROGRESS" });
    await elsewhere(() => prolongHolds(market.database(), [there]));
    expect(await releaseStaleGrants({ olderThanMs: HOLD_MS })).toBe(0);
    expect(await consumeGrant({ runId: there, end: "done" })).toBe(true);
  },
);

test("a quote that was not paid has no grant to take", async () => {
  const { id: quoteId } = await market.quote();
  await expect(takeGrant({ quoteId, runId: newId("run") })).rejects.toMatchObject({
    code: "GRANT_NOT_FOUND",
  });
});

test("a grant given back in the moment in which its payment vanishes is told as withdrawn, not as being made", async () => {
  const quoteId = await paidQuoteId();
  const runId = newId("run");
  await takeGrant({ quoteId, runId });
  const settlement = await market.database().settlement.findUniqueOrThrow({ where: { quoteId } });
  await inTransaction(async (tx) => {
    await markOrphaned(tx, settlement, { reason: "vanished", at: new Date() });
    await consumeGrant({ runId, end: "failed_by_platform" }); // by another process, which cannot see that yet
  });
  await expect(takeGrant({ quoteId, runId: newId("run") })).rejects.toMatchObject({
    code: "SETTLEMENT_FAILED",
  });
});
