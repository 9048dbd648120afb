import { Keypair } from "@solana/web3.js";
import { expect, test, vi } from "vitest";
import { askedBy } from "@/lib/kernel/threads/who-asks";
import { payAdmitted, offerCall } from "@/lib/running/calls/offer-call";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildObedientSkill } from "@/lib/running/testing/obedient-skill";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { makeAccount, publishNow } from "@/lib/testing/builders";

const market = new CallMarket({ RUNNER_CONCURRENCY: "2" });

test("two wallets that pay their owner's skill do not keep another buyer out, and all that was sold is run", async () => {
  const payee = market.stranger.publicKey.toBase58();
  const hog = await publishNow(
    buildObedientSkill({ paid: { lamports: 19n, payee } }),
    await makeAccount({ address: payee }),
  );
  const pay = async (skill: string, input: object, signer: Keypair, changes: object = {}) => {
    const payerAddress = signer.publicKey.toBase58();
    const { quote } = await offerCall({ skill, payerAddress, input });
    const rawTransaction = market.sign(quote, { signer, ...changes });
    await payAdmitted(quote.id, () => submitPayment({ quoteId: quote.id, rawTransaction }, market.context));
    return quote.id;
  };
  const runs = await Promise.all(
    [1, 2].map((network) =>
      askedBy(`203.0.113.${network}`, async () => {
        const wallet = Keypair.generate();
        await market.context.connection.requestAirdrop(wallet.publicKey.toBase58(), 1_000_000_000n);
        const quoteId = await pay(hog.slug, { sleepMs: 6_000 }, wallet, {
          payee: market.stranger.publicKey,
          omitFee: true, // of so small a price
        });
        return { run: runPaidCall(quoteId), quoteId };
      }),
    ),
  );
  for (const { quoteId } of runs) await market.untilBegun(quoteId);
  await askedBy("198.51.100.1", async () => {
    const quoteId = await pay(market.skill.slug, { text: "in time" }, market.buyer);
    expect(await runPaidCall(quoteId)).toMatchObject({ state: "DONE", output: { echo: "in time" } });
  });
  for (const { quoteId } of runs) expect((await market.record(quoteId)).runs[0]?.state).toBe("RUNNING");
  for (const { run } of runs) expect(await run).toMatchObject({ state: "DONE", fault: null });
});

test("a payment that is refused keeps no slot from others", async () => {
  const { quote } = await market.offerCall({ text: "refused" });
  const runner = currentRunner();
  const [sell, drop] = [vi.spyOn(runner, "sell" as never), vi.spyOn(runner, "dropSale" as never)];
  const rawTransaction = market.sign(quote, { creatorLamports: 1n });
  const pay = () => submitPayment({ quoteId: quote.id, rawTransaction }, market.context);
  await expect(payAdmitted(quote.id, pay)).rejects.toMatchObject({ code: "TRANSACTION_REJECTED" });
  expect(sell).toHaveBeenCalledWith(expect.objectContaining({ paid: true, timeoutMs: 30_000 }), quote.id);
  expect(drop).toHaveBeenCalledWith(quote.id);
});
