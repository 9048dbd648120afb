import { expect, test } from "vitest";
import { purgePaidRuns } from "@/lib/running/runs/purge-runs";
import { getRun } from "@/lib/running/runs/get-run";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { CallMarket } from "@/lib/running/testing/call-market";
import { verifyReceipt } from "@/lib/payments/receipts/receipt-statement";
import { withoutLifecycle } from "@/lib/testing/without-lifecycle";

const market = new CallMarket();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

const isCleared = async (runId: string) => (await getRun(runId)).clearedAt !== null;

async function made(text: string) {
  const quoteId = await market.buyCall({ text });
  return { quoteId, run: await runPaidCall(quoteId) };
}

test("what was put in and what came out is gone after 35 days and not before; digests and receipt stay", async () => {
  const { quoteId, run } = await made("mine alone");
  const before = await market.record(quoteId);
  expect(await purgePaidRuns(inDays(34.9))).toBe(0);
  expect(await getRun(run.id)).toMatchObject({ clearedAt: null, output: { echo: "mine alone" } });

  const now = inDays(35.1);
  expect(await purgePaidRuns(now)).toBe(1);
  const after = await market.record(quoteId);
  expect(JSON.stringify([after.runs, after.quote.input])).not.toContain("mine alone");
  expect(after.runs[0]).toMatchObject({ input: null, output: null, stderrTail: null, failure: null });
  const { inputDigest, outputDigest, state } = before.runs[0] ?? {};
  expect(after.runs[0]).toMatchObject({ inputDigest, outputDigest, state, clearedAt: now });
  expect(await getRun(run.id)).toMatchObject({
    state: "DONE",
    output: null,
    clearedAt: now.toISOString(),
    receiptId: run.receiptId,
  });
  const [receipt] = after.receipts;
  const verdict = receipt && verifyReceipt(receipt.envelope, receipt.keyId);
  expect(verdict).toMatchObject({
    ok: true,
    statement: { predicate: { run: { inputDigest, outputDigest } } },
  });
  expect(await purgePaidRuns(now)).toBe(0);
});

test("a call whose texts are gone is not made again, whoever asks for it", async () => {
  const { quoteId, run } = await made("once");
  await purgePaidRuns(inDays(36));
  expect(await runPaidCall(quoteId)).toMatchObject({ id: run.id, state: "DONE", output: null });
  expect((await market.record(quoteId)).runs).toHaveLength(1);
});

test("a call that was paid for and not made can be made however late, and is emptied in its turn", async () => {
  const quoteId = await market.buyCall({ text: "late" });
  await market.record(quoteId).then(({ grant }) =>
    market.database().run.create({
      data: {
        id: "run_failed_long_ago",
        versionId: market.skill.versionId,
        grantId: grant?.id ?? null,
        state: "FAILED",
        failure: "It said: late",
        input: { text: "late" },
        inputDigest: "x",
        finishedAt: new Date(),
      },
    }),
  );
  expect(await purgePaidRuns(inDays(400))).toBe(1);
  const { runs, quote } = await market.record(quoteId);
  expect([runs[0]?.input, runs[0]?.failure, quote.input]).toEqual([null, null, { text: "late" }]);
  expect(await runPaidCall(quoteId)).toMatchObject({ state: "DONE", output: { echo: "late" } });
  expect(await purgePaidRuns(inDays(400))).toBe(1);
  expect((await market.record(quoteId)).quote.input).toBeNull();
});

test("so many go at a time, the oldest first, and free runs are none of them", async () => {
  const [older, newer] = [await made("older"), await made("newer")];
  const free = {
    versionId: market.skill.versionId,
    state: "DONE" as const,
    inputDigest: "x",
    finishedAt: new Date(),
  };
  await market.database().run.create({ data: { id: "run_free", ...free, input: { text: "free" } } });
  expect(await purgePaidRuns(inDays(36), 1)).toBe(1);
  expect([await isCleared(older.run.id), await isCleared(newer.run.id)]).toEqual([true, false]);
  expect(await purgePaidRuns(inDays(36))).toBe(1);
  expect(await isCleared("run_free")).toBe(false);
});

test.each(["LATE_UNAPPLIED", "ORPHANED"] as const)(
  "the input of a quote that ended %s goes as well",
  async (state) => {
    const { quote } = await market.offerCall({ text: "in vain" });
    await withoutLifecycle("Quotes", (tx) => tx.quote.update({ where: { id: quote.id }, data: { state } }));
    await purgePaidRuns(inDays(34));
    expect((await market.record(quote.id)).quote.input).toEqual({ text: "in vain" });
    await purgePaidRuns(inDays(36));
    expect((await market.record(quote.id)).quote.input).toBeNull();
  },
);
