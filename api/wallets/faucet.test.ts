import { expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { CallMarket } from "@/lib/running/testing/call-market";
import { solanaConnection } from "@/lib/chain/solana/current-connection";
import { newAddress } from "@/lib/testing/builders";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const market = new CallMarket();
const ask = (address: string, remoteAddress = "203.0.113.1") =>
  call("POST", "/v1/faucet", { json: { address }, remoteAddress });

test("201: an agent finds the faucet in what the market says of itself, and is given enough for calls", async () => {
  const { settlement } = (await call("GET", "/v1/agent/info")).body as {
    settlement: Record<string, unknown>;
  };
  expect(new URL(market.url).hostname).toBe("127.0.0.1");
  expect(settlement).toMatchObject({ local_ledger: true, faucet_url: "http://127.0.0.1:3000/v1/faucet" });
  const address = newAddress();
  const { status, body } = await ask(address);
  expect([status, body["address"]]).toEqual([201, address]);
  const held = async () => String((await solanaConnection().balances([address]))[0]);
  await expect.poll(held).toBe(body["lamports"]);
});

test("400 for what is no address, 429 for too many", async () => {
  expectProblem(await ask("0".repeat(32)), 400, "REQUEST_INVALID");
  const remoteAddress = "198.51.100.77";
  await consumeRateLimit(REQUEST_LIMITS.faucet, remoteAddress, REQUEST_LIMITS.faucet.points);
  expectProblem(await ask(newAddress(), remoteAddress), 429, "RATE_LIMITED");
});
