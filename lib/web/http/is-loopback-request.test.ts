import { expect, test } from "vitest";
import { isLoopbackRequest } from "@/lib/web/http/client-address";

test.each([
  ["127.0.0.1", "127.0.0.1:3000", true],
  ["::1", "[::1]:3000", true],
  ["127.0.0.1", "localhost", true],
  ["127.0.0.1", "evil.example", false],
  ["127.0.0.1", "localhost.evil.example:3000", false],
  ["192.168.1.5", "127.0.0.1:3000", false],
  ["127.0.0.1, 203.0.113.9", "127.0.0.1:3000", false],
  [null, "127.0.0.1:3000", false],
  ["127.0.0.1", null, false],
])("from %s under the name %s: %s", (address, host, expected) => {
  const headers = new Headers();
  if (address !== null) headers.set("x-forwarded-for", address);
  if (host !== null) headers.set("host", host);
  expect(isLoopbackRequest(headers)).toBe(expected);
});
