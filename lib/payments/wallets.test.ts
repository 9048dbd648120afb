import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Ledger } from "@/lib/chain/ledger/ledger";
import { serveLedger, type LedgerServer } from "@/lib/chain/ledger/server";

const HOURLY_LIMIT_LAMPORTS = 100_000_000_000n;

let server: LedgerServer;
beforeAll(async () => {
  server = await serveLedger(new Ledger({ slotMs: 50 }));
});
afterAll(() => server.close());

/** The function as a process with these settings has it: settings are read once. */
async function processWith(settings: Record<string, string>) {
  vi.resetModules();
  Object.assign(process.env, settings);
  return (await import("@/lib/payments/wallets")).takeTestMoney;
}

const onThisLedger = () =>
  processWith({
    SOLANA_RPC_URL: server.url,
    LEDGER_PORT: new URL(server.url).port,
    FAUCET_LAMPORTS: "10000000000",
  });
const newAddress = () => Keypair.generate().publicKey.toBase58();

test("an address gets test money until the hour's share is taken, and then FAUCET_LIMIT_EXCEEDED", async () => {
  const takeTestMoney = await onThisLedger();
  const address = newAddress();
  for (let given = 0n; given < HOURLY_LIMIT_LAMPORTS; given += 10_000_000_000n) {
    expect(await takeTestMoney(address)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/);
  }
  await expect(takeTestMoney(address)).rejects.toMatchObject({ code: "FAUCET_LIMIT_EXCEEDED" });
  await expect(takeTestMoney(newAddress())).resolves.toBeTruthy();
});

test("what is no address is refused", async () => {
  const takeTestMoney = await onThisLedger();
  await expect(takeTestMoney("somebody")).rejects.toMatchObject({ code: "REQUEST_INVALID" });
});

test("on any other chain there is no test money", async () => {
  const takeTestMoney = await processWith({ SOLANA_RPC_URL: "https://api.devnet.solana.com" });
  await expect(takeTestMoney(newAddress())).rejects.toMatchObject({ code: "FAUCET_NOT_AVAILABLE" });
});
