import { Keypair } from "@solana/web3.js";
import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { newWallet } from "@/lib/identity/testing/signing-wallet";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { CallMarket } from "@/lib/running/testing/call-market";
import { getActorOf, makeAccount, newAddress } from "@/lib/testing/builders";

const market = new CallMarket();
let wallet: ReturnType<typeof newWallet>;
let path: string;
let key: string;
let keyId: string;
beforeAll(async () => {
  wallet = newWallet(market.buyer);
  path = `/v1/wallets/${wallet.address}`;
  const { username } = await makeAccount({ address: wallet.address });
  ({ key, id: keyId } = await createApiKey(await getActorOf(username), "my agent"));
});

const LIMITS = { per_call_lamports: "60000", per_day_lamports: "90000" };
const prepare = (json: object, address = wallet.address) =>
  call("POST", `/v1/wallets/${address}/spending-limit/statement`, { json });

/** What is put for a prepared statement, signed as the wallet was asked to. */
async function signed(json: object) {
  const {
    payload,
    message,
    payload_type: payloadType,
  } = (await prepare(json)).body as Record<string, string>;
  const sig = Buffer.from(wallet.sign(Buffer.from(message ?? "", "base64"))).toString("base64");
  const base64 = Buffer.from(payload ?? "").toString("base64");
  return { envelope: { payload: base64, payloadType, signatures: [{ keyid: wallet.address, sig }] } };
}
const put = (json: object, at = path) => call("PUT", `${at}/spending-limit`, { json });
const read = (given: { key?: string } = { key }) => call("GET", `${path}/spending`, given);
const quote = (given: { key?: string } = {}) =>
  call("POST", "/v1/quotes", {
    json: { skill: market.skill.slug, payer: wallet.address, input: { text: "a" } },
    ...given,
  });

describe("a wallet's limit over HTTP", () => {
  test("is prepared, signed, put, kept at the quote, shown, and removed", async () => {
    const prepared = await prepare({
      ...LIMITS,
      scopes: [{ kind: "skill", name: market.skill.slug, per_day_lamports: "90000" }],
    });
    expect(prepared.status).toBe(200);
    expect(String(prepared.body["payload"])).toContain(`"name":"${market.skill.slug}"`);

    const one = await signed(LIMITS);
    const taken = await put(one);
    expect(taken.body).toMatchObject({ sequence: 1, terms: { ...LIMITS, until: null, scopes: [] } });
    expect((await put(one)).body).toEqual(taken.body);

    expect((await quote({ key })).status).toBe(201);
    const refused = await quote({ key });
    expectProblem(refused, 403, "SPENDING_LIMIT_EXCEEDED");
    expect(refused.body).toMatchObject({
      reason: "per_day",
      limit_lamports: "90000",
      spent_lamports: "0",
      held_lamports: "50000",
      asked_lamports: "50000",
    });
    const toStranger = await quote();
    expectProblem(toStranger, 403, "SPENDING_LIMIT_EXCEEDED");
    expect(toStranger.body).not.toHaveProperty("limit_lamports");

    const shown = await read();
    expect(shown.body).toMatchObject({
      address: wallet.address,
      limit: { sequence: 1, digest: taken.body["digest"] },
      day: { spent_lamports: "0", held_lamports: "50000", limit_lamports: "90000", left_lamports: "40000" },
      results: [
        { skill: market.skill.slug, lamports: "50000", state: "held", key: { id: keyId, name: "my agent" } },
      ],
      next: null,
    });

    const removal = await signed({ removed: true });
    expect((await put(removal)).body).toMatchObject({ sequence: 2, terms: null });
    const older = await put(one);
    expectProblem(older, 409, "SPENDING_LIMIT_CHANGED");
    expect(older.body).toMatchObject({ sequence: "2" });
    expect((await quote({ key })).status).toBe(201);
  });

  test("of others is not shown, and nobody else's signature is taken", async () => {
    const { username } = await makeAccount();
    const stranger = await createApiKey(await getActorOf(username), "test");
    expectProblem(await read({ key: stranger.key }), 403, "PERMISSION_DENIED");
    expectProblem(await read({}), 401, "AUTH_REQUIRED");
    const body = await signed(LIMITS);
    expectProblem(await put(body, `/v1/wallets/${newAddress()}`), 400, "REQUEST_INVALID");
    const other = newWallet(Keypair.generate());
    const sig = Buffer.from(other.sign(Buffer.from("anything"))).toString("base64");
    const forged = { envelope: { ...body.envelope, signatures: [{ keyid: wallet.address, sig }] } };
    expectProblem(await put(forged), 400, "REQUEST_INVALID");
  });

  test.each([
    ["an amount with a fraction", { ...LIMITS, per_day_lamports: "1.5" }],
    ["an amount above 2^64-1", { ...LIMITS, per_day_lamports: "18446744073709551616" }],
    ["a member that nobody knows", { ...LIMITS, per_hour_lamports: "5" }],
    ["limits and a removal", { ...LIMITS, removed: true }],
    [
      "a skill that is not there",
      { ...LIMITS, scopes: [{ kind: "skill", name: "no-such-skill", per_day_lamports: "5" }] },
    ],
    ["an end without a time", { ...LIMITS, until: "tomorrow" }],
    [
      "51 scopes",
      {
        ...LIMITS,
        scopes: Array.from({ length: 51 }, () => ({ kind: "skill", name: "*", per_day_lamports: "5" })),
      },
    ],
  ])("%s: 400", async (_, json) => {
    expectProblem(await prepare(json), 400, "REQUEST_INVALID");
  });

  test("an address that is none: 400", async () => {
    expectProblem(await prepare(LIMITS, "O0Il"), 400, "REQUEST_INVALID");
  });
});
