import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Keypair } from "@solana/web3.js";
import { afterAll, describe, expect, test } from "vitest";
import { Ledger } from "@/lib/ledger/ledger";
import { funded, signed, SOL, start, transfer } from "@/lib/ledger/testing/ledger-client";

describe("a ledger with a directory", () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "ledger-test-"));
  const journal = path.join(directory, "journal.jsonl");
  afterAll(() => fs.rmSync(directory, { recursive: true }));

  test("comes back with the same balances, statuses, blockhashes and genesis", async () => {
    const first = await start({ directory });
    const payer = await funded(first.connection);
    const other = await funded(first.connection, SOL);
    const good = await first.connection.sendRawTransaction(
      await signed(first.connection, payer, transfer(payer, other.publicKey, 123_456)),
    );
    const bad = await first.connection.sendRawTransaction(
      await signed(first.connection, payer, transfer(payer, other.publicKey, 100 * SOL)),
      { skipPreflight: true },
    );
    first.ledger.advance(10);
    const fork = first.ledger.fork();
    const undone = await first.connection.requestAirdrop(other.publicKey, SOL);
    first.ledger.rollback(fork);
    const pending = await signed(first.connection, payer, transfer(payer, other.publicKey, 1));
    const genesis = await first.connection.getGenesisHash();
    const slot = await first.connection.getSlot("processed");
    await first.server.close();

    fs.appendFileSync(journal, '{"kind":"transaction","slot":99,"ra'); // torn by a power cut
    const second = await start({ directory });
    const { connection } = second;
    expect(await connection.getGenesisHash()).toBe(genesis);
    expect(await connection.getSlot("processed")).toBeGreaterThanOrEqual(slot);
    expect(await connection.getBalance(other.publicKey)).toBe(SOL + 123_456);
    expect(await connection.getBalance(payer.publicKey)).toBe(5 * SOL - 123_456 - 10_000);
    const statuses = (await connection.getSignatureStatuses([good, bad, undone])).value;
    expect(statuses.map((each) => each && each.err)).toEqual([
      null,
      { InstructionError: [0, { Custom: 1 }] },
      null,
    ]);
    expect(statuses[2]).toBeNull();
    await connection.sendRawTransaction(pending); // its blockhash is still known
    await second.server.close();

    const third = await start({ directory }); // the torn line is gone, what came after it is whole
    expect(await third.connection.getBalance(other.publicKey)).toBe(SOL + 123_457);
    await third.server.close();
  });

  test("a journal damaged before its end is refused, not repaired", () => {
    const lines = fs.readFileSync(journal, "utf8").split("\n");
    fs.writeFileSync(journal, [lines[0], "{damaged", ...lines.slice(2)].join("\n"));
    expect(() => new Ledger({ directory })).toThrow(/Line 2 of the ledger's journal is damaged/);
  });

  test("signed bytes of one ledger are worth nothing on another", async () => {
    const [one, two] = [await start(), await start()];
    const payer = await funded(one.connection);
    await two.connection.requestAirdrop(payer.publicKey, SOL);
    const raw = await signed(one.connection, payer, transfer(payer, Keypair.generate().publicKey, SOL / 2));
    await expect(two.connection.sendRawTransaction(raw)).rejects.toThrow(/Blockhash not found/);
    await Promise.all([one.server.close(), two.server.close()]);
  });
});
