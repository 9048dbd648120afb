import { Keypair } from "@solana/web3.js";
import { expect, test } from "vitest";
import { offerCall } from "@/lib/running/calls/offer-call";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildObedientSkill } from "@/lib/running/testing/obedient-skill";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { makeAccount, publishNow, uniqueName } from "@/lib/testing/builders";

// A price belongs to a version: another price is another version, and a quote keeps the one it was made with.
const market = new CallMarket();
const payee = () => market.creator.publicKey.toBase58();
const owner = async () => {
  const wallet = await market.database().wallet.findUniqueOrThrow({ where: { address: payee() } });
  return { accountId: wallet.accountId };
};
const offer = (skill: string, version?: string) =>
  offerCall({
    skill,
    payerAddress: market.buyer.publicKey.toBase58(),
    input: { text: "hi" },
    ...(version === undefined ? {} : { version }),
  });

test("a new price holds from the version that brings it; a quote made before is honoured at the old one", async () => {
  const name = uniqueName();
  const sell = async (version: string, lamports: bigint) =>
    publishNow(buildObedientSkill({ name, version, paid: { lamports, payee: payee() } }), await owner());
  await sell("1.0.0", 50_000n);
  const before = await offer(name);
  await sell("2.0.0", 90_000n);

  expect((await offer(name)).quote.priceLamports).toBe(90_000n);
  expect((await offer(name, "1.0.0")).quote.priceLamports).toBe(50_000n);

  const rawTransaction = market.sign(before.quote);
  await submitPayment({ quoteId: before.quote.id, rawTransaction }, market.context);
  expect(await runPaidCall(before.quote.id)).toMatchObject({ state: "DONE", version: "1.0.0" });
  expect((await getQuote(before.quote.id)).priceLamports).toBe(50_000n);
});

test("nobody sells a skill for a wallet that is not theirs", async () => {
  const other = buildObedientSkill({
    paid: { lamports: 50_000n, payee: Keypair.generate().publicKey.toBase58() },
  });
  await expect(publishNow(other, await owner())).rejects.toMatchObject({
    code: "UPLOAD_FAILED",
    details: { findings: [expect.objectContaining({ path: "author" })] },
  });
});

test("a price that would leave its creator below rent exemption is refused with what is missing", async () => {
  const empty = Keypair.generate().publicKey.toBase58();
  const account = await makeAccount({ address: empty });
  const { slug } = await publishNow(
    buildObedientSkill({ paid: { lamports: 1_000n, payee: empty } }),
    account,
  );
  await expect(offer(slug)).rejects.toMatchObject({
    code: "PRICE_NOT_PAYABLE",
    details: {
      reason: "recipient_below_rent_exemption",
      recipient: "creator",
      address: empty,
      missingLamports: expect.stringMatching(/^\d+$/) as string,
    },
  });
});
