import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { call, type Answer } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { mppBuyer, settled } from "@/api/testing/mpp-buyer";
import { CallMarket } from "@/lib/running/testing/call-market";

// How often a paid call asks the database; what each guarantee needs is held by the tests beside it.

const market = new CallMarket();
const { ask, asked, chargeOf, sign, pull, push } = mppBuyer(market);

/** Said every few seconds while a run is at work, of its grant and of its place. */
const ASIDE = /^\s*UPDATE "Grants" SET "updated_at"|\band process <> \$2$/;

async function counted(
  request: () => Promise<Answer>,
  which = /./,
): Promise<[status: number, statements: number]> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  const { status } = await request();
  const texts = sent.mock.calls.map(([query]) => {
    const given: unknown = query;
    return typeof given === "string" ? given : (given as { text: string }).text;
  });
  sent.mockRestore();
  return [status, texts.filter((text) => which.test(text) && !ASIDE.test(text)).length];
}

test("a question for payment is five statements, the paid call 17, its repetition nine", async () => {
  await settled(async () => ask(undefined, pull(await asked()))); // what is read once in a process has been read
  expect(await counted(() => ask())).toEqual([402, 5]);
  const challenge = await asked();
  const raw = sign(chargeOf(challenge));
  await market.push(raw);
  const headers = push(challenge, raw);
  expect(await counted(() => ask(undefined, headers))).toEqual([200, 17]);
  expect(await counted(() => ask(undefined, headers))).toEqual([200, 9]);
});

test("signed bytes are recorded, and read again only while the chain is waited for", async () => {
  const key = { "idempotency-key": randomUUID() };
  const challenge = await asked(undefined, key);
  const headers = pull(challenge);
  await settled(() => ask(undefined, { ...key, ...headers }));
  expect(await counted(() => ask(undefined, headers))).toEqual([200, 9]);
  expect(await counted(() => ask(undefined, key))).toEqual([200, 8]);
});

test("a key is read with its account in one statement", async () => {
  const { key } = await makeKeyHolder();
  const me = () => call("GET", "/v1/account/domains", { key });
  await me();
  expect(await counted(me, /"(ApiKeys|Accounts|Wallets)"/)).toEqual([200, 1]);
});
