import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { callSkill } from "@/lib/running/calls/call-skill";
import { offerCall } from "@/lib/running/calls/offer-call";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { CallMarket } from "@/lib/running/testing/call-market";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { makeAdministrator } from "@/lib/testing/builders";

const market = new CallMarket();

/** Does `work` while the skill of the market is in quarantine. */
async function inQuarantine(work: () => Promise<void>): Promise<void> {
  const act = { actor: await makeAdministrator(), skill: market.skill.slug, reason: "under suspicion" };
  await quarantineSkill(act);
  try {
    await work();
  } finally {
    await releaseSkill(act);
  }
}

test("a call that was paid for is not made during a quarantine, keeps its grant, and is made afterwards", async () => {
  const { quote } = await market.offerCall({ text: "hello" });
  await market.pay(quote);
  await inQuarantine(async () => {
    await expect(runPaidCall(quote.id)).rejects.toMatchObject({ code: "SKILL_QUARANTINED" });
    expect((await market.record(quote.id)).grant).toMatchObject({ state: "GRANTED", attempts: 0 });
  });
  expect(await runPaidCall(quote.id)).toMatchObject({ state: "DONE" });
});

test("a call that was made before a quarantine is answered during it, as who lost the answer asks for it by the quote", async () => {
  const quoteId = await market.buyCall({ text: "hello" });
  const made = await runPaidCall(quoteId);
  await inQuarantine(async () => {
    expect(await runPaidCall(quoteId)).toEqual(made);
  });
});

test("of several calls that were bought, those made are answered during a quarantine, and no other", async () => {
  const payerAddress = market.buyer.publicKey.toBase58();
  const { quote } = await offerCall({ skill: market.skill.slug, payerAddress, calls: 2 });
  await market.pay(quote);
  const call = (number: number, text: string) => ({ call: { number, input: { text } } });
  const made = await runPaidCall(quote.id, call(1, "one"));
  await inQuarantine(async () => {
    expect(await runPaidCall(quote.id, call(1, "one"))).toEqual(made);
    for (const other of [call(1, "two"), call(2, "one")])
      await expect(runPaidCall(quote.id, other)).rejects.toMatchObject({ code: "SKILL_QUARANTINED" });
  });
});

test("who asks again under the same key is not asked to pay during a quarantine, and is asked afterwards", async () => {
  const agent = {
    skill: market.skill.slug,
    input: { text: "hello" },
    idempotencyKey: randomUUID(),
    admit: () => Promise.resolve(),
  };
  const asked = await callSkill(agent);
  expect(asked.kind).toBe("payment_required");
  await inQuarantine(async () => {
    await expect(callSkill(agent)).rejects.toMatchObject({ code: "SKILL_QUARANTINED" });
  });
  expect(await callSkill(agent)).toMatchObject({ kind: "payment_required", quote: { id: asked.quote?.id } });
});

test("a quote from before a quarantine is not paid during it: nothing is broadcast", async () => {
  const { quote } = await market.offerCall({ text: "hello" });
  const payment = { quoteId: quote.id, rawTransaction: market.sign(quote) };
  await inQuarantine(async () => {
    const refused = submitPayment(payment, market.context);
    await expect(refused).rejects.toMatchObject({ code: "SKILL_QUARANTINED" });
    expect((await market.record(quote.id)).quote).toMatchObject({ state: "QUOTED", signature: null });
  });
});
