import {
  type Connection,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  PublicKey,
  SendTransactionError,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ledger } from "@/lib/chain/ledger/ledger";
import type { LedgerServer } from "@/lib/chain/ledger/server";
import { fakeClock } from "@/lib/kernel/clock";
import { connect, start, funded, transfer, signed, SOL } from "@/lib/chain/ledger/testing/ledger-client";
import { MEMO_PROGRAM } from "@/lib/chain/solana/address";

describe("one running ledger", () => {
  let ledger: Ledger;
  let server: LedgerServer;
  let connection: Connection;
  let payer: Keypair;
  const stranger = Keypair.generate().publicKey;

  beforeAll(async () => {
    ({ ledger, server, connection } = await start());
    payer = await funded(connection);
  });
  afterAll(() => server.close());

  test("an airdrop is an ordinary transfer that can be read back", async () => {
    const signature = await connection.requestAirdrop(stranger, SOL);
    expect(await connection.getBalance(stranger)).toBe(SOL);
    ledger.advance(2);
    expect(
      (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))?.meta?.err,
    ).toBeNull();
  });

  test("two equal airdrops in one slot both arrive", async () => {
    const twice = Keypair.generate().publicKey;
    await Promise.all([connection.requestAirdrop(twice, SOL), connection.requestAirdrop(twice, SOL)]);
    expect(await connection.getBalance(twice)).toBe(2 * SOL);
  });

  test("the faucet refuses more than its limit with a reason", async () => {
    await expect(connection.requestAirdrop(stranger, 11 * SOL)).rejects.toThrow(
      /at most 10000000000 lamports/,
    );
  });

  test("a transfer with memo and reference is confirmed over the socket, read back and found by its reference", async () => {
    const reference = Keypair.generate().publicKey;
    const recipient = await funded(connection, SOL);
    const memo = new TransactionInstruction({
      programId: new PublicKey(MEMO_PROGRAM),
      keys: [],
      data: Buffer.from("hello"),
    });
    const transaction = new Transaction().add(
      memo,
      transfer(payer, recipient.publicKey, 50_000, [reference]),
    );
    const signature = await sendAndConfirmTransaction(connection, transaction, [payer]);

    const read = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(read?.meta).toMatchObject({ err: null, fee: 5000 });
    expect(read?.transaction.message.serialize()).toEqual(transaction.compileMessage().serialize());
    expect(await connection.getBalance(recipient.publicKey)).toBe(SOL + 50_000);
    expect((await connection.getSignaturesForAddress(reference)).map((each) => each.signature)).toEqual([
      signature,
    ]);

    const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(parsed?.transaction.message.instructions).toMatchObject([
      { program: "spl-memo", parsed: "hello" },
      { program: "system", parsed: { type: "transfer", info: { lamports: 50_000 } } },
    ]);
  });

  test("a version 0 transaction lands as well", async () => {
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
      instructions: transfer(payer, stranger, 7).instructions,
    }).compileToV0Message();
    const transaction = new VersionedTransaction(message);
    transaction.sign([payer]);
    const signature = await connection.sendTransaction(transaction);
    ledger.advance(2);
    await expect(
      connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }),
    ).resolves.toMatchObject({ version: 0 });
  });

  test("a status goes from processed to confirmed to finalized", async () => {
    const still = await start({ clock: fakeClock(new Date()), confirmSlots: 3 });
    const node = still.connection;
    const signature = await node.requestAirdrop(stranger, SOL);
    const status = async () => (await node.getSignatureStatus(signature)).value?.confirmationStatus;
    expect(await status()).toBe("processed");
    expect(await node.getTransaction(signature, { commitment: "confirmed" })).toBeNull();
    still.ledger.advance(3);
    expect(await status()).toBe("confirmed");
    still.ledger.advance(32);
    expect(await status()).toBe("finalized");
    await still.server.close();
  });

  test("the same bytes are refused the second time and move nothing", async () => {
    const raw = await signed(connection, payer, transfer(payer, stranger, 1000));
    await connection.sendRawTransaction(raw);
    const before = await connection.getBalance(stranger);
    await expect(connection.sendRawTransaction(raw)).rejects.toThrow(/already been processed/);
    await connection.sendRawTransaction(raw, { skipPreflight: true });
    expect(await connection.getBalance(stranger)).toBe(before);
  });

  test("a blockhash lives 150 slots and no longer", async () => {
    const { blockhash } = await connection.getLatestBlockhash("processed");
    const transaction = transfer(payer, stranger, 2000);
    transaction.recentBlockhash = blockhash;
    const raw = await signed(connection, payer, transaction);
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(true);
    ledger.advance(151);
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(false);
    await expect(connection.sendRawTransaction(raw)).rejects.toThrow(/Blockhash not found/);
    const signature = await connection.sendRawTransaction(raw, { skipPreflight: true });
    expect((await connection.getSignatureStatus(signature)).value).toBeNull();
  });

  test("insufficient funds are refused in the rehearsal, and without it land as a failure that costs the fee", async () => {
    const poor = await funded(connection, SOL);
    const raw = await signed(connection, poor, transfer(poor, stranger, 2 * SOL));
    const refusal: unknown = await connection.sendRawTransaction(raw).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SendTransactionError);
    expect(String(refusal)).toMatch(/Error processing Instruction 0: custom program error: 0x1/);
    const signature = await connection.sendRawTransaction(raw, { skipPreflight: true });
    const status = await connection.getSignatureStatus(signature);
    expect(status.value?.err).toEqual({ InstructionError: [0, { Custom: 1 }] });
    expect(await connection.getBalance(poor.publicKey)).toBe(SOL - 5000);
  });

  test("a payment that leaves an account below rent exemption is refused by name", async () => {
    const raw = await signed(connection, payer, transfer(payer, Keypair.generate().publicKey, 50_000));
    const refusal = connection.sendRawTransaction(raw);
    await expect(refusal).rejects.toThrow(/account \(1\) with insufficient funds for rent/);
    expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(890_880);
  });

  test("changed bytes fail the signature check", async () => {
    const raw = await signed(connection, payer, transfer(payer, stranger, 3000));
    raw[5] = (raw[5] ?? 0) ^ 1;
    await expect(connection.sendRawTransaction(raw)).rejects.toThrow(/signature verification failure/i);
    await expect(connection.sendRawTransaction(Buffer.concat([raw, Buffer.from([0])]))).rejects.toThrow(
      /deserialize/,
    );
  });

  test("a dropped transaction is answered with its signature and never seen again", async () => {
    ledger.dropNext = 1;
    const raw = await signed(connection, payer, transfer(payer, stranger, 4000));
    const signature = await connection.sendRawTransaction(raw);
    expect((await connection.getSignatureStatus(signature)).value).toBeNull();
    await connection.sendRawTransaction(raw);
    expect((await connection.getSignatureStatus(signature)).value).not.toBeNull();
  });

  test("a reorganisation takes back what landed after the fork, and the same bytes may land again", async () => {
    const raw = await signed(connection, payer, transfer(payer, stranger, 5000));
    const before = await connection.getBalance(payer.publicKey);
    const fork = ledger.fork();
    const signature = await connection.sendRawTransaction(raw);
    ledger.rollback(fork);
    expect(await connection.getBalance(payer.publicKey)).toBe(before);
    expect((await connection.getSignatureStatus(signature)).value).toBeNull();
    await connection.sendRawTransaction(raw);
    expect(await connection.getBalance(payer.publicKey)).toBe(before - 10_000);
  });

  test("a durable nonce signs once, long after its blockhash has left the ring", async () => {
    const nonce = Keypair.generate();
    const create = SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: payer.publicKey,
      lamports: await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH),
    });
    await sendAndConfirmTransaction(connect(server), create, [payer, nonce]); // web3.js keeps a blockhash for 30 s
    const account = await connection.getAccountInfo(nonce.publicKey);
    const { nonce: value } = NonceAccount.fromAccountData(account?.data ?? Buffer.alloc(0));
    ledger.advance(400);
    const advance = SystemProgram.nonceAdvance({
      noncePubkey: nonce.publicKey,
      authorizedPubkey: payer.publicKey,
    });
    const transaction = new Transaction().add(advance, transfer(payer, stranger, 6000));
    transaction.recentBlockhash = value;
    const raw = await signed(connection, payer, transaction);
    await connection.sendRawTransaction(raw);
    await expect(connection.sendRawTransaction(raw)).rejects.toThrow(
      /already been processed|Blockhash not found/,
    );
  });

  test("it calls itself a local ledger and knows no method it does not implement", async () => {
    const call = async (body: string) => (await fetch(server.url, { method: "POST", body })).json();
    await expect(call('{"jsonrpc":"2.0","id":1,"method":"getLedgerInfo"}')).resolves.toMatchObject({
      result: { label: "local ledger" },
    });
    await expect(connection.getVersion()).resolves.toMatchObject({ "solana-core": "4.0.0-local-ledger" });
    await expect(call('{"id":1,"method":"constructor"}')).resolves.toMatchObject({ error: { code: -32601 } });
    await expect(call("{")).resolves.toMatchObject({ error: { code: -32700 } });
    await expect(call("[]")).resolves.toMatchObject({ error: { code: -32600 } });
    await expect(call('{"id":1,"method":"getBalance","params":["x"]}')).resolves.toMatchObject({
      error: { code: -32602 },
    });
  });

  test("a body longer than the limit is not read to its end", async () => {
    const { status, headers } = await fetch(server.url, { method: "POST", body: "x".repeat(200_000) });
    expect(status).toBe(413);
    expect(headers.get("connection")).toBe("close");
  });

  test("an outage answers 503 until it is over", async () => {
    ledger.outage = true;
    await expect(connection.getSlot()).rejects.toThrow(/503/);
    ledger.outage = false;
    await expect(connection.getSlot()).resolves.toBeGreaterThan(0);
  });
});
