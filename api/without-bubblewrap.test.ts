import { afterAll, beforeAll, expect, test } from "vitest";
import { signCharge } from "@/api/mcp/testing/sign-charge";
import { call } from "@/api/testing/client";
import { startOtherProcess, type OtherProcess } from "@/api/testing/other-process";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildObedientSkill } from "@/lib/running/testing/obedient-skill";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { makeAccount, publishNow } from "@/lib/testing/builders";

// A web process on a machine from which bubblewrap was removed, beside one where it is there.
const market = new CallMarket();
const START_MS = 120_000;
const INSTALL = /(apt-get|dnf) install -y bubblewrap|pacman -S --noconfirm bubblewrap|install bubblewrap/;
let without: OtherProcess;
let free: string;

beforeAll(async () => {
  without = await startOtherProcess({ without: ["bwrap"] });
  free = (await publishNow(buildObedientSkill(), await makeAccount())).slug;
}, START_MS);
afterAll(() => without.kill());

async function post(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(without.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ input: { text: "hi" } }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const refusal = {
  status: 503,
  body: { error_code: "RUNNER_UNAVAILABLE", detail: expect.stringMatching(INSTALL) as string },
};

async function belongings() {
  const address = market.buyer.publicKey.toBase58();
  const [balance] = await currentSettlement().connection.balances([address]);
  const db = market.database();
  const [quotes, grants, runs] = await Promise.all([db.quote.count(), db.grant.count(), db.run.count()]);
  return { balance, quotes, grants, runs };
}

test("the server says that nothing runs here, and with which command it would", async () => {
  const response = await fetch(`${without.url}/v1/runner`);
  expect(await response.json()).toMatchObject({
    available: false,
    remedy: expect.stringMatching(INSTALL) as string,
  });
});

test("free and paid calls answer 503 with that command; nothing is quoted, charged or recorded", async () => {
  const before = await belongings();
  expect(await post(`/v1/skills/${free}/run`)).toMatchObject(refusal);
  expect(await post(`/v1/skills/${market.skill.slug}/call`)).toMatchObject(refusal);
  expect(await belongings()).toEqual(before);
});

test("a payment that was asked for while it was there is not sent on", async () => {
  const asked = await call("POST", `/v1/skills/${market.skill.slug}/call`, {
    json: { input: { text: "hi" } },
  });
  expect(asked.status).toBe(402);
  const header = asked.headers.get("www-authenticate") ?? "";
  const challenge = Object.fromEntries(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  ) as { request: string };
  const payload = { type: "transaction", transaction: signCharge(challenge, market.buyer) };
  const credential = Buffer.from(JSON.stringify({ challenge, payload })).toString("base64url");
  const before = await belongings();
  const authorization = `Payment ${credential}`;
  expect(await post(`/v1/skills/${market.skill.slug}/call`, { authorization })).toMatchObject(refusal);
  expect(await belongings()).toEqual(before);
});
