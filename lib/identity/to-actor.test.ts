import { expect, test } from "vitest";
import { type ActorSession, toActor } from "@/lib/identity/actor";

const ACCOUNT = {
  id: "acc_1",
  username: "ann",
  role: "member" as const,
  email: null as string | null,
  emailVerifiedAt: null as Date | null,
  wallets: [{ address: "first" }, { address: "second" }],
};
const opened = (wallet: string | null) => ({ wallet }) as ActorSession;

test.each([
  ["without a session: the first wallet", ACCOUNT.wallets, null, "first"],
  ["in a session of a wallet: that one", ACCOUNT.wallets, opened("second"), "second"],
  ["in a session of a wallet that was unlinked: the first", ACCOUNT.wallets, opened("gone"), "first"],
  ["in a session of the password: the first", ACCOUNT.wallets, opened(null), "first"],
  ["without a wallet: none", [], opened("gone"), null],
])("an account acts %s", (_name, wallets, session, address) => {
  expect(toActor({ ...ACCOUNT, wallets }, session).address).toBe(address);
});

test.each([
  [null, null, true],
  ["ann@example.org", null, false],
  ["ann@example.org", new Date(), true],
])("an account with the address %j, proven %j, is reachable: %s", (email, emailVerifiedAt, reachable) => {
  expect(toActor({ ...ACCOUNT, email, emailVerifiedAt }).reachable).toBe(reachable);
});
