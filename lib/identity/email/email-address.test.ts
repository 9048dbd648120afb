import { describe, expect, test } from "vitest";
import { findEmailAddress, maskEmailAddress, readEmailAddress } from "@/lib/identity/email/email-address";

test.each([
  ["min.seo@example.org", "min.seo@example.org"],
  [" Min.Seo+skills@Example.ORG ", "min.seo+skills@example.org"],
])("%j is an address", (text, address) => expect(findEmailAddress(text)).toBe(address));

describe("what could be more than one mailbox, or a header of its own, is none", () => {
  test.each([
    "",
    "a@b",
    "a b@example.org",
    "a@example.org,b@example.org",
    "a@example.org;b@example.org",
    "a@example.org\r\nBcc: b@example.org",
    "a\n@example.org",
    "Kim <a@example.org>",
    "<a@example.org>",
    '"a b"@example.org',
    "a@example.org\0",
    "a..b@example.org",
    `${"a".repeat(65)}@example.org`,
    `a@${"b".repeat(250)}.org`,
    "김@example.org",
    null,
    5,
    ["a@example.org"],
    { toString: () => "a@example.org" },
  ])("%j", (text) => {
    expect(findEmailAddress(text)).toBeNull();
    expect(() => readEmailAddress(text, "#/contact_email")).toThrow("not a valid email address");
  });
});

test.each([
  ["min.seo@example.org", "m…o@example.org"],
  ["ab@example.org", "…@example.org"],
])("%s is shown as %s", (address, masked) => expect(maskEmailAddress(address)).toBe(masked));
