import { expect, test } from "vitest";
import { offerCall } from "@/lib/running/calls/offer-call";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildObedientSkill } from "@/lib/running/testing/obedient-skill";
import { askForName } from "@/lib/registry/names/ask-for-name";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import { getReceipt } from "@/lib/payments/receipts/receipts";
import { publishNow, uniqueName } from "@/lib/testing/builders";

const market = new CallMarket();

test("what was quoted, paid and signed under the old name stays, and the old name goes on selling", async () => {
  const payee = market.creator.publicKey.toBase58();
  const { accountId } = await market.database().wallet.findUniqueOrThrow({ where: { address: payee } });
  const sell = (name: string, version: string) =>
    publishNow(buildObedientSkill({ name, version, paid: { lamports: 50_000n, payee } }), { accountId });
  const { slug: before } = market.skill;
  const done = await runPaidCall(await market.buyCall({ text: "one" }));
  const signed = await getReceipt(done.receiptId ?? "");
  const paid = await market.buyCall({ text: "two" });
  const { quote: open } = await market.offerCall({ text: "three" });

  const after = uniqueName();
  await askForName({ actor: { accountId }, skill: before, name: after });
  await sell(after, "1.1.0");

  expect(await getReceipt(done.receiptId ?? "")).toEqual(signed);
  expect(await runPaidCall(paid)).toMatchObject({ state: "DONE", version: "1.0.0" });
  await market.pay(open);
  expect(await runPaidCall(open.id)).toMatchObject({ state: "DONE", version: "1.0.0" });
  expect((await getQuote(open.id)).state).toBe("CONSUMED");

  const payerAddress = market.buyer.publicKey.toBase58();
  for (const skill of [before, after]) {
    const offered = await offerCall({ skill, payerAddress, input: { text: "four" } });
    expect(offered).toMatchObject({ skill: after, version: "1.1.0" });
  }
});
