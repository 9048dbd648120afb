import { Keypair } from "@solana/web3.js";
import { expect, test } from "vitest";
import { findPayeeShortfall } from "@/lib/payments/quotes/payee-hint";
import { PaidMarket } from "@/lib/payments/testing/paid-market";

const market = new PaidMarket();

test("an empty wallet lacks what a quote of the same price would be refused for", async () => {
  const payeeAddress = Keypair.generate().publicKey.toBase58();
  const missing = await findPayeeShortfall({ payeeAddress, priceLamports: 50_000n }, market.context);
  expect(missing).toBe(843_380n);
  const refused = market.quote({ offer: { ...market.offer, payeeAddress } });
  await expect(refused).rejects.toMatchObject({ details: { missingLamports: String(missing) } });
});

test("a wallet that holds enough, and a price that brings enough, lack nothing", async () => {
  const payeeAddress = Keypair.generate().publicKey.toBase58();
  expect(await findPayeeShortfall({ payeeAddress, priceLamports: 1_000_000n }, market.context)).toBeNull();
  await market.context.connection.requestAirdrop(payeeAddress, 900_000n);
  expect(await findPayeeShortfall({ payeeAddress, priceLamports: 1n }, market.context)).toBeNull();
});

test("a ledger that does not answer is no reason to warn", async () => {
  const payeeAddress = Keypair.generate().publicKey.toBase58();
  market.ledger.outage = true;
  const context = market.newContext();
  expect(await findPayeeShortfall({ payeeAddress, priceLamports: 1n }, context)).toBeNull();
  market.ledger.outage = false;
});
