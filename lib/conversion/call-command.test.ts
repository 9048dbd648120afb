import { expect, test } from "vitest";
import { provenDomainOf } from "./call-command";

test.each([
  ["https://example.com/x", "example.com"],
  ["https://api.example.com:8443/", "example.com"],
  ["https://a.b.example.com/", "example.com"],
  ["https://shop.example.org/", "shop.example.org"],
  ["https://notexample.com/", null],
  ["https://example.com.evil.test/", null],
  ["https://example.org/", null],
  ["https://xn--3e0b707e.kr/", "xn--3e0b707e.kr"],
  ["https://한국.kr/", "xn--3e0b707e.kr"],
])("%s belongs to the proven domain %s", (url, domain) => {
  const proven = ["example.com", "shop.example.org", "xn--3e0b707e.kr"].map((each) => ({ domain: each }));
  expect(provenDomainOf(url, proven)?.domain ?? null).toBe(domain);
});
