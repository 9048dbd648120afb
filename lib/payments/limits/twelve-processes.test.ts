import "@/lib/testing/property-seed";
import { generateKeyPairSync } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEST_TOKEN_MINT } from "@/lib/chain/ledger/test-token";
import { associatedTokenAddress } from "@/lib/chain/solana/associated-token";
import { loadPlatformKey } from "@/lib/log/attestation/platform-key";
import { getSpending } from "@/lib/payments/limits/get-spending";
import type { Payment } from "@/lib/payments/limits/testing/paying-process";
import { startPayingProcess, type PayingProcess } from "@/lib/payments/limits/testing/start-paying-process";
import { limitWallet, wanted } from "@/lib/payments/limits/testing/sign-limit";
import { requirementsFor } from "@/lib/payments/rails/x402";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { signTransfer } from "@/lib/payments/testing/token-payer";
import { buildAside } from "@/lib/testing/build-processes";
import { makeAccount } from "@/lib/testing/builders";

// Twelve processes are handed payments of one wallet at the same moment, by every rail, each payment by two of them. What
// the chain says has left the wallet never passes what the wallet has signed, by a lamport, and what fits is sold.
const PROCESSES = 12;
const RUNS = 3;
const PATIENCE_MS = 120_000; // also for a machine that is busy with other work
const UNITS_PER_SOL = 150_000_000n;
const NETWORK_FEE = 5_000n;
const CHALLENGE_KEY = "a key of these tests";

const market = new PaidMarket({ slotMs: 400 });
const feePayerPem = String(
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }),
);
const feePayer = loadPlatformKey({ pem: feePayerPem, file: "" });
const mint = TEST_TOKEN_MINT;
let processes: PayingProcess[] = [];
let inTokens: SettlementContext;

beforeAll(async () => {
  const built = await buildAside(["lib/payments/limits/testing/paying-process.ts"]);
  const settings = {
    url: market.url,
    treasuryAddress: market.treasury.publicKey.toBase58(),
    feePayer: feePayerPem,
    mint,
    unitsPerSol: String(UNITS_PER_SOL),
    challengeKey: CHALLENGE_KEY,
  };
  processes = await Promise.all(
    Array.from({ length: PROCESSES }, () => startPayingProcess(built.directory, settings)),
  );
  built.remove();
  inTokens = {
    ...market.context,
    token: { price: () => Promise.resolve({ mint, unitsPerSol: UNITS_PER_SOL }), feePayer },
  };
  await market.context.connection.requestAirdrop(feePayer.keyId, 1_000_000_000n);
  await market.context.connection.requestTokenAirdrop(market.creator.publicKey.toBase58(), 1n);
}, PATIENCE_MS);
afterAll(() => {
  for (const each of processes) each.stop();
});

interface Bought {
  rail: Payment["rail"];
  priceLamports: bigint;
  /** Of the rail wallet: held for its owner since it was asked for. Of x402: units that are sent beyond the price. */
  owned: boolean;
  excessUnits: bigint;
  /** Who is handed it. */
  first: number;
  second: number;
}

const bought: fc.Arbitrary<Bought> = fc.record({
  rail: fc.constantFrom("wallet" as const, "mpp" as const, "x402" as const),
  priceLamports: fc.bigInt({ min: 20_000n, max: 90_000n }),
  owned: fc.boolean(),
  excessUnits: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 9_000n })),
  first: fc.nat(PROCESSES - 1),
  second: fc.nat(PROCESSES - 1),
});

interface Made extends Bought {
  payment: Omit<Payment, "line">;
  /** What it moves: lamports of its price, or units of the token and what they are in lamports at the ratio of its quote. */
  lamports: bigint;
  units: bigint;
}

async function prepare(each: Bought, wallet: Keypair, accountId: string): Promise<Made | null> {
  const { rail, priceLamports, owned, excessUnits } = each;
  const named = rail === "wallet";
  const quote = await market
    .quote({
      context: inTokens,
      offer: { ...market.offer, priceLamports },
      payerAddress: named ? wallet.publicKey.toBase58() : null,
      askedBy: named && owned ? { accountId, keyId: null } : null,
      requestDigest: "a request",
    })
    .catch(() => null); // beyond what is held already
  if (quote === null) return null;
  const base = { quoteId: quote.id, requestDigest: "a request", rail };
  if (rail !== "x402") {
    const raw = market.sign(quote, { signer: wallet, omitReference: !named });
    return {
      ...each,
      payment: { ...base, transaction: raw.toString("base64") },
      lamports: priceLamports,
      units: 0n,
    };
  }
  const offer = requirementsFor(quote, { now: new Date(), key: CHALLENGE_KEY });
  if (!offer || quote.tokenUnits === null) throw new Error("no offer in the token");
  const units = quote.tokenUnits + excessUnits;
  const transaction = signTransfer(offer, wallet, { units }).toString("base64");
  const lamports = (units * priceLamports + quote.tokenUnits - 1n) / quote.tokenUnits;
  return { ...each, payment: { ...base, transaction, offer }, lamports, units };
}

const creatorTokens = associatedTokenAddress(market.creator.publicKey.toBase58(), mint);
const unitsOf = async () => {
  const [account] = await market.context.connection.findAccounts([creatorTokens]);
  return account ? Buffer.from(account.data).readBigUInt64LE(64) : 0n;
};
const chain = async (payer: string) => {
  const parties = [market.creator.publicKey.toBase58(), market.treasury.publicKey.toBase58()];
  const [creator = 0n, treasury = 0n, wallet = 0n] = await market.context.connection.balances([
    ...parties,
    payer,
  ]);
  return { received: creator + treasury, wallet, units: await unitsOf() };
};
const sum = (amounts: bigint[]) => amounts.reduce((total, each) => total + each, 0n);

test(
  "twelve processes and three rails: the chain says that a limit is never passed, and what fits is sold",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 150_000n, max: 900_000n }),
        fc.array(bought, { minLength: 14, maxLength: 20 }),
        async (perDay, orders) => {
          const wallet = Keypair.generate();
          const payer = wallet.publicKey.toBase58();
          const { accountId } = await makeAccount({ address: payer });
          await market.context.connection.requestAirdrop(payer, 2_000_000_000n);
          await market.context.connection.requestTokenAirdrop(payer, 1_000_000n);
          market.ledger.advance(2);
          await limitWallet(wallet, wanted({ perDayLamports: String(perDay) }));
          const made: Made[] = [];
          for (const each of orders)
            made.push(...[await prepare(each, wallet, accountId)].filter((one) => one !== null));
          const before = await chain(payer);

          const ends = await Promise.all(
            made.map(({ payment, first, second }) =>
              Promise.all([processes[first]?.pay(payment), processes[second]?.pay(payment)]),
            ),
          );
          market.ledger.advance(40);
          const after = await chain(payer);

          for (const [one, other] of ends) {
            expect(["GRANTED", "SPENDING_LIMIT_EXCEEDED"]).toContain(one);
            expect(other).toBe(one);
          }
          const sold = made.filter((_, i) => ends[i]?.[0] === "GRANTED");
          const refused = made.filter((_, i) => ends[i]?.[0] !== "GRANTED");
          const native = sold.filter(({ rail }) => rail !== "x402");
          const left = sum(sold.map(({ lamports }) => lamports));
          // What was sold is what the chain says has left the wallet.
          expect(after.received - before.received).toBe(sum(native.map(({ lamports }) => lamports)));
          expect(before.wallet - after.wallet).toBe(
            after.received - before.received + NETWORK_FEE * BigInt(native.length),
          );
          expect(after.units - before.units).toBe(sum(sold.map(({ units }) => units)));
          expect(left).toBeLessThanOrEqual(perDay);
          for (const { lamports } of refused) expect(left + lamports).toBeGreaterThan(perDay);
          const { day } = await getSpending({ address: payer, accountId, before: null });
          expect(day).toMatchObject({ spentLamports: left, heldLamports: 0n, leftLamports: perDay - left });
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  PATIENCE_MS,
);
