import { createPrivateKey, sign, type KeyObject } from "node:crypto";
import { VersionedTransaction, type Keypair } from "@solana/web3.js";
import type { Market } from "@/checks/conformance/adapters/settlement/market";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import type { MeasuredProcess } from "./measured-process";
import { cpuBetween, postgresCpu } from "./postgres-cpu";
import type { BlockhashTerms } from "../terms-of-quote";
import type { Mode, Shop } from "./shops";

export interface Sale {
  mode: Mode;
  payments: number;
  /** Requests that wait for an answer at any time. */
  inFlight: number;
}

export interface Figures {
  /** Grants per second: the time of asking and the time of paying, without the payer's work between them. */
  perSecond: number;
  /** Processor time for each grant: of the server, and of the database it keeps its books in. */
  serverMs: number;
  databaseMs: number;
}

const SENDERS = 16;

/** Sells `payments` calls; throws when one that was paid was not granted. */
export async function sell(
  shop: Shop,
  server: MeasuredProcess,
  market: Market,
  sale: Sale,
): Promise<Figures> {
  const { mode, payments } = sale;
  const [cpuMs, database] = [await server.cpuMs(), await postgresCpu()];
  const { grants, tookMs } = await (mode === "pull" ? buySigned : buyReported)(shop, market, sale);
  const granted = new Set(grants.filter((grant) => grant !== null)).size;
  if (granted !== payments) throw new Error(`${payments} payments, ${granted} grants`);
  return {
    perSecond: (payments / tookMs) * 1000,
    serverMs: ((await server.cpuMs()) - cpuMs) / payments,
    databaseMs: cpuBetween(database, await postgresCpu()) / payments,
  };
}

interface Bought {
  grants: (string | null)[];
  tookMs: number;
}

/** Each buyer asks, signs, hands the bytes in and waits for the grant, then buys the next; all of it is timed. */
async function buySigned(shop: Shop, market: Market, { payments, inFlight }: Sale): Promise<Bought> {
  const buy = async () => {
    const asked = await shop.ask();
    return asked.pay(signFor(asked.terms, market), "pull");
  };
  const { result: grants, tookMs } = await timed(() =>
    inTurns(Array.from({ length: payments }), inFlight, buy),
  );
  return { grants, tookMs };
}

/**
 * All are asked for, then sent until they are confirmed, then reported: sending is the payers' work, and is not timed.
 */
async function buyReported(shop: Shop, market: Market, { payments, inFlight }: Sale): Promise<Bought> {
  const { result: asked, tookMs: askMs } = await timed(() =>
    inTurns(Array.from({ length: payments }), inFlight, () => shop.ask()),
  );
  const signed = asked.map((each) => ({ each, raw: signFor(each.terms, market) }));
  await send(signed, market);
  const { result: grants, tookMs: payMs } = await timed(() =>
    inTurns(signed, inFlight, ({ each, raw }) => each.pay(raw, "push")),
  );
  return { grants, tookMs: askMs + payMs };
}

/** The payment for these terms, signed by the market's buyer. */
export function signFor(terms: BlockhashTerms, market: Market): Buffer {
  const transaction = VersionedTransaction.deserialize(buildPaymentTransaction(terms));
  const signature = sign(null, transaction.message.serialize(), keyOf(market.buyer));
  transaction.addSignature(market.buyer.publicKey, signature);
  return Buffer.from(transaction.serialize());
}

/** Node's own signing takes a tenth of the time: the payer shares the machine with what is measured. */
function keyOf({ secretKey, publicKey }: Keypair): KeyObject {
  const d = Buffer.from(secretKey.subarray(0, 32)).toString("base64url");
  const x = publicKey.toBuffer().toString("base64url");
  return createPrivateKey({ format: "jwk", key: { kty: "OKP", crv: "Ed25519", d, x } });
}

/** As wallets do that send by themselves, until all of it is confirmed. */
export async function send(signed: readonly { raw: Buffer }[], market: Market): Promise<void> {
  const { connection } = currentSettlement();
  await inTurns(signed, SENDERS, ({ raw }) => connection.broadcast(raw, { rehearse: false }));
  market.confirm();
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; tookMs: number }> {
  const startMs = performance.now();
  const result = await work();
  return { result, tookMs: performance.now() - startMs };
}

/** `work` for each item, this many at a time. */
async function inTurns<T, R>(
  items: readonly T[],
  atATime: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i] as T);
  };
  await Promise.all(Array.from({ length: atATime }, lane));
  return results;
}
