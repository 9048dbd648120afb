import { randomBytes } from "node:crypto";
import bs58 from "bs58";
import { expect, test } from "vitest";
import { setOwnWebhook } from "@/lib/catalogue/webhooks/own-webhook";
import { queueWebhooks } from "@/lib/catalogue/webhooks/queue-webhooks";
import { insertSettlement } from "@/lib/payments/settlement/settlement-repository";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { makeAccount } from "@/lib/testing/builders";

process.env["SERVER_KEY"] ??= "a server key that is long enough for tests";
const market = new PaidMarket();

test("a sale is told to the account whose wallet was paid, once, also where the chain's time is long past", async () => {
  const payee = market.creator.publicKey.toBase58();
  const known = await market.database().wallet.findUnique({ where: { address: payee } });
  const accountId = known?.accountId ?? (await makeAccount()).accountId;
  if (!known) await market.database().wallet.create({ data: { address: payee, accountId } });
  const stranger = await makeAccount();
  for (const actor of [{ accountId }, stranger])
    await setOwnWebhook({ actor, url: "https://hooks.example.org/in", types: ["sale.settled"] });
  const quote = await market.quote();
  const signature = bs58.encode(randomBytes(64));
  await insertSettlement(quote, {
    payerAddress: market.buyer.publicKey.toBase58(),
    signature,
    rawTransaction: randomBytes(300),
    slot: 7n,
    lastValidBlockHeight: quote.lastValidBlockHeight + 1n,
    excessLamports: 0n,
    settledAt: new Date(Date.now() - 3_600_000),
    token: null,
  });
  await queueWebhooks();
  await queueWebhooks();
  const queued = await market.database().webhookDelivery.findMany({ include: { endpoint: true } });
  expect(queued.map(({ type, data, endpoint }) => [type, data, endpoint.accountId])).toEqual([
    [
      "sale.settled",
      expect.objectContaining({ signature, creatorLamports: String(quote.creatorLamports), payee, calls: 1 }),
      accountId,
    ],
  ]);
});
