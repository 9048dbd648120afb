import { verify } from "@node-rs/argon2";
import { decode } from "next-auth/jwt";
import { describe, expect, test, vi } from "vitest";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { sessionCookie } from "@/lib/web/auth/session-cookie";
import { signInWithPassword } from "@/lib/web/auth/sign-in-with-password";
import { actorOf } from "@/lib/web/auth/sign-in-with-wallet";
import { type SessionIdentity, createAccount } from "@/lib/identity/accounts/accounts";
import { endSessions } from "@/lib/identity/sessions/end-sessions";
import { setFirstPassword } from "@/lib/identity/passwords/first-password";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

// The real work, counted.
vi.mock(import("@node-rs/argon2"), async (importOriginal) => {
  const real = await importOriginal();
  return { ...real, verify: vi.fn(real.verify) };
});

testDatabase();
process.env["NEXTAUTH_SECRET"] = "a secret that is long enough for tests";

const PASSWORD = "correct horse battery staple";
let callers = 0;
/** An address nobody has signed in from. */
const newCaller = () => `198.51.100.${(callers += 1)}`;

async function makeSignIn(given: { verified?: boolean; password?: boolean } = {}) {
  const { verified = true, password = true } = given;
  const email = `${uniqueName("person")}@example.com`;
  const actor = await createAccount({ username: uniqueName("user"), email, emailVerified: verified });
  if (password) await setFirstPassword({ accountId: actor.accountId, password: PASSWORD });
  return { email, actor };
}

describe("a session by password", () => {
  test("is next-auth's own, counts until sessions are ended, and needs no wallet", async () => {
    const { email, actor } = await makeSignIn();
    const user = await signInWithPassword(
      { email: ` ${email.toUpperCase()} `, password: PASSWORD },
      newCaller(),
    );
    if (!user) throw new Error("the password is right");
    const { name, value, options } = await sessionCookie(user);
    expect([name, options.httpOnly, options.secure]).toEqual(["next-auth.session-token", true, false]);
    const token = await decode({ token: value, secret: process.env["NEXTAUTH_SECRET"] ?? "" });
    const identity = token?.["identity"] as SessionIdentity;
    expect(await actorOf(identity)).toMatchObject({ accountId: actor.accountId, address: null });
    await endSessions(actor);
    expect(await actorOf(identity)).toBeNull();
  });

  test("the same password typed in another form of Unicode is the same", async () => {
    const { email, actor } = await makeSignIn({ password: false });
    await setFirstPassword({
      accountId: actor.accountId,
      password: "비밀번호는 길어야 한다".normalize("NFD"),
    });
    const typed = { email, password: "비밀번호는 길어야 한다".normalize("NFC") };
    expect(await signInWithPassword(typed, newCaller())).not.toBeNull();
  });
});

describe("what is refused", () => {
  test("looks the same for an unknown address, a wrong password, none set, and an unproven address", async () => {
    const good = await makeSignIn();
    const without = await makeSignIn({ password: false });
    const unproven = await makeSignIn({ verified: false });
    const attempts = [
      { email: "nobody@example.com", password: PASSWORD },
      { email: good.email, password: "wrong password" },
      { email: good.email, password: "" },
      { email: without.email, password: PASSWORD },
      { email: without.email, password: "nobody has this password" },
      { email: unproven.email, password: PASSWORD },
      { email: good.email, password: "x".repeat(5000) },
      { email: "a\0b", password: PASSWORD },
    ];
    for (const attempt of attempts) expect(await signInWithPassword(attempt, newCaller())).toBeNull();
  });

  test("an unknown address costs the work of a hash, as a known one does", async () => {
    const { email } = await makeSignIn();
    for (const attempt of ["nobody-at-all@example.com", email]) {
      vi.mocked(verify).mockClear();
      await signInWithPassword({ email: attempt, password: "wrong password" }, newCaller());
      expect(verify).toHaveBeenCalledOnce();
    }
  });

  test("after ten tries at one account from anywhere, whatever the password", async () => {
    const { email } = await makeSignIn();
    for (let i = 0; i < 10; i++) await signInWithPassword({ email, password: "wrong password" }, newCaller());
    await expect(signInWithPassword({ email, password: PASSWORD }, newCaller())).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
  });

  test("after twenty tries from one address at any account", async () => {
    const caller = newCaller();
    for (let i = 0; i < 20; i++)
      await signInWithPassword({ email: `${uniqueName()}@example.com`, password: "x" }, caller);
    await expect(signInWithPassword({ email: "a@example.com", password: "x" }, caller)).rejects.toMatchObject(
      {
        code: "RATE_LIMITED",
      },
    );
  });
});

test.each([
  ["/dashboard?tab=1", "/dashboard?tab=1"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/.//evil.example", "/"],
  ["/en/..//evil.example", "/"],
  ["/%2e//evil.example", "/"],
  ["/settings?confirmed=email#email", "/settings?confirmed=email#email"],
  ["/settings#//evil.example", "/"],
  ["https://evil.example", "/"],
  [undefined, "/"],
])("after signing in %j leads to %s", (wanted, expected) => expect(safeReturn(wanted, "/")).toBe(expected));
