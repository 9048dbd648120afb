import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { answerNextAuthPost } from "@/lib/web/auth/answer-next-auth";

const send = (action: string[], body: string) =>
  answerNextAuthPost(
    new NextRequest(`http://127.0.0.1:3000/api/auth/${action.join("/")}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    }),
    { params: Promise.resolve({ nextauth: action }) },
  );

test.each([
  ["half a JSON text", ["callback", "solana"], "{", 400, "REQUEST_INVALID"],
  [
    "more than any sign-in",
    ["callback", "password"],
    `{"a":"${"x".repeat(20_000)}"}`,
    413,
    "CONTENT_TOO_LARGE",
  ],
  ["a line for our log", ["_log"], '{"level":"error","code":"X"}', 404, "NOT_FOUND"],
])("%s is a problem, and no fault of ours", async (_name, action, body, status, code) => {
  const answer = await send(action, body);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
  expect(await answer.json()).toMatchObject({ status, error_code: code });
});
