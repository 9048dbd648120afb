import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import bs58 from "bs58";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app } from "@/api/app";
import { Workbench } from "@/cli/testing/run-cli";
import { createMarketClient, MarketError, readKeypair, type CallOptions, type PaidCall } from "@/client";
import { CallMarket } from "@/lib/running/testing/call-market";

// What becomes of a call whose payment is signed: however its answers are lost, it is never paid another time.
const market = new CallMarket();
const bench = new Workbench();
let url: string;

/**
 * The answers to requests whose address ends so are lost, the first ones, though the market has done what they
 * asked for.
 */
let lost: Record<string, number>;
let afterQuote: () => Promise<unknown>;
/** What has been asked for, by the end of its address. */
let asked: string[];

beforeAll(async () => {
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => void server.close();
});
beforeEach(async () => {
  lost = {};
  asked = [];
  afterQuote = () => Promise.resolve();
  await market.database().receipt.deleteMany();
  await market.database().run.deleteMany();
  await market.database().grant.deleteMany();
  await market.database().settlement.deleteMany();
});

const losing: typeof fetch = async (address, init) => {
  const response = await fetch(address, init);
  const end = new URL(address as URL).pathname.split("/").at(-1) ?? "";
  asked.push(end);
  if (end === "quotes") await afterQuote();
  if ((lost[end] ?? 0) === 0) return response;
  lost[end] = (lost[end] ?? 0) - 1;
  throw new TypeError("fetch failed", { cause: new Error("other side closed") });
};

function call(input: unknown, more: Pick<CallOptions, "paid" | "onSigned"> = {}) {
  const client = createMarketClient({ market: url, fetch: losing });
  const keypair = readKeypair(JSON.stringify([...market.buyer.secretKey]));
  return client.call(market.skill.slug, input, { keypair, maxLamports: 50_000n, ...more });
}

async function failure(calling: Promise<unknown>): Promise<MarketError> {
  const error: unknown = await calling.catch((caught: unknown) => caught);
  if (error instanceof MarketError) return error;
  throw new Error("no MarketError", { cause: error });
}

const payments = () => market.database().settlement.count();

describe("a call whose payment is signed", () => {
  test("is finished though the answers to payment and run are lost, and is paid once", async () => {
    lost = { payment: 2, run: 1 };
    const result = await call({ text: "hi" });
    expect(result).toMatchObject({ output: { echo: "hi" }, paidLamports: 50_000n });
    expect(asked.filter((each) => each === "quotes")).toHaveLength(1);
    expect(await payments()).toBe(1);
  });

  test("can be taken up again after a failed run, without another quote, signature or payment", async () => {
    const failed = await failure(call({ status: 3 }));
    expect(failed.code).toBe("RUN_FAILED");
    asked = [];
    const again = await failure(call(null, failed.paid ? { paid: failed.paid } : {}));
    expect([again.code, again.problem["quoteId"]]).toEqual(["RUN_FAILED", failed.problem["quoteId"]]);
    expect([asked, await payments()]).toEqual([["payment", "run"], 1]);
  });

  test("is told before it is sent, and can be taken up by whoever has stored it", async () => {
    const stored: PaidCall[] = [];
    const onSigned = async (paid: PaidCall) => {
      stored.push(paid);
      await Promise.reject(new Error("the process dies"));
    };
    await expect(call({ text: "hi" }, { onSigned })).rejects.toThrow("the process dies");
    expect([asked.includes("payment"), await payments(), stored.length]).toEqual([false, 0, 1]);
    const [paid] = stored;
    expect(await call(null, paid ? { paid } : {})).toMatchObject({ output: { echo: "hi" } });
    expect(await payments()).toBe(1);
  });

  test("is nothing to take up where the market has refused the payment", async () => {
    afterQuote = () => market.database().quote.updateMany({ data: { expiresAt: new Date(0) } });
    const refused = await failure(call({ text: "too slow" }));
    expect([refused.code, refused.paid]).toEqual(["QUOTE_EXPIRED", undefined]);
  });
});

test("emporion call tells the word with which a paid call is repeated, and takes it", async () => {
  bench.write({
    "id.json": JSON.stringify([...market.buyer.secretKey]),
    "input.json": JSON.stringify({ status: 3 }),
  });
  const line = `call ${market.skill.slug} --market ${url}`;
  const first = await bench.run(`${line} --input input.json --keypair id.json --max-lamports 50000`);
  expect(first.code).toBe(1);
  const word = /^--paid (\S+)$/m.exec(first.stderr)?.[1] ?? "";
  const second = await bench.run(`${line} --paid ${word}`);
  expect([second.code, second.stderr.includes(word)]).toEqual([1, true]);
  expect(await payments()).toBe(1);
  expect((await bench.run(`${line} --paid ${bs58.encode(Buffer.from("no"))}`)).code).toBe(2);
});
