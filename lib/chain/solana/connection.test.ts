import { Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import { Ledger } from "@/lib/chain/ledger/ledger";
import { serveLedger, type LedgerServer } from "@/lib/chain/ledger/server";
import { SolanaConnection, classifyRefusal } from "@/lib/chain/solana/connection";
import { MEMO_PROGRAM } from "@/lib/chain/solana/address";

let ledger: Ledger;
let server: LedgerServer;
let connection: SolanaConnection;
const payer = Keypair.generate();
const payee = Keypair.generate();

beforeAll(async () => {
  ledger = new Ledger({ slotMs: 50 });
  server = await serveLedger(ledger);
  connection = new SolanaConnection({ url: server.url, blockhashCacheMs: 0 });
  for (const { publicKey } of [payer, payee])
    await connection.requestAirdrop(publicKey.toBase58(), 1_000_000_000n);
});
afterAll(() => server.close());

async function transfer(lamports: number, to = payee.publicKey, memo?: string): Promise<Buffer> {
  const transaction = new Transaction().add(
    SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports }),
  );
  if (memo !== undefined) {
    const programId = new PublicKey(MEMO_PROGRAM);
    transaction.add(new TransactionInstruction({ programId, keys: [], data: Buffer.from(memo) }));
  }
  transaction.recentBlockhash = (await connection.latestBlockhash()).blockhash;
  transaction.sign(payer);
  return transaction.serialize();
}

test("a landed transaction comes back with the bytes that were sent", async () => {
  const raw = await transfer(1000);
  await expect(connection.broadcast(raw, { rehearse: true })).resolves.toEqual({ outcome: "accepted" });
  await expect(connection.broadcast(raw, { rehearse: true })).resolves.toEqual({
    outcome: "already_processed",
  });
  ledger.advance(1);
  const [signature] = (await connection.listSignatures(payee.publicKey.toBase58(), "confirmed")).slice(-1);
  const found = await connection.findTransaction(signature ?? "", "confirmed");
  expect(found).toMatchObject({ raw, failed: false });
  await expect(connection.signatureStates([signature ?? ""])).resolves.toMatchObject([
    { commitment: "confirmed", failed: false },
  ]);
});

test("a payment is found by its memo behind pages of newer ones to the same wallet, and not when it is older than asked for", async () => {
  const wallet = Keypair.generate().publicKey;
  const since = new Date();
  const named = await transfer(1_000_000, wallet, "a memo of its own");
  await connection.broadcast(named, { rehearse: false });
  for (let i = 0; i < 7; i++)
    await connection.broadcast(await transfer(1_000 + i, wallet), { rehearse: false });
  ledger.advance(1);
  const paging = new SolanaConnection({ url: server.url, signaturesPerPage: 3 });
  const search = (from: Date) =>
    paging.listSignaturesWithMemo(wallet.toBase58(), { memo: "a memo of its own", since: from });
  expect(await search(since)).toEqual([bs58.encode(named.subarray(1, 65))]);
  expect(await search(new Date(Date.now() + 3_600_000))).toEqual([]);
});

test("a refusal says why", async () => {
  const tooMuch = await connection.broadcast(await transfer(2_000_000_000), { rehearse: true });
  expect(tooMuch).toMatchObject({ outcome: "refused", reason: "insufficient_funds" });
  const fresh = await connection.broadcast(await transfer(50_000, Keypair.generate().publicKey), {
    rehearse: true,
  });
  expect(fresh).toMatchObject({ outcome: "refused", reason: "account_below_rent_exemption" });
  const stale = await transfer(1);
  ledger.advance(151);
  await expect(connection.broadcast(stale, { rehearse: true })).resolves.toEqual({
    outcome: "blockhash_not_found",
  });
});

test("a node that does not answer is LEDGER_UNAVAILABLE, and an unknown outcome when bytes were sent", async () => {
  const raw = await transfer(2);
  ledger.outage = true;
  const error: unknown = await connection.finalBlock().catch((caught: unknown) => caught);
  expect(isDomainError(error, "LEDGER_UNAVAILABLE")).toBe(true);
  await expect(connection.broadcast(raw, { rehearse: true })).resolves.toMatchObject({ outcome: "unknown" });
  ledger.outage = false;
  const gone = new SolanaConnection({ url: "http://127.0.0.1:9", timeoutMs: 500 });
  await expect(gone.genesisHash()).rejects.toMatchObject({ code: "LEDGER_UNAVAILABLE" });
});

test("one blockhash is handed out for as long as it is fresh, and a failure is not remembered", async () => {
  const patient = new SolanaConnection({ url: server.url, blockhashCacheMs: 60_000 });
  ledger.outage = true;
  await expect(patient.latestBlockhash()).rejects.toMatchObject({ code: "LEDGER_UNAVAILABLE" });
  ledger.outage = false;
  const first = await patient.latestBlockhash();
  ledger.advance(5);
  await expect(patient.latestBlockhash()).resolves.toEqual(first);
});

test("a node that is behind has not refused anything", () => {
  expect(classifyRefusal("Node is behind by 42 slots")).toMatchObject({ outcome: "unknown" });
});
