import { describe, expect, test } from "vitest";
import { isDomainError, type DomainError } from "@/lib/kernel/errors";
import { accessTokenFor, assertAccess, getRun, type RunView } from "@/lib/running/runs/get-run";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { CallMarket, nonceOf } from "@/lib/running/testing/call-market";
import { printing, type CountedQuery } from "@/lib/running/testing/obedient-skill";
import { platformKey } from "@/lib/log/attestation/platform-key";
import { digestJson } from "@/lib/kernel/json/canonical-json";
import { getReceipt } from "@/lib/payments/receipts/receipts";
import { verifyReceipt } from "@/lib/payments/receipts/receipt-statement";

// One place and no queue, so that a second call meets RUNNER_BUSY.
const market = new CallMarket({ RUNNER_CONCURRENCY: "1", RUNNER_QUEUE: "0" });

const states = (runs: readonly { state: string }[]) => runs.map(({ state }) => state);

test("a version that states more time than its price pays for has the time that is paid", async () => {
  const { versionId } = market.skill;
  const db = market.database();
  const enforced = async () => {
    const quoteId = await market.buyCall();
    const run = await runPaidCall(quoteId);
    const { runnerFacts } = await db.run.findUniqueOrThrow({ where: { id: run.id } });
    return (runnerFacts as { enforced: { timeoutMs: number } }).enforced.timeoutMs;
  };
  expect(await enforced()).toBe(30_000);
  await db.skillVersion.update({ where: { id: versionId }, data: { timeoutMs: 600_000 } });
  expect(await enforced()).toBe(110_000); // 50,000 lamports are 50 s more than a minute
  await db.skillVersion.update({ where: { id: versionId }, data: { timeoutMs: 30_000 } });
});

describe("a paid call", () => {
  test("gives the output and a receipt that names skill, digests and amounts, and uses the quote up", async () => {
    const { quote, accessToken } = await market.offerCall({ text: "hello" });
    expect(() => assertAccess(quote.id, accessToken)).not.toThrow();
    await market.pay(quote);
    const run = await runPaidCall(quote.id);
    expect(run).toMatchObject({ state: "DONE", skill: market.skill.slug, version: "1.0.0", fault: null });
    expect(run.output).toMatchObject({ echo: "hello" });
    expect(await getRun(run.id)).toEqual(run);

    const { envelope, payload } = await getReceipt(run.receiptId ?? "");
    const verdict = verifyReceipt(envelope, platformKey().keyId);
    if (!verdict.ok) throw new Error(verdict.reason);
    const { subject, predicate } = verdict.statement;
    const { versionId } = market.skill;
    const version = await market.database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
    expect(subject).toEqual([
      {
        name: `skill/${market.skill.slug}@1.0.0`,
        digest: { sha256: version.packageDigest.replace("sha256:", "") },
      },
    ]);
    expect(predicate.run).toMatchObject({
      id: run.id,
      inputDigest: digestJson({ text: "hello" }),
      outputDigest: digestJson(run.output as { echo: string }),
      startedAt: run.startedAt,
      finishedAt: run.finishedAt,
      isolation: "userns",
    });
    expect(predicate.payment).toMatchObject({
      quote: quote.id,
      payer: market.buyer.publicKey.toBase58(),
      payee: market.creator.publicKey.toBase58(),
      priceLamports: "50000",
      creatorLamports: "47500",
      feeLamports: "2500",
    });
    expect(payload).not.toContain("hello");

    const record = await market.record(quote.id);
    expect([record.quote.state, record.grant?.state, record.grant?.runId]).toEqual([
      "CONSUMED",
      "CONSUMED",
      run.id,
    ]);
    expect(record.runs).toMatchObject([
      { payerAddress: quote.payerAddress, input: { text: "hello" }, exitCode: 0 },
    ]);
  });

  test("has the input as it was sent in its receipt, and beside it the one with defaults where that is another", async () => {
    const where = { id: market.skill.versionId };
    const { skillVersion } = market.database();
    const { inputSchema } = await skillVersion.findUniqueOrThrow({ where });
    const declared = inputSchema as { properties: Record<string, object> };
    const text = { ...declared.properties["text"], default: "from the schema" };
    const properties = { ...declared.properties, text };
    await skillVersion.update({ where, data: { inputSchema: { ...declared, properties } } });
    const digests = async (input: CountedQuery) => {
      const run = await runPaidCall(await market.buyCall(input));
      const { envelope } = await getReceipt(run.receiptId ?? "");
      const verdict = verifyReceipt(envelope, platformKey().keyId);
      if (!verdict.ok) throw new Error(verdict.reason);
      const { inputDigest, appliedInputDigest } = verdict.statement.predicate.run;
      return [(run.output as { echo: string }).echo, inputDigest, appliedInputDigest];
    };
    const filled = digestJson({ text: "from the schema", sleepMs: 1 });
    expect(await digests({ sleepMs: 1 })).toEqual(["from the schema", digestJson({ sleepMs: 1 }), filled]);
    expect(await digests({ text: "sent" })).toEqual(["sent", digestJson({ text: "sent" }), undefined]);
    await skillVersion.update({ where, data: { inputSchema: declared } });
  });

  test("asked for by eight at once is made once; the others wait or get the same run", async () => {
    const quoteId = await market.buyCall({ sleepMs: 300 });
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => runPaidCall(quoteId)));
    const delivered = answers.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const refused = answers.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
    expect(delivered.length).toBeGreaterThan(0);
    expect(new Set(delivered.map(nonceOf)).size).toBe(1);
    for (const error of refused) expect(error).toMatchObject({ code: "RUN_IN_PROGRESS" });

    const { runs, receipts, grant } = await market.record(quoteId);
    expect([states(runs), receipts.length, grant?.attempts]).toEqual([["DONE"], 1, 1]);
    const later = await Promise.all(Array.from({ length: 8 }, () => runPaidCall(quoteId)));
    expect(later).toEqual(later.map(() => delivered[0]));
    expect((await market.record(quoteId)).receipts).toHaveLength(1);
  });

  test("under way can be read by the run that RUN_IN_PROGRESS names", async () => {
    const quoteId = await market.buyCall({ sleepMs: 20_000 });
    const stop = new AbortController();
    const first = runPaidCall(quoteId, { signal: stop.signal });
    const runId = await market.untilBegun(quoteId);
    await expect(runPaidCall(quoteId)).rejects.toMatchObject({ code: "RUN_IN_PROGRESS", details: { runId } });
    expect(await getRun(runId)).toMatchObject({ state: "RUNNING", output: null, finishedAt: null });
    stop.abort();
    expect((await first).id).toBe(runId);
  });

  test("that is not paid cannot be run", async () => {
    const { quote } = await market.offerCall();
    const before = await market.database().run.count();
    await expect(runPaidCall(quote.id)).rejects.toMatchObject({ code: "GRANT_NOT_FOUND" });
    await expect(runPaidCall("quo_none")).rejects.toMatchObject({ code: "QUOTE_NOT_FOUND" });
    expect(await market.database().run.count()).toBe(before);
  });

  test("is opened by the token of its own quote and by no other", async () => {
    const { quote } = await market.offerCall();
    for (const token of [accessTokenFor("quo_other"), accessTokenFor(quote.id).slice(1), "", undefined]) {
      expect(() => assertAccess(quote.id, token)).toThrow("access token");
    }
  });

  test("is run even when its version was yanked after the payment", async () => {
    const quoteId = await market.buyCall();
    const where = { id: market.skill.versionId };
    const { skillVersion } = market.database();
    await skillVersion.update({ where, data: { yankedAt: new Date(), yankReason: "late" } });
    expect((await runPaidCall(quoteId)).state).toBe("DONE");
    await skillVersion.update({ where, data: { yankedAt: null, yankReason: null } });
  });
});

describe("a paid call that fails", () => {
  test("because all places are taken can be made again without paying", async () => {
    const [slow, quoteId] = [await market.buyCall({ sleepMs: 20_000 }), await market.buyCall()];
    const stop = new AbortController();
    const first = runPaidCall(slow, { signal: stop.signal });
    await market.untilBegun(slow);
    await expect(runPaidCall(quoteId)).rejects.toMatchObject({ code: "RUNNER_BUSY" });
    const between = await market.record(quoteId);
    expect([between.quote.state, between.grant?.state, between.grant?.runId]).toEqual([
      "GRANTED",
      "GRANTED",
      null,
    ]);
    stop.abort();
    await first;
    expect(await runPaidCall(quoteId)).toMatchObject({ state: "DONE" });
    await expectOnePayment(quoteId, ["FAILED", "DONE"]);
  });

  test("because the package is lost can be made again once it is back", async () => {
    const quoteId = await market.buyCall();
    const where = { id: market.skill.versionId };
    const { skillVersion } = market.database();
    const { archiveDigest } = await skillVersion.findUniqueOrThrow({ where });
    await skillVersion.update({ where, data: { archiveDigest: `sha256:${"0".repeat(64)}` } });
    expect(await runPaidCall(quoteId)).toMatchObject({ state: "FAILED", fault: "platform", receiptId: null });
    expect((await market.record(quoteId)).grant?.state).toBe("GRANTED");
    await skillVersion.update({ where, data: { archiveDigest } });
    expect(await runPaidCall(quoteId)).toMatchObject({ state: "DONE" });
    await expectOnePayment(quoteId, ["FAILED", "DONE"]);
  });

  test("by the skill's fault keeps its grant, however often, and gives no receipt", async () => {
    const quoteId = await market.buyCall({ ...printing('{"error":"no"}'), status: 1 });
    for (let attempt = 1; attempt <= 3; attempt++) {
      const run = await runPaidCall(quoteId);
      expect(run).toMatchObject({ state: "FAILED", fault: "skill", failure: "no", receiptId: null });
      expect((await market.record(quoteId)).grant).toMatchObject({
        state: "GRANTED",
        runId: null,
        attempts: attempt,
      });
    }
    expect((await market.record(quoteId)).receipts).toEqual([]);
  });

  test("with an answer no database can hold is the skill's fault and leaves nothing hanging", async () => {
    const quoteId = await market.buyCall(printing(String.raw`{"echo":"\u0000"}`));
    expect(await runPaidCall(quoteId)).toMatchObject({ state: "FAILED", fault: "skill" });
    const { grant, runs } = await market.record(quoteId);
    expect([grant?.state, states(runs)]).toEqual(["GRANTED", ["FAILED"]]);
  });

  test("because its caller left can be made again: nothing was delivered", async () => {
    const quoteId = await market.buyCall({ sleepMs: 500 });
    const stop = new AbortController();
    const first = runPaidCall(quoteId, { signal: stop.signal });
    await market.untilBegun(quoteId);
    stop.abort();
    expect(await first).toMatchObject({ state: "FAILED", fault: "caller" });
    expect(await runPaidCall(quoteId)).toMatchObject({ state: "DONE" });
    await expectOnePayment(quoteId, ["FAILED", "DONE"]);
  });

  test("tried again by eight at once is made once", async () => {
    const quoteId = await market.buyCall({ sleepMs: 200 });
    const stopped = AbortSignal.abort();
    expect(await runPaidCall(quoteId, { signal: stopped })).toMatchObject({ fault: "caller" });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => runPaidCall(quoteId).catch((error: unknown) => error as DomainError)),
    );
    const runs = answers.filter((each): each is RunView => !isDomainError(each));
    expect(new Set(runs.map(nonceOf)).size).toBe(1);
    await expectOnePayment(quoteId, ["FAILED", "DONE"]);
  });
});

async function expectOnePayment(quoteId: string, expected: string[]): Promise<void> {
  const { runs, receipts, quote } = await market.record(quoteId);
  expect(states(runs)).toEqual(expected);
  expect([quote.state, receipts.length]).toEqual(["CONSUMED", 1]);
  expect(await market.database().settlement.count({ where: { quoteId } })).toBe(1);
  expect(await market.database().grant.count({ where: { quoteId } })).toBe(1);
}
