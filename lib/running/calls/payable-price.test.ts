import { Keypair } from "@solana/web3.js";
import { expect, test } from "vitest";
import { offerCall } from "@/lib/running/calls/offer-call";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildObedientSkill } from "@/lib/running/testing/obedient-skill";
import { makeAccount, publishNow } from "@/lib/testing/builders";

const market = new CallMarket();
const payee = () => market.creator.publicKey.toBase58();
const owner = async () => {
  const wallet = await market.database().wallet.findUniqueOrThrow({ where: { address: payee() } });
  return { accountId: wallet.accountId };
};
const offer = (skill: string) =>
  offerCall({ skill, payerAddress: market.buyer.publicKey.toBase58(), input: { text: "hi" } });

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
