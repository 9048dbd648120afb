import { expect, test } from "vitest";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { CallMarket } from "@/lib/running/testing/call-market";
import { getReceipt } from "@/lib/payments/receipts/receipts";
import { getActorOf } from "@/lib/testing/builders";

const market = new CallMarket();

test("who has paid a creator gets the call and the receipt, also after the creator closed the account; no new price is named", async () => {
  const { skill } = await market.database().skillVersion.findUniqueOrThrow({
    where: { id: market.skill.versionId },
    select: { skill: { select: { owner: true } } },
  });
  const owner = await getActorOf(skill.owner?.username ?? "");
  const paidBefore = await market.buyCall({ text: "bought before" });
  const { quote: quoted } = await market.offerCall({ text: "quoted before" });

  await closeAccount(owner, { username: owner.username, locale: "en" });

  const run = await runPaidCall(paidBefore);
  expect(run).toMatchObject({ state: "DONE", output: { echo: "bought before" } });
  expect((await getReceipt(run.receiptId ?? "")).payload).toContain(market.skill.slug);
  const { grant, quote } = await market.record(paidBefore);
  expect([grant?.state, quote.state]).toEqual(["CONSUMED", "CONSUMED"]);
  // A price that was named is kept as long as it was named for.
  await market.pay(quoted);
  expect(await runPaidCall(quoted.id)).toMatchObject({ state: "DONE", output: { echo: "quoted before" } });
  const late = market.offerCall({ text: "too late" });
  await expect(late).rejects.toMatchObject({ code: "VERSION_NOT_AVAILABLE" });
});
