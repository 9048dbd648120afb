import { Keypair } from "@solana/web3.js";
import { expect, test } from "vitest";
import { issueSignInChallengeCookie } from "@/lib/web/auth/issue-sign-in-challenge-cookie";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const address = Keypair.generate().publicKey.toBase58();
let callers = 0;

function ask(body: unknown, headers: Record<string, string> = {}) {
  return issueSignInChallengeCookie(
    new Request("http://evil.example/api/sign-in/challenge", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": `198.51.100.${++callers}`,
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
}

test("200: a question for this site, whatever the Host header said, and a cookie scripts cannot read", async () => {
  const answer = await ask({ address });
  const { input, text } = (await answer.json()) as {
    input: { domain: string; address: string };
    text: string;
  };
  expect([answer.status, input.domain, input.address]).toEqual([200, "127.0.0.1:3000", address]);
  expect(text).toContain(address);
  expect(answer.headers.get("set-cookie")).toMatch(
    /^emporion-sign-in=[\w-]{43}; .*HttpOnly; SameSite=Strict$/,
  );
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test.each([
  [400, "REQUEST_INVALID", { address: "nobody" }, {}],
  [400, "REQUEST_INVALID", { address: 7 }, {}],
  [400, "REQUEST_INVALID", "{", {}],
  [413, "CONTENT_TOO_LARGE", { address: "1".repeat(2000) }, {}],
  [415, "CONTENT_TYPE_INVALID", { address }, { "content-type": "text/plain" }],
])("%i %s, and no question is stored", async (status, code, body, headers) => {
  const before = await database().signInChallenge.count();
  const answer = await ask(body, headers);
  expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([
    status,
    code,
  ]);
  expect(await database().signInChallenge.count()).toBe(before);
});

test("429 RATE_LIMITED after 120 questions in five minutes", async () => {
  const headers = { "x-forwarded-for": "192.0.2.1" };
  for (let i = 0; i < 120; i++) expect((await ask({ address }, headers)).status).toBe(200);
  const answer = await ask({ address }, headers);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});
