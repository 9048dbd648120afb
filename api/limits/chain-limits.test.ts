import { expect, test } from "vitest";
import { makeKeyHolder } from "@/api/testing/keys";
import { call, expectProblem } from "@/api/testing/client";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { accessTokenFor } from "@/lib/running/runs/get-run";
import { testDatabase } from "@/lib/testing/database";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();

const VAULT = "1".repeat(32);
const signature = "5".repeat(88);
const transaction = "AAAA";
const action = `/api/actions/quotes/quo_1`;

test.each([
  ["/v1/quotes/quo_1/payment", { signature }, REQUEST_LIMITS.payment],
  [`${action}?token=${accessTokenFor("quo_1")}`, { signature }, REQUEST_LIMITS.payment],
  [`${action}/again?token=${accessTokenFor("quo_1")}`, {}, REQUEST_LIMITS.payment],
  [`/v1/bonds/${VAULT}/moves`, { kind: "refund", signers: [VAULT, VAULT] }, REQUEST_LIMITS.deposit],
  [`/v1/bonds/${VAULT}/signatures`, { kind: "refund", transaction }, REQUEST_LIMITS.deposit],
  ["/v1/skills/none/bonds", { vault: VAULT }, REQUEST_LIMITS.deposit],
  ["/v1/skills/none/bonds/opening", { creator: VAULT }, REQUEST_LIMITS.deposit],
])("%s: an address may have the chain asked so often", async (path, json, limit) => {
  const remoteAddress = `198.51.100.${1 + path.length}`;
  expect((await call("POST", path, { json, remoteAddress })).body["error_code"]).not.toBe("RATE_LIMITED");
  await consumeRateLimit(limit, remoteAddress, limit.points - 1);
  const refused = await call("POST", path, { json, remoteAddress });
  expect([refused.status, refused.body["error_code"]]).toEqual([429, "RATE_LIMITED"]);
});

test("an address challenges ten times an hour, under however many accounts", async () => {
  const remoteAddress = "198.51.100.250";
  const json = { claim: "It leaks.", evidence: "Run it." };
  const ask = async () =>
    call("POST", "/v1/skills/none/challenges", { json, remoteAddress, key: (await makeKeyHolder()).key });
  for (let time = 0; time < REQUEST_LIMITS.challenge.points; time++)
    expectProblem(await ask(), 404, "SKILL_NOT_FOUND");
  expectProblem(await ask(), 429, "RATE_LIMITED");
});
