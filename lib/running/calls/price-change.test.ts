import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { Keypair } from "@solana/web3.js";
import { beforeAll, describe, expect, test } from "vitest";
import { marketHandlers } from "@/lib/duties/market-handlers";
import type { Actor } from "@/lib/identity/actor";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { drainJobs } from "@/lib/platform/jobs/work";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { beginPrice, changePrice } from "@/lib/publishing/price/change-price";
import { notifyOfPrice } from "@/lib/publishing/price/notify-of-price";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { CallMarket } from "@/lib/running/testing/call-market";
import { getActorOf } from "@/lib/testing/builders";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const market = new CallMarket();

let owner: Actor;
beforeAll(async () => {
  const { skill } = await market.database().skillVersion.findUniqueOrThrow({
    where: { id: market.skill.versionId },
    select: { skill: { select: { owner: { select: { username: true } } } } },
  });
  owner = await getActorOf(skill.owner?.username ?? "");
});

const change = (priceLamports: bigint, payeeAddress?: string) =>
  changePrice({ actor: owner, skill: market.skill.slug, priceLamports, payeeAddress });

/** Another funded wallet of the owner's account. */
async function otherWallet(): Promise<string> {
  const address = Keypair.generate().publicKey.toBase58();
  await market.context.connection.requestAirdrop(address, 1_000_000_000n);
  await market.database().wallet.create({ data: { address, accountId: owner.accountId } });
  return address;
}

describe("a quote that is open", () => {
  test("keeps its price and payee: it is paid and run at them, and the next one costs the new price", async () => {
    const { quote: open } = await market.offerCall();
    const wallet = await otherWallet();
    await change(80_000n, wallet);
    const { quote: next } = await market.offerCall({});
    expect([open.priceLamports, next.priceLamports]).toEqual([50_000n, 80_000n]);
    expect([open.payeeAddress === next.payeeAddress, next.payeeAddress]).toEqual([false, wallet]);
    for (const quote of [open, next]) {
      await market.pay(quote);
      expect((await runPaidCall(quote.id)).state).toBe("DONE");
      const { receipts } = await market.record(quote.id);
      expect(receipts).toHaveLength(1);
    }
    await change(50_000n, open.payeeAddress);
  });

  test("is run also where the skill is free by now", async () => {
    const { quote } = await market.offerCall();
    await change(0n);
    await market.pay(quote);
    expect((await runPaidCall(quote.id)).state).toBe("DONE");
    await change(50_000n);
  });

  test("made at the moment of the change has price and payee of one of both, never of each one", async () => {
    const wallet = await otherWallet();
    const before = (await market.offerCall()).quote;
    const made = await Promise.all([
      market.offerCall(),
      market.offerCall(),
      change(70_000n, wallet).then(() => market.offerCall()),
      market.offerCall(),
    ]);
    const pairs = made.map(({ quote }) => `${quote.priceLamports} ${quote.payeeAddress}`);
    const allowed = [`50000 ${before.payeeAddress}`, `70000 ${wallet}`];
    expect(pairs.filter((pair) => !allowed.includes(pair))).toEqual([]);
    expect(pairs[2]).toBe(allowed[1]);
    await change(50_000n, before.payeeAddress);
  });
});

test("whoever paid for a call lately is mailed the new price, once, and nobody else is", async () => {
  const { actor: buyer, email } = await mailOwner();
  const address = market.buyer.publicKey.toBase58();
  await market.database().wallet.create({ data: { address, accountId: buyer.accountId } });
  const { email: other } = await mailOwner();
  await runPaidCall(await market.buyCall());
  await market.database().job.deleteMany({ where: { kind: "notify_of_price" } });
  const told = async () => (await mailsTo(email)).filter(({ subject }) => subject.includes("cost"));
  await change(60_000n);
  const job = await market.database().job.findFirstOrThrow({
    where: { kind: "notify_of_price" },
    orderBy: { id: "desc" },
  });
  await drainJobs({ notify_of_price: marketHandlers.notify_of_price! });
  await notifyOfPrice(job.payload as unknown as Parameters<typeof notifyOfPrice>[0]);
  const mails = await told();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain(`${market.skill.slug} (0.00005 → 0.00006 SOL, `);
  expect(await getSkill(market.skill.slug)).toMatchObject({
    priceLamports: "50000",
    announced: { priceLamports: "60000" },
  });
  const begin = await market.database().job.findFirstOrThrow({ where: { kind: "begin_price" } });
  const payload = begin.payload as unknown as Parameters<typeof beginPrice>[0];
  expect(begin.runAt.toISOString()).toBe(payload.from);
  await beginPrice({ ...payload, from: new Date(0).toISOString() });
  expect(await getSkill(market.skill.slug)).toMatchObject({ priceLamports: "50000" });
  await Promise.all([beginPrice(payload), beginPrice(payload)]);
  expect(await getSkill(market.skill.slug)).toMatchObject({ priceLamports: "60000", announced: null });
  expect(await mailsTo(other)).toEqual([]);

  await market.database().settlement.updateMany({ data: { settledAt: new Date(0) } });
  await market.database().quote.updateMany({ data: { createdAt: new Date(0) } });
  await change(50_000n);
  await drainJobs({ notify_of_price: marketHandlers.notify_of_price! });
  expect(await told()).toHaveLength(1);
});
