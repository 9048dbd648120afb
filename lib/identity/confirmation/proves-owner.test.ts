import { expect, test } from "vitest";
import type { ActorSession } from "@/lib/identity/actor";
import { isConfirmed, provesOwner } from "@/lib/identity/confirmation/confirmation";

const NOW = new Date("2026-11-28T12:00:00Z");
const before = (ms: number) => new Date(NOW.getTime() - ms);
const WINDOW_MS = 15 * 60_000;
const SESSION: ActorSession = {
  id: "ses",
  version: 3,
  wallet: "opened",
  confirmedAt: NOW,
  confirmedBy: "confirmed",
};
const ACCOUNT = { sessionVersion: 3, wallets: [{ address: "confirmed" }, { address: "opened" }] };

test.each<[string, Partial<ActorSession>, Partial<typeof ACCOUNT> | null, boolean]>([
  ["with both wallets, now", {}, {}, true],
  ["a millisecond before the quarter of an hour is over", { confirmedAt: before(WINDOW_MS - 1) }, {}, true],
  ["after a quarter of an hour", { confirmedAt: before(WINDOW_MS) }, {}, false],
  ["of an account that is gone", {}, null, false],
  ["of before all sessions were ended", { version: 2 }, {}, false],
  ["opened by a wallet that was unlinked", {}, { wallets: [{ address: "confirmed" }] }, false],
  ["confirmed by a wallet that was unlinked", {}, { wallets: [{ address: "opened" }] }, false],
  [
    "opened by the password, and confirmed by a wallet",
    { wallet: null },
    { wallets: [{ address: "confirmed" }] },
    true,
  ],
  [
    "opened by a wallet, and confirmed by the password",
    { confirmedBy: null },
    { wallets: [{ address: "opened" }] },
    true,
  ],
  [
    "by the password alone, of an account without wallets",
    { wallet: null, confirmedBy: null },
    { wallets: [] },
    true,
  ],
])("a session %s", (_name, session, account, expected) => {
  expect(provesOwner({ ...SESSION, ...session }, account && { ...ACCOUNT, ...account }, NOW)).toBe(expected);
});

test("a program is never confirmed, and a session for a quarter of an hour", () => {
  const clock = { now: () => NOW };
  const of = (session: ActorSession | null) => isConfirmed({ session } as never, clock);
  expect(of(null)).toBe(false);
  expect(of({ ...SESSION, confirmedAt: before(WINDOW_MS - 1) })).toBe(true);
  expect(of({ ...SESSION, confirmedAt: before(WINDOW_MS) })).toBe(false);
});
