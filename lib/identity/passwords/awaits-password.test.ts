import { expect, test } from "vitest";
import { isLinkOpen, maySetFirstPassword } from "@/lib/identity/passwords/first-password";

const NOW = new Date("2026-11-28T12:00:00Z");
const before = (ms: number) => new Date(NOW.getTime() - ms);
const DAY_MS = 86_400_000;
const LINK = { accountId: "acc", email: "ann@example.org", askedAt: before(2_000), usedAt: before(1_000) };
const ACCOUNT = {
  email: "ann@example.org" as string | null,
  passwordHash: null as string | null,
  waysEndedAt: null as Date | null,
};

test.each<[string, Partial<typeof LINK>, Partial<typeof ACCOUNT> | null, boolean]>([
  ["of an account without a password", {}, {}, true],
  ["of an account that is gone", {}, null, false],
  ["of an account with a password", {}, { passwordHash: "hash" }, false],
  ["of an account with another address", {}, { email: "bob@example.org" }, false],
  ["of an account without an address", {}, { email: null }, false],
  ["asked for before all sessions were ended", {}, { waysEndedAt: before(1_999) }, false],
  ["asked for after they were", {}, { waysEndedAt: before(2_001) }, true],
  ["used almost thirty days ago", { usedAt: before(30 * DAY_MS - 1) }, {}, true],
  ["used thirty days ago", { usedAt: before(30 * DAY_MS) }, {}, false],
])("a link %s", (_name, link, account, expected) => {
  const stands = account && { ...ACCOUNT, ...account };
  expect(maySetFirstPassword({ ...LINK, ...link }, stands, NOW)).toBe(expected);
  expect(isLinkOpen({ ...LINK, ...link }, NOW)).toBe(expected || link.usedAt === undefined);
});
