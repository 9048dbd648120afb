import { expect, test } from "vitest";
import { quarantineSkill, releaseSkill } from "@/lib/registry/quarantine-skill";
import { runPaidCall } from "@/lib/running/run-paid-call";
import { CallMarket } from "@/lib/running/testing/call-market";
import { submitPayment } from "@/lib/settlement/submit-payment";
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

test("a quote from before a quarantine is not paid during it: nothing is broadcast", async () => {
  const { quote } = await market.offerCall({ text: "hello" });
  const payment = { quoteId: quote.id, rawTransaction: market.sign(quote) };
  await inQuarantine(async () => {
    const refused = submitPayment(payment, market.context);
    await expect(refused).rejects.toMatchObject({ code: "SKILL_QUARANTINED" });
    expect((await market.record(quote.id)).quote).toMatchObject({ state: "QUOTED", signature: null });
  });
});
