import { expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { CallMarket } from "@/lib/running/testing/call-market";
import { newAddress } from "@/lib/testing/builders";

const market = new CallMarket();
const ask = (address: string) => call("GET", `/v1/wallets/${address}`);

test("200 with what the chain says now: less by price and fee after a paid call, 0 for an unused address", async () => {
  const address = market.buyer.publicKey.toBase58();
  const balance = async () => BigInt(String((await ask(address)).body["balance_lamports"]));
  const before = await balance();
  await market.buyCall();
  expect(before - (await balance())).toBe(55_000n);
  const unused = newAddress();
  const answer = await ask(unused);
  expect(answer.body).toEqual({ address: unused, balance_lamports: "0" });
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("400 REQUEST_INVALID for what is no address", async () => {
  expectProblem(await ask("O0Il"), 400, "REQUEST_INVALID");
  expectProblem(await ask("a".repeat(45)), 400, "REQUEST_INVALID");
});
