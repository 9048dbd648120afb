import { setTimeout as sleep } from "node:timers/promises";
import { VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOtherProcess, type OtherProcess } from "@/api/testing/other-process";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";

// Two web processes on one database, and one payment handed to both of them many times at the same moment.
const market = new CallMarket({}, { slotMs: 400 });
const AT_ONCE = 16;
const PAUSE_MS = 200;
const PATIENCE_MS = 240_000; // also for a machine that is busy with other work
let processes: OtherProcess[] = [];

beforeAll(async () => {
  processes = await Promise.all([startOtherProcess(), startOtherProcess()]);
}, PATIENCE_MS);
afterAll(() => processes.forEach((each) => each.kill()));

/** As a client does: the same request again while the answer says that it is under way. */
async function postUntilSettled(path: string, index: number, json: unknown, headers = {}) {
  for (;;) {
    const response = await fetch(`${processes[index % 2]?.url ?? ""}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(json),
    });
    const body = (await response.json()) as Record<string, unknown>;
    const underWay = response.status === 202 || body["error_code"] === "RUN_IN_PROGRESS";
    if (!underWay) return { status: response.status, body };
    await sleep(PAUSE_MS);
  }
}

function sign(quote: QuoteRecord): Buffer {
  const payerAddress = market.buyer.publicKey.toBase58();
  const transaction = VersionedTransaction.deserialize(buildPaymentTransaction({ ...quote, payerAddress }));
  transaction.sign([market.buyer]);
  return Buffer.from(transaction.serialize());
}

const modes = {
  "signed bytes": (raw: Buffer) => ({ transaction: raw.toString("base64") }),
  "the signature of a sent payment": (raw: Buffer) => ({ signature: bs58.encode(raw.subarray(1, 65)) }),
};

test.each(Object.entries(modes))(
  "sixteen times %s over two processes: one settlement, one grant, one run",
  async (mode, proof) => {
    const { quote, accessToken } = await market.offerCall();
    const raw = sign(quote);
    if (mode !== "signed bytes") await market.push(raw);
    const each = Array.from({ length: AT_ONCE }, (_, i) => i);
    const path = `/v1/quotes/${quote.id}`;
    const paid = await Promise.all(each.map((i) => postUntilSettled(`${path}/payment`, i, proof(raw))));
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(paid.map(({ body }) => body["grant_id"])).size).toBe(1);
    const token = { "x-access-token": accessToken };
    const runs = await Promise.all(each.map((i) => postUntilSettled(`${path}/run`, i, {}, token)));
    expect(runs.map(({ status }) => status)).toEqual(each.map(() => 200));
    expect(new Set(runs.map(({ body }) => (body["run"] as { id: string }).id)).size).toBe(1);
    const where = { quoteId: quote.id };
    expect([
      await market.database().settlement.count({ where }),
      await market.database().grant.count({ where }),
      await market.database().receipt.count({ where }),
    ]).toEqual([1, 1, 1]);
  },
  PATIENCE_MS,
);
