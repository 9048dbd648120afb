import { randomInt } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Market } from "@/conformance/adapters/settlement/market";
import { database } from "@/lib/db/client";
import { compareWithChain } from "@/lib/settlement/books/compare-with-chain";
import { freePort } from "../../scripts/postgres.mjs";
import { buildPrograms } from "../build-programs";
import { closeRequests } from "../request";
import { Buyer, WAYS, type Way } from "./buyers";
import { MortalProcess } from "./mortal-process";

const OUT = path.resolve("dist/bench-crash");
const DEFAULT_KILLS = 20;
const PRICE_LAMPORTS = 50_000n;
/** A killed process is back, and so is what it did, before it is killed again. */
const LATEST_KILL_MS = 1500;
/** As on a public cluster: signed bytes stay valid for a minute, and a process is back long before. */
const SLOT_MS = 400;
const BUYERS = 16;
const TELL_EVERY = 20;
const SETTLE_TIMEOUT_MS = 240_000;

/** What came of the purchases: the way each paid one was made, and the quotes that ended unpaid. */
interface Purchases {
  bought: Map<string, Way>;
  unpaid: string[];
}

/**
 * Kills the web or the worker process (SIGKILL) at random moments, again and again (`CRASHES`, by default 20), while buyers of
 * every kind buy one call after the other and repeat what was not answered. In the end each quote that was paid on the chain has
 * exactly one settlement, one grant, one finished run and one receipt, and each that ended unpaid has a reason and no payment on
 * the chain. Throws otherwise.
 */
export async function benchCrash(): Promise<void> {
  const kills = Number(process.env["CRASHES"] ?? DEFAULT_KILLS);
  await buildPrograms(["bench/crash/api-process.ts", "processes/worker.ts"], OUT);
  const market = await Market.open({ slotMs: SLOT_MS });
  const port = String(await freePort());
  // A quote that nobody reports a payment for is looked for by its memo when it ends; so it ends soon.
  const environment = {
    QUOTE_TTL_SECONDS: "60",
    PORT: port,
    APP_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: "silent",
  };
  const web = new MortalProcess(path.join(OUT, "api-process.mjs"), "listening", environment);
  const worker = new MortalProcess(path.join(OUT, "worker.mjs"), "ready", environment);
  try {
    const skill = await market.publish(PRICE_LAMPORTS);
    await Promise.all([web.start(), worker.start()]);
    const startedMs = performance.now();
    const { bought, unpaid } = await buyWhile(
      () => killAgainAndAgain({ web, worker }, kills),
      new Buyer(market, environment.APP_URL, skill),
    );
    await untilSettled([...bought.keys()]);
    await assertBooks(market, bought);
    await assertUnpaid(market, unpaid);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    console.log(
      `crash: ${bought.size} purchases, web killed ${web.killed} times, worker ${worker.killed} times, in ${seconds} s: ` +
        `${unpaid.length} ended unpaid with a recorded reason; ` +
        "each paid quote has one settlement and one grant, each call that was asked for one run and one receipt",
    );
  } finally {
    closeRequests();
    await web.kill();
    await worker.kill();
    await market.close();
  }
}

/** Buyers buy at the same time, in every way by turns, until the work is done; the purchases under way are brought to their end. */
async function buyWhile(work: () => Promise<void>, buyer: Buyer): Promise<Purchases> {
  const purchases: Purchases = { bought: new Map(), unpaid: [] };
  const over = new AbortController();
  let turn = 0;
  const lane = async () => {
    while (!over.signal.aborted) {
      const way = WAYS[turn++ % WAYS.length] ?? "pull";
      const { quoteId, ended } = await buyer.buy(way);
      if (ended) purchases.unpaid.push(quoteId);
      else purchases.bought.set(quoteId, way);
    }
  };
  const working = work().finally(() => over.abort());
  const lanes = Array.from({ length: BUYERS }, () => lane().finally(() => over.abort()));
  await Promise.all([working, ...lanes]);
  return purchases;
}

interface Processes {
  web: MortalProcess;
  worker: MortalProcess;
}

async function killAgainAndAgain({ web, worker }: Processes, kills: number): Promise<void> {
  for (let i = 1; i <= kills; i++) {
    await sleep(randomInt(LATEST_KILL_MS));
    const victim = randomInt(2) === 0 ? web : worker;
    await victim.kill();
    await victim.start();
    if (i % TELL_EVERY === 0) console.log(`crash: ${i} kills`);
  }
}

async function untilSettled(quoteIds: readonly string[]): Promise<void> {
  const endMs = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const where = { id: { in: [...quoteIds] }, settlement: null };
    const open = await database().quote.count({ where });
    if (open === 0) return;
    if (Date.now() > endMs) throw new Error(`${open} paid quotes were never settled`);
    await sleep(500);
  }
}

/** Who was told that nothing was paid has paid nothing: the reason is on record, and no such transaction is on the chain. */
async function assertUnpaid(market: Market, quoteIds: readonly string[]): Promise<void> {
  for (const id of quoteIds) {
    const quote = await database().quote.findUniqueOrThrow({ where: { id }, include: { settlement: true } });
    const { connection } = market.context();
    const landed = await connection.listSignaturesWithMemo(quote.payeeAddress, quote.memo);
    if (quote.reason === null || quote.settlement !== null || landed.length > 0) {
      throw new Error(`${id} ended as ${quote.state} (${quote.reason}), ${landed.length} payments landed`);
    }
  }
}

async function assertBooks(market: Market, bought: ReadonlyMap<string, Way>): Promise<void> {
  const { differences, settlements } = await compareWithChain(market.context());
  if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences)}`);
  if (settlements !== bought.size) throw new Error(`${settlements} settlements for ${bought.size} purchases`);
  for (const [quoteId, way] of bought) {
    const grants = await database().grant.findMany({ where: { quoteId } });
    const grantIds = grants.map(({ id }) => id);
    const done = await database().run.count({ where: { grantId: { in: grantIds }, state: "DONE" } });
    const receipts = await database().receipt.count({ where: { quoteId } });
    const expected = way.endsWith("leave") ? "1, 0, 0" : "1, 1, 1"; // who left has the right to a call still
    const found = [grants.length, done, receipts].join(", ");
    if (found !== expected) {
      throw new Error(`${way} ${quoteId}: grants, runs, receipts are ${found}, expected ${expected}`);
    }
  }
}
