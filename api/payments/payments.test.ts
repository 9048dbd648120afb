import { beforeAll, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { getActorOf, makeAccount } from "@/lib/testing/builders";

const market = new PaidMarket();

const keyOfWallet = async (address: string) => {
  const { username } = await makeAccount({ address });
  return (await createApiKey(await getActorOf(username), "test")).key;
};
let creator: string;
let buyer: string;
beforeAll(async () => {
  creator = await keyOfWallet(market.creator.publicKey.toBase58());
  buyer = await keyOfWallet(market.buyer.publicKey.toBase58());
  const quote = await market.quote({});
  await submitPayment({ quoteId: quote.id, rawTransaction: market.sign(quote) }, market.context);
});

test("a creator's program reads what was earned, each payment, and all of them as a file", async () => {
  const earned = { calls: 1, creator_lamports: "47500", fee_lamports: "2500" };
  const { body } = await call("GET", "/v1/account/earnings", { key: creator });
  expect(body).toMatchObject({ ...earned, skills: [{ payments: 1, ...earned }] });
  const payments = await call("GET", "/v1/account/payments", { key: creator });
  const [payment] = payments.body["results"] as { id: string; signature: string }[];
  expect(payments.body).toMatchObject({
    results: [
      {
        creator_lamports: "47500",
        payer: market.buyer.publicKey.toBase58(),
        payee: market.creator.publicKey.toBase58(),
        token_mint: null,
      },
    ],
    next: null,
  });
  const past = await call("GET", `/v1/account/payments?before=${payment?.id ?? ""}`, { key: creator });
  expect(past.body).toEqual({ results: [], next: null });
  const file = await call("GET", "/v1/account/payments.csv", { key: creator });
  expect(file.headers.get("content-type")).toContain("text/csv");
  expect(new TextDecoder().decode(file.bytes).trim().split("\r\n")).toHaveLength(2);
  expect(new TextDecoder().decode(file.bytes)).toContain(payment?.signature);
});

test("a buyer's program reads what was bought, and nobody else's money", async () => {
  const bought = await call("GET", "/v1/account/purchases", { key: buyer });
  expect(bought.body).toMatchObject({ results: [{ paid_lamports: "50000", calls: 1, calls_made: 0 }] });
  expect((await call("GET", "/v1/account/payments", { key: buyer })).body).toMatchObject({ results: [] });
  expect((await call("GET", "/v1/account/purchases", { key: creator })).body).toMatchObject({ results: [] });
});
