import { describe, expect, test } from "vitest";
import { shownDomain } from "@/lib/platform/i18n/format-domain";
import { readDomainName } from "@/lib/identity/domains/domain-record";

const NAMES = [
  ["example.com", "example.com"],
  ["  Sub.EXAMPLE.com. ", "sub.example.com"],
  ["한국.kr", "xn--3e0b707e.kr"],
  ["例子。中国", "xn--fsqu00a.xn--fiqs8s"],
  ["münchen.de", "xn--mnchen-3ya.de"],
  ["1.com", "1.com"],
] as const;

test.each(NAMES)("%j is asked for as %s", (written, name) => {
  expect(readDomainName(written)).toBe(name);
});

const NO_NAMES = `localhost com 1.2.3.4 0x7f.1 1.2.3 ::1 [::1] [::1].com foo.123
  example.com:443 https://example.com example.com/ me@example.com ex%61mple.com a\\b.com
  _emporion.example.com -a.com a-.com a..com .com a.b.. xn--zz.com`.split(/\s+/);
const TOO_LONG = [`${"a".repeat(64)}.com`, `${"a.".repeat(122)}com`, "a".repeat(100_000)];

test.each(["", "a b.com", ...NO_NAMES, ...TOO_LONG])("%j is no domain to prove", (written) => {
  expect(readDomainName(written)).toBeNull();
});

test("the longest name leaves room for that of its record", () => {
  const longest = `${"a.".repeat(119)}abcde`;
  expect([longest.length, readDomainName(longest)]).toEqual([243, longest]);
  expect(readDomainName(`a${longest}`)).toBeNull();
});

describe("a domain is shown", () => {
  test.each(["한국.kr", "例子.中国", "example.com", "abc-1.한국"])("as it is written: %s", (written) => {
    expect(shownDomain(readDomainName(written) ?? "")).toBe(written);
  });

  const MISTAKABLE =
    "münchen.de аррӏе.com раypal.com εxample.com ノート.jp 東京ノート.jp 한a.kr 例子一.中国 口.中国 한국.рф";
  test.each([...MISTAKABLE.split(" "), "〇.中国"])(
    "as the DNS has it where it could be mistaken: %s",
    (written) => {
      const name = readDomainName(written) ?? "";
      expect(name).toContain("xn--");
      expect(shownDomain(name)).toBe(name);
    },
  );
});
