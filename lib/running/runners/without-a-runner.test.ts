import { expect, test } from "vitest";
import { offerCall } from "@/lib/running/calls/offer-call";
import { replayExamples } from "@/lib/running/examples/replay-examples";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildObedientSkill } from "@/lib/running/testing/obedient-skill";
import { makeAccount, publishNow } from "@/lib/testing/builders";

const market = new CallMarket({ RUNNER: "disabled" });
const unavailable = { code: "RUNNER_UNAVAILABLE" };

test("no call is offered, and no quote is left behind", async () => {
  const payerAddress = market.buyer.publicKey.toBase58();
  const asked = offerCall({ skill: market.skill.slug, payerAddress, input: {} });
  await expect(asked).rejects.toMatchObject(unavailable);
  await expect(asked).rejects.toThrow("Nothing was charged");
  expect(await market.database().quote.count()).toBe(0);
});

test("no free skill runs, and no run is left behind", async () => {
  const { slug, versionId } = await publishNow(buildObedientSkill(), await makeAccount());
  await expect(runFreeSkill({ skill: slug, input: {} })).rejects.toMatchObject(unavailable);
  expect(await market.database().run.count()).toBe(0);
  await expect(replayExamples(versionId)).rejects.toMatchObject(unavailable);
  expect(await market.database().exampleReplay.count()).toBe(0);
});

test("a call paid for earlier keeps its grant, however often it is asked for", async () => {
  const { versionId } = market.skill;
  const { packageDigest } = await market
    .database()
    .skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  const quote = await market.quote({ offer: { ...market.offer, versionId, packageDigest }, input: {} });
  await market.pay(quote);
  for (let attempt = 1; attempt <= 2; attempt++) {
    await expect(runPaidCall(quote.id)).rejects.toMatchObject(unavailable);
    const { grant, runs, receipts } = await market.record(quote.id);
    expect(grant).toMatchObject({ state: "GRANTED", runId: null, attempts: 0 });
    expect(runs).toHaveLength(attempt);
    for (const run of runs) expect(run).toMatchObject({ state: "FAILED", fault: "platform" });
    expect(receipts).toEqual([]);
  }
});
