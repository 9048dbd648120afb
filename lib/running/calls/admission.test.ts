import { expect, test } from "vitest";
import { admitPayment } from "@/lib/running/calls/offer-call";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import type { RunJob } from "@/lib/running/runners/skill-runner";
import { CallMarket } from "@/lib/running/testing/call-market";

// One place and no queue: while it is taken, nothing can be sold.
const market = new CallMarket({ RUNNER_CONCURRENCY: "1", RUNNER_QUEUE: "0" });
const busy = { code: "RUNNER_BUSY" };

/** Takes the one place until the returned function is called. */
async function occupy(): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const job: RunJob = {
    packageDigest: "",
    files: [{ path: "main.sh", bytes: Buffer.from("sleep 60") }],
    entryPoint: "main.sh",
    runtime: "bash",
    stdin: "",
    timeoutMs: 60_000,
    signal: stop.signal,
  };
  const ended = currentRunner().run(job);
  await expect.poll(() => isFree()).toBe(false);
  return async () => {
    stop.abort();
    await ended;
  };
}

async function isFree(): Promise<boolean> {
  try {
    await currentRunner().admit?.({ packageDigest: "", timeoutMs: 1_000, paid: true });
    return true;
  } catch {
    return false;
  }
}

test("no call is quoted while there is no room for it, and no quote is left behind", async () => {
  await currentRunner().probe();
  const release = await occupy();
  await expect(market.offerCall()).rejects.toMatchObject(busy);
  expect(await market.database().quote.count()).toBe(0);
  await release();
  expect((await market.offerCall()).quote.state).toBe("QUOTED");
});

test("a signed payment is not sent on while there is no room, and is taken later; what is paid is never held up", async () => {
  const { quote } = await market.offerCall({ text: "later" });
  const release = await occupy();
  await expect(admitPayment(quote.id)).rejects.toMatchObject(busy);
  expect((await market.record(quote.id)).quote.state).toBe("QUOTED");
  await release();
  await admitPayment(quote.id);
  await market.pay(quote);
  const releaseAgain = await occupy();
  await admitPayment(quote.id);
  await releaseAgain();
  expect(await runPaidCall(quote.id)).toMatchObject({ state: "DONE", output: { echo: "later" } });
});
