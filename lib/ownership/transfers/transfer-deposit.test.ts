import { expect, test } from "vitest";
import { bondedMarket } from "@/lib/audits/bond/testing/bonded-market";
import { getActorOf, makeAccount } from "@/lib/testing/builders";
import { refusal } from "@/lib/testing/refusal";
import { offerTransfer } from "@/lib/ownership/transfers/transfers";

const { market, creator, bonded, bondOf } = bondedMarket();

test("a skill stays with its owner while a deposit of theirs for it is in its vault", async () => {
  const { slug, vault } = await bonded();
  const address = creator.publicKey.toBase58();
  const { account } = await market
    .database()
    .wallet.findUniqueOrThrow({ where: { address }, select: { account: true } });
  const actor = await getActorOf(account.username);
  const { username: to } = await makeAccount();
  const refused = await refusal(offerTransfer({ actor, skill: slug, to }));
  expect(refused).toMatchObject({ code: "TRANSFER_NOT_POSSIBLE", details: { obstacles: ["deposit"] } });
  const { id } = await bondOf(vault);
  await market.database().bond.update({ where: { id }, data: { state: "released", amountLamports: 0n } });
  expect(await offerTransfer({ actor, skill: slug, to })).toHaveProperty("transferId");
});
