import { Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from "@solana/web3.js";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { listReviews } from "@/lib/registry/reviews/list-reviews";
import { offerCall } from "@/lib/running/calls/offer-call";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildObedientSkill } from "@/lib/running/testing/obedient-skill";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { judgeCalls } from "@/lib/registry/statistics/judge-calls";
import { refreshStatistics } from "@/lib/registry/statistics/refresh-statistics";
import { MEMO_PROGRAM } from "@/lib/chain/solana/address";
import { makeAccount, publishNow, type TestAccount } from "@/lib/testing/builders";

const market = new CallMarket();
const SOL = 1_000_000_000n;
let [publisher, honest] = [] as never as [TestAccount, TestAccount];

beforeAll(async () => {
  const creator = market.creator.publicKey.toBase58();
  const { accountId, account } = await market
    .database()
    .wallet.findUniqueOrThrow({ where: { address: creator }, include: { account: true } });
  publisher = { accountId, username: account.username, address: creator };
  honest = await makeAccount({ address: market.buyer.publicKey.toBase58() });
});

async function send(from: Keypair, to: PublicKey, lamports: bigint) {
  const transaction = new Transaction().add(
    SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports }),
  );
  transaction.recentBlockhash = await market.freshBlockhash();
  transaction.sign(from);
  await market.push(transaction.serialize());
}

async function airdropped(): Promise<Keypair> {
  const pair = Keypair.generate();
  await market.context.connection.requestAirdrop(pair.publicKey.toBase58(), SOL);
  market.ledger.advance(1);
  return pair;
}

/** As long after a payment as the worker asks the chain about its payer. */
const late = () => new Date(Date.now() + 61_000);

async function untilFinal(quoteId: string): Promise<void> {
  const { slot } = await market.database().settlement.findUniqueOrThrow({ where: { quoteId } });
  const { connection } = market.context;
  const past = async () => expect((await connection.finalBlock()).slot).toBeGreaterThan(Number(slot));
  await vi.waitFor(past, { timeout: 30_000, interval: 100 });
}

/** Buys a call with this wallet and runs it; gives whether it counts once it was judged. */
async function buy(signer: Keypair, skill = market.skill.slug): Promise<boolean | null> {
  const payerAddress = signer.publicKey.toBase58();
  const { quote } = await offerCall({ skill, payerAddress, input: {} });
  const rawTransaction = market.sign(quote, { signer, omitFee: quote.feeLamports === 0n });
  await submitPayment({ quoteId: quote.id, rawTransaction }, market.context);
  await runPaidCall(quote.id);
  await untilFinal(quote.id);
  await judgeCalls(late());
  const { runs } = await market.record(quote.id);
  return runs[0]?.counts ?? null;
}

describe("a paid call", () => {
  test("of somebody else counts, and makes a verified buyer", async () => {
    expect(await buy(market.buyer)).toBe(true);
    await writeReview({ actor: honest, skill: market.skill.slug, rating: 4 });
    expect((await listReviews(market.skill.slug)).reviews).toMatchObject([{ verifiedBuyer: true }]);
  });

  test("by the wallet that it pays is not offered at all", async () => {
    await expect(buy(market.creator)).rejects.toMatchObject({ code: "PRICE_NOT_PAYABLE" });
  });

  test("by another wallet of the publisher's account does not", async () => {
    const second = await airdropped();
    const address = second.publicKey.toBase58();
    await market.database().wallet.create({ data: { address, accountId: publisher.accountId } });
    expect(await buy(second)).toBe(false);
  });

  test("by a wallet of a maintainer's account does not", async () => {
    const maintainer = await airdropped();
    const { accountId } = await makeAccount({ address: maintainer.publicKey.toBase58() });
    const { skillId } = await market.database().skillVersion.findUniqueOrThrow({
      where: { id: market.skill.versionId },
    });
    const facts = { skillId, accountId, invitedById: publisher.accountId, state: "left" };
    const times = {
      createdAt: new Date(),
      expiresAt: new Date(),
      acceptedAt: new Date(),
      endedAt: new Date(),
    };
    await market.database().skillMaintainer.create({ data: { id: "mnt_judged", ...facts, ...times } });
    expect(await buy(maintainer)).toBe(false);
  });

  test("by a new wallet with its first money of the publisher's does not, and its review is refused", async () => {
    const puppet = Keypair.generate();
    await send(market.creator, puppet.publicKey, SOL / 10n);
    const actor = await makeAccount({ address: puppet.publicKey.toBase58() });
    expect(await buy(puppet)).toBe(false);
    const review = writeReview({ actor, skill: market.skill.slug, rating: 5 });
    await expect(review).rejects.toMatchObject({ code: "REVIEW_NOT_ALLOWED" });
  });

  test("by such a wallet that was named before in a transaction without money does not either", async () => {
    const puppet = Keypair.generate();
    const naming = new Transaction().add(
      new TransactionInstruction({
        programId: new PublicKey(MEMO_PROGRAM),
        keys: [{ pubkey: puppet.publicKey, isSigner: true, isWritable: false }],
        data: Buffer.from("hello"),
      }),
    );
    naming.feePayer = market.stranger.publicKey;
    naming.recentBlockhash = await market.freshBlockhash();
    naming.sign(market.stranger, puppet);
    await market.push(naming.serialize());
    await send(market.creator, puppet.publicKey, SOL / 10n);
    expect(await buy(puppet)).toBe(false);
  });

  test("by a wallet that had money before the publisher sent it some counts", async () => {
    const known = await airdropped();
    await send(market.creator, known.publicKey, SOL / 10n);
    expect(await buy(known)).toBe(true);
  });

  test("for 19 lamports, of which the market's fee is none, does not", async () => {
    const payee = market.creator.publicKey.toBase58();
    const { slug } = await publishNow(buildObedientSkill({ paid: { lamports: 19n, payee } }), publisher);
    expect(await buy(market.buyer, slug)).toBe(false);
    await writeReview({ actor: honest, skill: slug, rating: 5 });
    expect((await listReviews(slug)).reviews).toMatchObject([{ verifiedBuyer: false }]);
  });

  test("only what counts is in the totals of a skill", async () => {
    await refreshStatistics(late());
    const skill = await market.database().skill.findUniqueOrThrow({ where: { slug: market.skill.slug } });
    const runs = await market.database().run.findMany({ where: { versionId: market.skill.versionId } });
    expect(runs.filter(({ counts }) => counts)).toHaveLength(2);
    expect(runs).toHaveLength(6);
    expect(skill).toMatchObject({ callsTotal: 2, calls7d: 2 });
  });
});

describe("a call whose payer the chain cannot be asked about", () => {
  const ENDED = { state: "DONE", input: {}, inputDigest: "x", finishedAt: new Date() } as const;

  test("waits for an hour, and is then judged by what is known", async () => {
    const startedAt = new Date();
    const run = { ...ENDED, versionId: market.skill.versionId, startedAt };
    const db = market.database();
    await db.run.create({ data: { ...run, id: "run_away", payerAddress: "not an address" } });
    await db.run.create({ data: { ...run, id: "run_free" } });
    await db.run.create({ data: { ...run, id: "run_own", accountId: publisher.accountId } });
    const judged = async (minutes: number) => {
      await judgeCalls(new Date(startedAt.getTime() + minutes * 60_000));
      const found = await db.run.findMany({
        where: { id: { in: ["run_away", "run_free", "run_own"] } },
        orderBy: { id: "asc" },
      });
      return found.map(({ counts }) => counts);
    };
    expect(await judged(0)).toEqual([null, true, false]);
    expect(await judged(59)).toEqual([null, true, false]);
    expect(await judged(61)).toEqual([true, true, false]);
  });
});
