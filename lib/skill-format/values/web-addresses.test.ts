import { expect, test } from "vitest";
import { readEndpoint } from "./web-addresses";

test.each([
  ["https://api.example.com/skill", "https://api.example.com/skill"],
  ["https://api.example.com", "https://api.example.com/"],
  ["HTTPS://API.Example.com:8443/x?y=1", "https://api.example.com:8443/x?y=1"],
  ["https://例え.jp/a", "https://xn--r8jz45g.jp/a"],
  ["https://example.com/a'b$(id)", "https://example.com/a'b$(id)"],
  [`https://example.com/${"a".repeat(2_028)}`, `https://example.com/${"a".repeat(2_028)}`],
])("%s is called at %s", (written, read) => {
  expect(readEndpoint(written)).toBe(read);
});

test.each([
  "",
  "api.example.com",
  "http://api.example.com/",
  "ftp://example.com/",
  "javascript:alert(1)",
  "https:example.com",
  "https:///example.com",
  "https://localhost/",
  "https://router/",
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://[::1]/",
  "https://user:key@example.com/",
  "https://user@example.com/",
  "https://example.com/#part",
  "https://example.com/#",
  "https://example.com/a b",
  "https://example.com/\n",
  "https://example.com\\@evil.example/",
  "https://.example.com/",
  "https://exa_mple.com/",
  `https://example.com/${"a".repeat(2_029)}`,
])("%j is no address", (written) => {
  expect(readEndpoint(written)).toBeNull();
});
