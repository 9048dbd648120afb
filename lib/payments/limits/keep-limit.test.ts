import { generateKeyPairSync } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import { beforeEach, describe, expect, test } from "vitest";
import { database } from "@/lib/db/client";
import { limitWallet, signLimit, signText, wanted } from "@/lib/payments/limits/testing/sign-limit";
import { TEST_TOKEN_MINT } from "@/lib/chain/ledger/test-token";
import { associatedTokenAddress } from "@/lib/chain/solana/associated-token";
import { findTransaction } from "@/lib/chain/solana/transaction";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { lamportsMoved } from "@/lib/payments/limits/lamports-moved";
import { requirementsFor } from "@/lib/payments/rails/x402";
import { signTransfer } from "@/lib/payments/testing/token-payer";
import { getSpending } from "@/lib/payments/limits/get-spending";
import { prepareLimit, setLimit } from "@/lib/payments/limits/set-limit";
import { findPaidSkill } from "@/lib/payments/limits/spending-repository";
import { writeSpendingStatement, type SpendingPredicate } from "@/lib/payments/limits/spending-statement";
import type { QuoteCallRequest } from "@/lib/payments/quotes/quote-call";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { getPaymentStatus } from "@/lib/payments/settlement/payment-status";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import { watchFinality } from "@/lib/payments/settlement/watch-finality";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { env } from "@/lib/platform/config/env";
import { makeAccount } from "@/lib/testing/builders";

const DAY_MS = 86_400_000;
const PRICE = 50_000n;
const market = new PaidMarket();
let wallet: Keypair;
let payer: string;
let owner: { accountId: string; keyId: string | null };

beforeEach(async () => {
  wallet = Keypair.generate();
  payer = wallet.publicKey.toBase58();
  owner = { accountId: (await makeAccount({ address: payer })).accountId, keyId: "key_of_owner" };
  await market.context.connection.requestAirdrop(payer, 2_000_000_000n);
  market.ledger.advance(1);
});

const later = (ms: number, context = market.context): SettlementContext => ({
  ...context,
  clock: { now: () => new Date(Date.now() + ms) },
});
const quote = (changes: Partial<QuoteCallRequest> & { context?: SettlementContext } = {}) =>
  market.quote({ payerAddress: payer, ...changes });
const ownQuote = (changes: Parameters<typeof quote>[0] = {}) => quote({ askedBy: owner, ...changes });
/** Of an agent, which becomes the payer by signing. */
const openQuote = () => market.quote({ payerAddress: null });
const sign = (of: QuoteRecord) =>
  market.sign(of, { signer: wallet, omitReference: of.payerAddress === null });
const pay = (of: QuoteRecord, context = market.context) =>
  submitPayment({ quoteId: of.id, rawTransaction: sign(of) }, context);
const refused = (reason: string, details: object = {}) =>
  expect.objectContaining({
    code: "SPENDING_LIMIT_EXCEEDED",
    details: expect.objectContaining({ reason, ...details }) as unknown,
  }) as unknown;
const spending = async () =>
  (await getSpending({ address: payer, accountId: owner.accountId, before: null })).day;
const waitingForQuotes = async () => {
  const [row] = await market.database().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%with given as%"Quotes"%'
      AND datname = current_database()`;
  return row?.count;
};
const perDay = (calls: bigint) => wanted({ perDayLamports: String(PRICE * calls) });

describe("payments that are handed in", () => {
  test("are taken up to the limit, to the lamport, and refused beyond it before anything is sent", async () => {
    await limitWallet(wallet, perDay(2n));
    const quotes = [await openQuote(), await openQuote(), await openQuote()] as const;
    expect(await pay(quotes[0])).toMatchObject({ state: "GRANTED" });
    expect(await pay(quotes[1])).toMatchObject({ state: "GRANTED" });
    const [before] = await market.context.connection.balances([payer]);
    const counted = {
      limitLamports: "100000",
      spentLamports: "100000",
      heldLamports: "0",
      askedLamports: "50000",
    };
    await expect(pay(quotes[2])).rejects.toEqual(refused("per_day", counted));
    market.ledger.advance(2);
    expect(await market.context.connection.balances([payer])).toEqual([before]);
    expect(await getPaymentStatus(quotes[2].id)).toMatchObject({ state: "QUOTED", signature: null });
    expect(await spending()).toMatchObject({ spentLamports: 100_000n, heldLamports: 0n, leftLamports: 0n });
  });

  test("are told when enough is 24 hours old, and are taken then", async () => {
    await limitWallet(wallet, perDay(1n));
    const first = await openQuote();
    await pay(first);
    const { settledAt } = await market
      .database()
      .settlement.findUniqueOrThrow({ where: { quoteId: first.id } });
    const freesAt = new Date(settledAt.getTime() + DAY_MS).toISOString();
    const second = await openQuote();
    await expect(pay(second)).rejects.toEqual(refused("per_day", { freesAt }));
    await expect(pay(second)).rejects.toThrow(`Nothing was charged. Wait until ${freesAt}, or sign another`);
    await market.database().settlement.update({
      where: { quoteId: first.id },
      data: { settledAt: new Date(settledAt.getTime() - DAY_MS) },
    });
    expect(await pay(second)).toMatchObject({ state: "GRANTED" });
  });

  test("what was paid before the limit was set counts too", async () => {
    await pay(await openQuote());
    await limitWallet(wallet, perDay(1n));
    await expect(pay(await openQuote())).rejects.toEqual(refused("per_day", { spentLamports: "50000" }));
  });

  test("the same bytes, handed in again once the limit is used up, have their status", async () => {
    await limitWallet(wallet, perDay(1n));
    const one = await openQuote();
    await pay(one);
    expect(await pay(one)).toMatchObject({ state: "GRANTED" });
  });

  test("a refused rehearsal gives back what was held for it", async () => {
    await limitWallet(wallet, perDay(1n));
    const one = await openQuote();
    const raw = market.sign(one, { signer: wallet, omitReference: true });
    await market.drainBuyer({ buyer: wallet });
    await expect(
      submitPayment({ quoteId: one.id, rawTransaction: raw }, market.context),
    ).rejects.toMatchObject({
      code: "TRANSACTION_REJECTED",
    });
    expect(await spending()).toMatchObject({ heldLamports: 0n, leftLamports: PRICE });
  });

  test("one that is under way is held, and spent once it is settled", async () => {
    await limitWallet(wallet, perDay(1n));
    const one = await openQuote();
    market.ledger.dropNext = 1_000_000;
    await pay(one, { ...market.context, config: { ...market.context.config, waitMs: 0 } });
    expect(await spending()).toMatchObject({ spentLamports: 0n, heldLamports: PRICE, leftLamports: 0n });
    await expect(pay(await openQuote())).rejects.toEqual(
      refused("per_day", { heldLamports: "50000", freesAt: null }),
    );
    market.ledger.dropNext = 0;
    expect(await pay(one)).toMatchObject({ state: "GRANTED" });
    expect(await spending()).toMatchObject({ spentLamports: PRICE, heldLamports: 0n });
  });

  test("a payment that vanished from the chain does not count", async () => {
    await limitWallet(wallet, perDay(1n));
    const one = await openQuote();
    const fork = market.ledger.fork();
    await pay(one);
    market.ledger.rollback(fork);
    market.ledger.advance(200);
    await watchFinality(market.newContext());
    expect(await getPaymentStatus(one.id)).toMatchObject({ state: "ORPHANED" });
    expect(await spending()).toMatchObject({ spentLamports: 0n, leftLamports: PRICE });
  });

  test("a limit that is removed while a payment is taken refuses nothing any more", async () => {
    await limitWallet(wallet, perDay(0n));
    const one = await openQuote();
    const paying = await market.database().$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Quotes" WHERE "id" = ${one.id} FOR UPDATE`;
      const taking = pay(one);
      taking.catch(() => null); // looked at below
      await expect.poll(waitingForQuotes).toBe(1);
      await limitWallet(wallet, { removed: true });
      return [taking];
    });
    expect(await paying[0]).toMatchObject({ state: "GRANTED" });
  });

  test("several at once in one process: no more than fit", async () => {
    await limitWallet(wallet, perDay(3n));
    const quotes = await Promise.all(Array.from({ length: 8 }, openQuote));
    const ends = await Promise.allSettled(quotes.map((each) => pay(each)));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await spending()).toMatchObject({ spentLamports: 3n * PRICE, heldLamports: 0n });
  });
});

test.each([
  [0n, 50_000n],
  [1n, 50_007n],
  [3n, 50_020n],
  [7_500n, 100_000n],
])("%s units beyond 7,500 for 50,000 lamports: what moves is rounded up", async (excess, lamports) => {
  const feePayer = addressOfKey(generateKeyPairSync("ed25519").publicKey);
  const token = {
    tokenMint: TEST_TOKEN_MINT,
    tokenUnits: 7_500n,
    tokenDecimals: 6,
    tokenAccount: associatedTokenAddress(market.offer.payeeAddress, TEST_TOKEN_MINT),
    tokenFeePayer: feePayer,
  };
  const asked = { ...(await openQuote()), ...token };
  const offer = requirementsFor(asked, { now: new Date(), key: "a key" });
  if (!offer) throw new Error("no offer");
  const paid = findTransaction(signTransfer(offer, wallet, { units: 7_500n + excess }));
  expect(lamportsMoved(asked, paid)).toBe(lamports);
});

describe("quotes for a wallet that is named", () => {
  test("are held for the account that has linked it, and for nobody else", async () => {
    await limitWallet(wallet, perDay(1n));
    const stranger = { accountId: (await makeAccount()).accountId, keyId: null };
    for (const askedBy of [null, stranger]) expect((await quote({ askedBy })).heldAt).toBeNull();
    expect(await spending()).toMatchObject({ heldLamports: 0n });
    const own = await ownQuote();
    expect(own).toMatchObject({ askedWithKeyId: "key_of_owner" });
    expect(own.heldAt).not.toBeNull();
    expect(await spending()).toMatchObject({ heldLamports: PRICE });
    await expect(ownQuote()).rejects.toEqual(refused("per_day", { heldLamports: "50000" }));
    expect(await pay(own)).toMatchObject({ state: "GRANTED" });
  });

  test("a stranger is told that a limit refuses, and no amounts", async () => {
    await limitWallet(wallet, perDay(0n));
    await expect(quote()).rejects.toMatchObject({
      code: "SPENDING_LIMIT_EXCEEDED",
      details: { reason: "per_day" },
    });
    const error: unknown = await quote().catch((thrown: unknown) => thrown);
    expect((error as { details: object }).details).toEqual({ reason: "per_day" });
  });

  test("are not held where the wallet has signed nothing, and know their key", async () => {
    expect(await ownQuote()).toMatchObject({ heldAt: null, askedWithKeyId: "key_of_owner" });
  });

  test("the same key gives the same quote, which is held once", async () => {
    await limitWallet(wallet, perDay(1n));
    const idempotencyKey = "a key that is long enough";
    const [one, two] = [await ownQuote({ idempotencyKey }), await ownQuote({ idempotencyKey })];
    expect(two.id).toBe(one.id);
    expect(await spending()).toMatchObject({ heldLamports: PRICE });
  });

  test("the same key, twice at once, gives the same quote, which is held once", async () => {
    await limitWallet(wallet, perDay(1n));
    const idempotencyKey = "a key that is long enough";
    const [one, two] = await Promise.all([ownQuote({ idempotencyKey }), ownQuote({ idempotencyKey })]);
    expect(two.id).toBe(one.id);
    expect(await spending()).toMatchObject({ heldLamports: PRICE });
  });

  test("what ends unpaid is free again", async () => {
    await limitWallet(wallet, perDay(1n));
    const own = await ownQuote();
    market.ledger.advance(200);
    await reconcileQuotes(later(600_000), { evenIfJustSeen: true });
    expect(await getPaymentStatus(own.id)).toMatchObject({ state: "EXPIRED" });
    expect(await spending()).toMatchObject({ heldLamports: 0n, leftLamports: PRICE });
    await ownQuote();
  });

  test("what a wallet has sent itself without a quote that was held is settled, and counts", async () => {
    await limitWallet(wallet, perDay(1n));
    const [one, two] = [await quote(), await quote()];
    for (const each of [one, two]) {
      const signature = await market.push(sign(each));
      await submitSignature({ quoteId: each.id, signature }, market.context);
    }
    expect(await spending()).toMatchObject({ spentLamports: 2n * PRICE, leftLamports: 0n });
    await expect(pay(await openQuote())).rejects.toEqual(refused("per_day"));
  });

  test("a payment that came too late has moved its money, and counts", async () => {
    await limitWallet(wallet, perDay(1n));
    const one = await quote();
    const expiresAt = new Date(Date.now() - 3_600_000);
    await market.database().quote.update({ where: { id: one.id }, data: { expiresAt } });
    const signature = await market.push(sign(one));
    await submitSignature({ quoteId: one.id, signature }, market.context).catch(() => null);
    expect(await getPaymentStatus(one.id)).toMatchObject({ state: "LATE_UNAPPLIED" });
    expect(await spending()).toMatchObject({ spentLamports: PRICE });
  });
});

describe("what else is asked of a payment", () => {
  test("a limit that has ended does not open the purse", async () => {
    const until = new Date(Date.now() + 60_000).toISOString();
    await limitWallet(wallet, wanted({ until }));
    expect(await pay(await openQuote())).toMatchObject({ state: "GRANTED" });
    await expect(pay(await openQuote(), later(59_000))).resolves.toMatchObject({ state: "GRANTED" });
    await expect(pay(await openQuote(), later(61_000))).rejects.toEqual(refused("until", { until }));
    await expect(pay(await openQuote(), later(61_000))).rejects.toThrow(
      "has ended. Nothing was charged. Sign",
    );
    const { day } = await getSpending(
      { address: payer, accountId: owner.accountId, before: null },
      later(61_000).clock,
    );
    expect(day).toMatchObject({ limitLamports: 1_000_000_000n, leftLamports: 0n });
  });

  test("one call costs no more, several together that many times", async () => {
    await limitWallet(wallet, wanted({ perCallLamports: String(PRICE - 1n) }));
    await expect(pay(await openQuote())).rejects.toEqual(refused("per_call", { limitLamports: "49999" }));
    await limitWallet(wallet, wanted({ perCallLamports: String(PRICE) }));
    expect(await pay(await market.quote({ payerAddress: null, calls: 3, input: null }))).toMatchObject({
      state: "GRANTED",
      callsLeft: 3,
    });
  });

  test("a version that is less checked than it asks for is refused; unknown is Unverified", async () => {
    await limitWallet(wallet, wanted({ leastAuditState: "Optimistic" }));
    await expect(pay(await openQuote())).rejects.toEqual(refused("least_audit_state"));
    const auditStateOf = () => Promise.resolve("Audited" as const);
    expect(await pay(await openQuote(), { ...market.context, auditStateOf })).toMatchObject({
      state: "GRANTED",
    });
  });

  test("scopes are added up by skill and publisher, and name what they are about", async () => {
    const skill = await findPaidSkill(database(), market.offer.versionId);
    const publisher = await database().account.findUniqueOrThrow({ where: { id: skill?.publisherId ?? "" } });
    const scopes = [{ kind: "publisher" as const, name: publisher.username, perDayLamports: String(PRICE) }];
    await limitWallet(wallet, wanted({ scopes }));
    await pay(await openQuote());
    const details = {
      scope: `publisher ${publisher.username}`,
      spentLamports: "50000",
      limitLamports: "50000",
    };
    await expect(pay(await openQuote())).rejects.toEqual(refused("scope_per_day", details));
    const { scopes: shown } = await getSpending({ address: payer, accountId: owner.accountId, before: null });
    expect(shown).toMatchObject([
      { kind: "publisher", name: publisher.username, spentLamports: PRICE, leftLamports: 0n },
    ]);
    await limitWallet(
      wallet,
      wanted({ scopes: [{ kind: "skill", name: "*", perDayLamports: String(PRICE) }] }),
    );
    await expect(pay(await openQuote())).rejects.toEqual(refused("scope_per_day", { scope: "skill *" }));
  });
});

describe("statements", () => {
  test("one that came before is in force once more only as the next one", async () => {
    const first = await signLimit(wallet, perDay(5n));
    await setLimit(payer, first);
    expect(await setLimit(payer, first)).toMatchObject({ sequence: 1 });
    const second = await signLimit(wallet, perDay(1n));
    await setLimit(payer, second);
    await expect(setLimit(payer, first)).rejects.toMatchObject({
      code: "SPENDING_LIMIT_CHANGED",
      details: { sequence: "2" },
    });
    expect(await setLimit(payer, second)).toMatchObject({ sequence: 2 });
  });

  test("of two that replace the same one, one is taken", async () => {
    for (const calls of [1n, 3n]) {
      const both = await Promise.all([
        signLimit(wallet, perDay(calls)),
        signLimit(wallet, perDay(calls + 1n)),
      ]);
      const ends = await Promise.allSettled(both.map((envelope) => setLimit(payer, envelope)));
      expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(ends.find(({ status }) => status === "rejected")).toMatchObject({
        reason: { code: "SPENDING_LIMIT_CHANGED" },
      });
    }
    expect(await database().spendingLimit.count({ where: { payerAddress: payer, endedAt: null } })).toBe(1);
  });

  test("the very same one, twice at once, is taken once", async () => {
    const one = await signLimit(wallet, perDay(1n));
    const [a, b] = await Promise.all([setLimit(payer, one), setLimit(payer, one)]);
    expect(a.digest).toBe(b.digest);
  });

  test("a removal opens the purse, and the next limit follows it", async () => {
    await limitWallet(wallet, perDay(0n));
    await expect(pay(await openQuote())).rejects.toEqual(refused("per_day"));
    expect(await limitWallet(wallet, { removed: true })).toMatchObject({ sequence: 2, terms: null });
    expect(await pay(await openQuote())).toMatchObject({ state: "GRANTED" });
    expect(await limitWallet(wallet, perDay(0n))).toMatchObject({ sequence: 3 });
    await expect(pay(await openQuote())).rejects.toEqual(refused("per_day"));
  });

  const said = (changes: Partial<SpendingPredicate> = {}) =>
    writeSpendingStatement({
      market: env().APP_URL,
      payer,
      sequence: 1,
      replaces: null,
      issuedAt: new Date().toISOString(),
      removed: true,
      ...changes,
    });

  test("one of another market, of another wallet, too old or of a time to come is not taken", async () => {
    const stranger = Keypair.generate();
    const expectRefused = async (envelope: unknown, text: RegExp) => {
      const error: unknown = await setLimit(payer, envelope).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "REQUEST_INVALID" });
      expect(String(error)).toMatch(text);
    };
    await expectRefused(signText(wallet, said({ market: "https://other.example" })), /another market/);
    await expectRefused(signText(stranger, said({ payer: stranger.publicKey.toBase58() })), /another wallet/);
    await expectRefused(signText(stranger, said()), /signature/);
    await expectRefused({ payload: "" }, /no statement/);
    const old = new Date(Date.now() - DAY_MS - 1000).toISOString();
    await expectRefused(signText(wallet, said({ issuedAt: old })), /more than a day ago/);
    const ahead = new Date(Date.now() + 11 * 60_000).toISOString();
    await expectRefused(signText(wallet, said({ issuedAt: ahead })), /future/);
    await setLimit(payer, signText(wallet, said()));
  });

  test("the next one has the next number and names the last one", async () => {
    const { digest } = await setLimit(payer, signText(wallet, said()));
    const other = `sha256:${"ab".repeat(32)}`;
    for (const next of [
      { sequence: 2, replaces: other },
      { sequence: 3, replaces: digest },
    ])
      await expect(setLimit(payer, signText(wallet, said(next)))).rejects.toMatchObject({
        code: "SPENDING_LIMIT_CHANGED",
        details: { sequence: "1", digest },
      });
    expect(await setLimit(payer, signText(wallet, said({ sequence: 2, replaces: digest })))).toMatchObject({
      sequence: 2,
    });
  });

  test("what is asked for is resolved, and what is not there is said", async () => {
    const publisher = { kind: "publisher" as const, name: "nobody of this name", perDayLamports: "5" };
    await expect(prepareLimit(payer, wanted({ scopes: [publisher] }))).rejects.toMatchObject({
      code: "REQUEST_INVALID",
      details: { errors: [{ pointer: "#/scopes/0/name" }] },
    });
    const past = new Date(Date.now() - 1000).toISOString();
    await expect(prepareLimit(payer, wanted({ until: past }))).rejects.toMatchObject({
      code: "REQUEST_INVALID",
    });
    const each = { kind: "skill" as const, name: "*", perDayLamports: "5" };
    await expect(prepareLimit(payer, wanted({ scopes: [each, each] }))).rejects.toMatchObject({
      code: "REQUEST_INVALID",
    });
  });

  test("whose wallet it is not, is told nothing of it", async () => {
    const { accountId } = await makeAccount();
    await expect(getSpending({ address: payer, accountId, before: null })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });
});
