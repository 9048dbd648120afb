import { expect, test } from "vitest";
import { mayReadMetrics } from "@/lib/web/http/metrics";

const TOKEN = "a-token-that-is-long-enough-for-a-scraper";
const HERE = { address: "127.0.0.1", host: "localhost:3000", authorization: undefined };

test.each<
  [string, string | undefined, Partial<{ address: string; host: string; authorization: string }>, boolean]
>([
  ["this machine", undefined, {}, true],
  ["this machine by IPv6", undefined, { address: "::1", host: "[::1]:3000" }, true],
  ["this machine, as IPv6 writes IPv4", undefined, { address: "::ffff:127.0.0.1" }, true],
  ["another machine", undefined, { address: "198.51.100.1" }, false],
  ["a page of another site in this machine's browser", undefined, { host: "evil.example" }, false],
  ["this machine without the token", TOKEN, {}, false],
  [
    "another machine with the token",
    TOKEN,
    { address: "198.51.100.1", authorization: `Bearer ${TOKEN}` },
    true,
  ],
  ["the token in another case of the scheme", TOKEN, { authorization: `bearer  ${TOKEN}` }, true],
  ["another token", TOKEN, { authorization: `Bearer ${TOKEN}x` }, false],
  ["the token by another scheme", TOKEN, { authorization: `Basic ${TOKEN}` }, false],
  ["an empty one", TOKEN, { authorization: "" }, false],
])("%s", (_name, token, changes, may) => {
  expect(mayReadMetrics({ ...HERE, ...changes }, token)).toBe(may);
});
