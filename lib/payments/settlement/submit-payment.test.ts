import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { PaidMarket, type PaymentChanges } from "@/lib/payments/testing/paid-market";
import { sign } from "node:crypto";
import { createPrivateKey } from "node:crypto";

// The wallet signs, we broadcast ("pull"): what may go wrong before any money moves.
const market = new PaidMarket();

const submit = (quoteId: string, rawTransaction: Uint8Array) =>
  submitPayment({ quoteId, rawTransaction }, market.context);
const grantsOf = (quoteId: string) => market.database().grant.count({ where: { quoteId } });
const settlementsOf = (quoteId: string) => market.database().settlement.count({ where: { quoteId } });
const paidTo = (address: PublicKey) => market.context.connection.balances([address.toBase58()]);

test("an exact payment settles once, and the money is where the quote says", async () => {
  const quote = await market.quote();
  const [creatorBefore = 0n] = await paidTo(market.creator.publicKey);
  const [treasuryBefore = 0n] = await paidTo(market.treasury.publicKey);
  const status = await submit(quote.id, market.sign(quote));
  expect(status).toMatchObject({ state: "GRANTED", excessLamports: 0n, reason: null });
  expect(status.grantId).toMatch(/^grn_/);
  expect(await paidTo(market.creator.publicKey)).toEqual([creatorBefore + 47_500n]);
  expect(await paidTo(market.treasury.publicKey)).toEqual([treasuryBefore + 2_500n]);
});

test("the transaction that the browser builds settles as well", async () => {
  const quote = await market.quote();
  const raw = buildPaymentTransaction({ ...quote, payerAddress: quote.payerAddress ?? "" });
  const seed = Buffer.from(market.buyer.secretKey.subarray(0, 32));
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  raw.set(sign(null, raw.subarray(65), key), 1);
  expect((await submit(quote.id, raw)).state).toBe("GRANTED");
});

test("the same bytes again get the same answer and no second grant", async () => {
  const quote = await market.quote();
  const raw = market.sign(quote);
  const first = await submit(quote.id, raw);
  expect(await submit(quote.id, raw)).toEqual(first);
  expect(await grantsOf(quote.id)).toBe(1);
});

test("eight concurrent submissions of the same bytes make one settlement and one grant", async () => {
  const quote = await market.quote();
  const raw = market.sign(quote);
  const statuses = await Promise.all(Array.from({ length: 8 }, () => submit(quote.id, raw)));
  expect(new Set(statuses.map((status) => `${status.state} ${status.grantId}`)).size).toBe(1);
  expect(statuses[0]?.state).toBe("GRANTED");
  expect([await settlementsOf(quote.id), await grantsOf(quote.id)]).toEqual([1, 1]);
});

test("two different payments for one quote at once: one is taken, the other moves no money", async () => {
  const quote = await market.quote();
  const [one, other] = [await market.freshBlockhash(), await market.freshBlockhash()];
  const [before = 0n] = await paidTo(market.creator.publicKey);
  const results = await Promise.allSettled([
    submit(quote.id, market.sign(quote, { blockhash: one })),
    submit(quote.id, market.sign(quote, { blockhash: other })),
  ]);
  expect(results.filter((each) => each.status === "fulfilled")).toHaveLength(1);
  expect(await paidTo(market.creator.publicKey)).toEqual([before + 47_500n]);
});

test("a paid quote cannot be paid again by another transaction", async () => {
  const quote = await market.quote();
  await submit(quote.id, market.sign(quote));
  const blockhash = await market.freshBlockhash();
  await expect(submit(quote.id, market.sign(quote, { blockhash }))).rejects.toMatchObject({
    code: "QUOTE_ALREADY_PAID",
  });
});

describe("a transaction that does not pay the quote is refused before any money moves:", () => {
  const other = () => market.stranger.publicKey;
  const token = new PublicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
  const rows: [string, string, () => PaymentChanges][] = [
    ["underpaid", "one lamport less", () => ({ creatorLamports: 47_499n })],
    ["overpaid", "more than the price", () => ({ creatorLamports: 47_507n })],
    ["unexpected_recipient", "another recipient", () => ({ payee: other() })],
    ["missing_transfer", "no platform fee", () => ({ omitFee: true })],
    ["memo_mismatch", "no memo", () => ({ memos: [] })],
    ["memo_mismatch", "another quote's memo", () => ({ memos: ["skillcall:v1:quo_other"] })],
    ["missing_reference", "no reference", () => ({ omitReference: true })],
    ["wrong_payer", "another wallet pays", () => ({ signer: market.stranger })],
    [
      "unexpected_recipient",
      "a smuggled transfer",
      () => ({
        extra: [
          SystemProgram.transfer({ fromPubkey: market.buyer.publicKey, toPubkey: other(), lamports: 1 }),
        ],
      }),
    ],
    [
      "unexpected_program",
      "another asset",
      () => ({
        extra: [new TransactionInstruction({ programId: token, keys: [], data: Buffer.from([12]) })],
      }),
    ],
    [
      "durable_nonce_not_allowed",
      "a durable nonce",
      () => ({
        extra: [
          SystemProgram.nonceAdvance({ noncePubkey: other(), authorizedPubkey: market.buyer.publicKey }),
        ],
      }),
    ],
  ];
  test.each(rows)("%s (%s)", async (reason, _what, changes) => {
    const quote = await market.quote();
    const before = await paidTo(market.creator.publicKey);
    await expect(submit(quote.id, market.sign(quote, changes()))).rejects.toMatchObject({
      code: "TRANSACTION_REJECTED",
      details: { reason, quoteId: quote.id },
    });
    expect(await paidTo(market.creator.publicKey)).toEqual(before);
    expect((await submit(quote.id, market.sign(quote))).state).toBe("GRANTED"); // the quote is still good
  });

  test("two memos", async () => {
    const quote = await market.quote();
    await expect(
      submit(quote.id, market.sign(quote, { memos: [quote.memo, quote.memo] })),
    ).rejects.toMatchObject({
      details: { reason: "memo_mismatch" },
    });
  });

  test("a changed signature, and bytes that are no transaction, without asking the ledger", async () => {
    const quote = await market.quote();
    const raw = market.sign(quote);
    raw[3] = (raw[3] ?? 0) ^ 1;
    const others = [
      Buffer.alloc(0),
      Buffer.alloc(2000, 1),
      Buffer.concat([market.sign(quote), Buffer.from([0])]),
    ];
    await market.context.connection.genesisHash();
    market.ledger.outage = true;
    await expect(submit(quote.id, raw)).rejects.toMatchObject({ details: { reason: "bad_signature" } });
    for (const bytes of others) {
      await expect(submit(quote.id, bytes)).rejects.toMatchObject({
        details: { reason: "malformed_transaction" },
      });
    }
    market.ledger.outage = false;
  });

  test("a blockhash that a wallet put in and that is not valid", async () => {
    const quote = await market.quote();
    const raw = market.sign(quote, { blockhash: market.stranger.publicKey.toBase58() });
    await expect(submit(quote.id, raw)).rejects.toMatchObject({ details: { reason: "blockhash_expired" } });
  });

  test("a wallet that has been emptied since the quote", async () => {
    const quote = await market.quote();
    await market.drainBuyer();
    await expect(submit(quote.id, market.sign(quote))).rejects.toMatchObject({
      code: "TRANSACTION_REJECTED",
      details: { reason: "account_below_rent_exemption" },
    });
    await market.refillBuyer();
    const blockhash = await market.freshBlockhash();
    expect((await submit(quote.id, market.sign(quote, { blockhash }))).state).toBe("GRANTED");
  });
});

test("a younger blockhash put in by the wallet is accepted", async () => {
  const quote = await market.quote();
  const blockhash = await market.freshBlockhash();
  expect((await submit(quote.id, market.sign(quote, { blockhash }))).state).toBe("GRANTED");
});

describe("a quote that was asked for without naming a payer", () => {
  const open = () => market.quote({ payerAddress: null });
  const payerOf = async (id: string) =>
    (await market.database().quote.findUniqueOrThrow({ where: { id } })).payerAddress;

  test("is paid by whoever signs, bound by the memo alone", async () => {
    const quote = await open();
    expect(quote).toMatchObject({ rail: "mpp", payerAddress: null });
    const raw = market.sign(quote, { omitReference: true, signer: market.stranger });
    expect((await submit(quote.id, raw)).state).toBe("GRANTED");
    const payerAddress = market.stranger.publicKey.toBase58();
    expect(await payerOf(quote.id)).toBe(payerAddress);
    const settlement = await market.database().settlement.findUniqueOrThrow({ where: { quoteId: quote.id } });
    expect(settlement).toMatchObject({ payerAddress, creatorLamports: 47_500n });
  });

  test("is open to any payer again after a payment the chain refused, and not to its own payee", async () => {
    const quote = await open();
    const poor = Keypair.generate();
    const refused = submit(quote.id, market.sign(quote, { omitReference: true, signer: poor }));
    await expect(refused).rejects.toMatchObject({ code: "TRANSACTION_REJECTED" });
    expect(await payerOf(quote.id)).toBeNull();
    const own = submit(quote.id, market.sign(quote, { omitReference: true, signer: market.creator }));
    await expect(own).rejects.toMatchObject({ details: { reason: "payer_is_payee" } });
    expect((await submit(quote.id, market.sign(quote, { omitReference: true }))).state).toBe("GRANTED");
  });

  test("with two payers at once has one, and the other paid nothing", async () => {
    const quote = await open();
    const before = await paidTo(market.creator.publicKey);
    const answers = await Promise.allSettled(
      [market.buyer, market.stranger].map((signer) =>
        submit(quote.id, market.sign(quote, { omitReference: true, signer })),
      ),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await paidTo(market.creator.publicKey)).toEqual([(before[0] ?? 0n) + 47_500n]);
  });
});

test("an expired quote is not sent to the chain", async () => {
  const quote = await market.quote({ context: market.newContext({ quoteTtlMs: -1 }) });
  await expect(submit(quote.id, market.sign(quote))).rejects.toMatchObject({ code: "QUOTE_EXPIRED" });
});

test("an unknown quote is QUOTE_NOT_FOUND", async () => {
  await expect(submit("quo_none", Buffer.alloc(10))).rejects.toMatchObject({ code: "QUOTE_NOT_FOUND" });
});

test("a new price does not change an old quote", async () => {
  const quote = await market.quote();
  await market.quote({ offer: { ...market.offer, priceLamports: 90_000n } });
  expect((await submit(quote.id, market.sign(quote))).state).toBe("GRANTED");
});
