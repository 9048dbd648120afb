import { expect, test } from "vitest";
import { createEmailToken, isForAccount, readEmailToken } from "@/lib/identity/email/email-change";
import { createResetToken, isResetToken, readResetToken } from "@/lib/identity/passwords/password-reset";
import { hashJoinToken } from "@/lib/identity/registration/joining";

process.env["SERVER_KEY"] ??= "a key of the server that is long enough for tests";

const ACCOUNT = {
  id: "acc_1",
  username: "ann",
  email: "ann@example.org" as string | null,
  emailVerifiedAt: new Date(1_000) as Date | null,
  passwordHash: "hash" as string | null,
  sessionVersion: 3,
  waysEndedAt: null,
  wallets: [],
};
const EXPIRES = new Date("2026-11-28T12:00:00Z");

test.each<[string, Partial<typeof ACCOUNT>, { resets: boolean; changes: boolean }]>([
  ["as it was", {}, { resets: true, changes: true }],
  ["under another name", { username: "bob" }, { resets: true, changes: true }],
  ["another account", { id: "acc_2" }, { resets: false, changes: false }],
  ["with another address", { email: "bob@example.org" }, { resets: false, changes: false }],
  ["without an address", { email: null }, { resets: false, changes: false }],
  ["with another password", { passwordHash: "other" }, { resets: false, changes: true }],
  ["with its sessions ended", { sessionVersion: 4 }, { resets: false, changes: false }],
  ["with its address proven anew", { emailVerifiedAt: new Date(1_001) }, { resets: true, changes: false }],
  ["with its address not proven", { emailVerifiedAt: null }, { resets: true, changes: false }],
])("links of before, and the account %s", (_name, changes, { resets, changes: mayChange }) => {
  const account = { ...ACCOUNT, ...changes };
  const reset = readResetToken(createResetToken(ACCOUNT, EXPIRES));
  expect(reset).toMatchObject({ accountId: "acc_1", expiresAt: EXPIRES });
  expect(reset && isResetToken(reset, account)).toBe(resets);
  const email = readEmailToken(createEmailToken(ACCOUNT, "new@example.org", EXPIRES));
  expect(email).toMatchObject({ accountId: "acc_1", email: "new@example.org", expiresAt: EXPIRES });
  expect(email && isForAccount(email, account)).toBe(mayChange);
});

const PROOF = createResetToken(ACCOUNT, EXPIRES).split(".")[2];

test.each([
  ["", null],
  ["acc_1", null],
  [`acc_1.${EXPIRES.getTime().toString(36)}`, null],
  [`.${EXPIRES.getTime().toString(36)}.${PROOF}`, null],
  [`acc_1.${EXPIRES.getTime().toString(36)}.`, null],
  [`acc_1.!.${PROOF}`, null],
  [`acc\0.${EXPIRES.getTime().toString(36)}.${PROOF}`, null],
  [`acc_1.${EXPIRES.getTime().toString(36)}.${PROOF}.x`, null],
  [`acc_1.${EXPIRES.getTime().toString(36)}.${PROOF}`, true],
  [`acc_1.${(EXPIRES.getTime() + 1).toString(36)}.${PROOF}`, false],
  [`acc_1.${EXPIRES.getTime().toString(36)}.x${PROOF}`, false],
])("a link to a new password that says %j", (text, expected) => {
  const token = readResetToken(text);
  expect(token && isResetToken(token, ACCOUNT)).toBe(expected);
});

test("a link to another address that was changed, is another's, or is too long, is none", () => {
  const token = createEmailToken(ACCOUNT, "new@example.org", EXPIRES);
  expect(readEmailToken(token)).not.toBeNull();
  for (const wrong of ["", "x", token.slice(1), `${token.slice(0, -2)}AA`, token.padEnd(1_001, "A")])
    expect(readEmailToken(wrong)).toBeNull();
  const long = createEmailToken(ACCOUNT, "n".repeat(800), EXPIRES);
  expect(long.length).toBeGreaterThan(1_000);
  expect(readEmailToken(long)).toBeNull();
});

test("a token may be as long as a thousand characters", () => {
  const lengths = Array.from({ length: 800 }, (_, at) => createEmailToken(ACCOUNT, "n".repeat(at), EXPIRES));
  const longest = lengths.findLast((token) => token.length <= 1_000) ?? "";
  expect(longest).toHaveLength(1_000);
  expect(readEmailToken(longest)).not.toBeNull();
});

test.each([
  [undefined, false],
  [7, false],
  ["", false],
  ["x", true],
  ["x".repeat(200), true],
  ["x".repeat(201), false],
])("what lets in may be the token %j: %s", (token, may) => {
  expect(hashJoinToken(token) !== null).toBe(may);
});
