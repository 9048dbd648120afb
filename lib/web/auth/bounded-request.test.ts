import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { boundedRequest } from "@/lib/web/auth/answer-next-auth";

const FORM = "application/x-www-form-urlencoded";
const ask = (body: string, contentType: string, headers: Record<string, string> = {}) =>
  boundedRequest(
    new NextRequest("http://127.0.0.1:3000/api/auth/callback/solana?x=1", {
      method: "POST",
      headers: { "content-type": contentType, ...headers },
      body,
    }),
  );

test("a sign-in is handed on as it came", async () => {
  const request = await ask("csrfToken=a&message=%20b", FORM, { cookie: "c=d" });
  expect([request.method, request.nextUrl.search, request.headers.get("cookie")]).toEqual([
    "POST",
    "?x=1",
    "c=d",
  ]);
  expect(await request.text()).toBe("csrfToken=a&message=%20b");
  expect(await (await ask('{"csrfToken":"a"}', "application/json")).json()).toEqual({ csrfToken: "a" });
});

test.each([
  ["more than any sign-in has", "x=".padEnd(16 * 1024 + 1, "a"), FORM, "CONTENT_TOO_LARGE"],
  ["no JSON", "{", "application/json", "REQUEST_INVALID"],
  ["nothing at all", "", "application/json; charset=utf-8", "REQUEST_INVALID"],
  ["no JSON under a type that only mentions it", "{", "text/plain; application/json", "REQUEST_INVALID"],
  ["JSON that is no object", "null", "application/json", "REQUEST_INVALID"],
])("%s is refused", async (_name, body, contentType, code) => {
  await expect(ask(body, contentType)).rejects.toMatchObject({ code });
});
