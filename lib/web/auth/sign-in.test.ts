import bs58 from "bs58";
import { createPrivateKey, sign } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { authOptions } from "@/lib/web/auth/auth-options";
import { ask, SITE, type Answer, type Cookies } from "@/lib/web/auth/testing/ask-next-auth";
import { challengeCookie } from "@/lib/web/auth/challenge-cookie";
import { actorOf } from "@/lib/web/auth/sign-in-with-wallet";
import { env } from "@/lib/platform/config/env";
import { closeDatabase } from "@/lib/db/client";
import { DAY_MS } from "@/lib/kernel/clock";
import { logger } from "@/lib/kernel/observability/logger";
import { toProblem } from "@/lib/web/http/problems/problem";
import type { SessionIdentity } from "@/lib/identity/accounts/accounts";
import { confirmedNow } from "@/lib/identity/confirmation/confirmation";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { endSession, endSessions } from "@/lib/identity/sessions/end-sessions";
import { purgeAged } from "@/lib/db/purge-rows";
import { issueSignInChallenge } from "@/lib/identity/wallets/sign-in-challenge";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
beforeAll(() => {
  process.env["NEXTAUTH_SECRET"] = "a secret that is long enough for tests";
  process.env["NEXTAUTH_URL"] = SITE;
});

function newWallet() {
  const pair = Keypair.generate();
  const pkcs8 = Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    pair.secretKey.subarray(0, 32),
  ]);
  const key = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  return { address: pair.publicKey.toBase58(), sign: (text: string) => sign(null, Buffer.from(text), key) };
}

function problemOf([fault, ...more]: unknown[]): unknown[] {
  expect(more).toEqual([]);
  const { status, body } = toProblem(fault, { requestId: "req_1", baseUrl: SITE });
  return [status, body.error_code];
}

async function signIn(
  wallet = newWallet(),
  change: (body: Record<string, string>) => void = () => undefined,
) {
  const cookies: Cookies = {};
  const { text, cookie, validForSeconds } = await issueSignInChallenge(wallet.address);
  const set = challengeCookie(cookie, { siteUrl: SITE, maxAgeSeconds: validForSeconds });
  cookies[set.split("=")[0] ?? ""] = cookie;
  const { body } = await ask(["csrf"], cookies);
  const form = {
    csrfToken: String(body["csrfToken"]),
    address: wallet.address,
    message: Buffer.from(text).toString("base64"),
    signature: wallet.sign(text).toString("base64"),
    json: "true",
  };
  change(form);
  return { ...(await ask(["callback", "solana"], cookies, form)), cookies, wallet };
}

describe("signing in", () => {
  test("a signed question opens a session for the wallet's account", async () => {
    const { status, cookies, wallet } = await signIn();
    expect(status).toBe(200);
    const { body } = await ask(["session"], cookies);
    const actor = await actorOf(body["identity"] as SessionIdentity);
    expect(actor).toMatchObject({ address: wallet.address, role: "member" });
  });

  test.each([
    [
      "another address beside the signed text, the signed one counts",
      (form: Record<string, string>) => (form["address"] = newWallet().address),
      200,
    ],
    [
      "a changed text, nobody is signed in",
      (form: Record<string, string>) => (form["message"] = Buffer.from("hello").toString("base64")),
      401,
    ],
    [
      "its signature in base58, the wallet is signed in",
      (form: Record<string, string>) =>
        (form["signature"] = bs58.encode(Buffer.from(form["signature"] ?? "", "base64"))),
      200,
    ],
    ["no signature, nobody is signed in", (form: Record<string, string>) => (form["signature"] = ""), 401],
    [
      "a wrong CSRF token, nobody is signed in",
      (form: Record<string, string>) => (form["csrfToken"] = "x"),
      undefined,
    ],
  ])("with %s", async (_name, change, expected) => {
    const { status, cookies, wallet } = await signIn(newWallet(), change);
    const { body } = await ask(["session"], cookies);
    const actor = await actorOf(body["identity"] as SessionIdentity | undefined);
    if (expected !== undefined) expect(status).toBe(expected);
    // The address field is only what the page shows: the signed text decides who signs in.
    expect(actor?.address ?? null).toBe(expected === 200 ? wallet.address : null);
  });

  describe("that fails though what was sent may be right", () => {
    const faults: unknown[] = [];
    const options = () => authOptions((fault) => faults.push(fault));
    async function tryPassword(email: string): Promise<Answer> {
      const cookies: Cookies = {};
      const { body } = await ask(["csrf"], cookies);
      const form = { csrfToken: String(body["csrfToken"]), json: "true", email, password: "0123456789" };
      faults.length = 0;
      return ask(["callback", "password"], cookies, form, options());
    }

    test("for a fault of ours, it is told apart, and next-auth says none of its words", async () => {
      const url = process.env["DATABASE_URL"];
      await closeDatabase();
      process.env["DATABASE_URL"] = "postgresql://127.0.0.1:1/away";
      const { body } = await tryPassword("a@example.org");
      await closeDatabase();
      process.env["DATABASE_URL"] = url;
      expect(String(body["url"])).not.toContain("127.0.0.1%3A1");
      expect(problemOf(faults)).toEqual([503, "MARKET_UNAVAILABLE"]);
    });

    test("for it came too often, it is told apart from a wrong password", async () => {
      for (let tried = 0; tried < 10; tried += 1) await tryPassword("b@example.org");
      expect(faults).toEqual([]);
      await tryPassword("b@example.org");
      expect(problemOf(faults)).toEqual([429, "RATE_LIMITED"]);
    });
  });

  test("ending all sessions ends this one", async () => {
    const { cookies } = await signIn();
    const identity = (await ask(["session"], cookies)).body["identity"] as SessionIdentity;
    const actor = await actorOf(identity);
    if (!actor) throw new Error("the session should count");
    await endSessions(actor);
    expect(await actorOf(identity)).toBeNull();
  });

  describe("signing out", () => {
    const opened = async (cookies: Cookies) => (await ask(["session"], cookies)).body["identity"];
    const identityOf = async (cookies: Cookies) => (await opened({ ...cookies })) as SessionIdentity;

    async function signOut(cookies: Cookies): Promise<void> {
      const { body } = await ask(["csrf"], cookies);
      await ask(["signout"], cookies, { csrfToken: String(body["csrfToken"]) });
    }

    test("ends the session wherever its cookie is, and no other of its person", async () => {
      const { cookies, wallet } = await signIn();
      const other = (await signIn(wallet)).cookies;
      const copied = { ...cookies };
      const renewed = { ...cookies };
      const identity = await identityOf(renewed);
      await opened(renewed); // a token that is younger, and lasts longer
      await signOut(cookies);
      expect(Object.keys(cookies).filter((name) => cookies[name] && name.includes("session"))).toEqual([]);
      expect(await actorOf(identity)).toBeNull();
      for (const copy of [copied, renewed]) expect(await opened(copy)).toBeUndefined();
      expect(await actorOf(await identityOf(other))).toMatchObject({ address: wallet.address });
    });

    test("of a copy with which its owner confirms at that moment makes no key", async () => {
      const { cookies } = await signIn();
      const identity = await identityOf(cookies);
      const actor = await actorOf(identity);
      if (!actor) throw new Error("the session should count");
      await signOut(cookies);
      const REQUIRED = { code: "CONFIRMATION_REQUIRED" };
      await expect(createApiKey(actor, "of a thief")).rejects.toMatchObject(REQUIRED);
      const confirmed = confirmedNow(actor, { wallet: actor.address, now: new Date() });
      await expect(createApiKey(confirmed, "of a thief")).rejects.toMatchObject(REQUIRED);
    });

    test("of a session from before they had ids ends all, and of one that no longer counts none", async () => {
      const { cookies, wallet } = await signIn();
      const { id: _, ...old } = await identityOf(cookies);
      await endSession(old, new Date());
      expect(await opened(cookies)).toBeUndefined();
      const next = (await signIn(wallet)).cookies;
      await endSession(old, new Date());
      expect(await actorOf(await identityOf(next))).not.toBeNull();
    });

    test("is remembered for as long as a token of the session is valid", async () => {
      const { cookies } = await signIn();
      const identity = await identityOf(cookies);
      await signOut(cookies);
      const lasts = Date.now() - 60_000 + env().SESSION_SECONDS * 1000;
      await purgeAged("EndedSessions", new Date(lasts));
      expect(await actorOf(identity)).toBeNull();
      expect(await purgeAged("EndedSessions", new Date(lasts + 2 * DAY_MS))).toBeGreaterThan(0);
    });

    test("that could not be written down leaves the person signed in, and says so", async () => {
      const { cookies } = await signIn();
      const { body } = await ask(["csrf"], cookies);
      const url = process.env["DATABASE_URL"];
      await closeDatabase();
      process.env["DATABASE_URL"] = "postgresql://127.0.0.1:1/away";
      const faults: unknown[] = [];
      const options = authOptions((fault) => faults.push(fault));
      await ask(["signout"], { ...cookies }, { csrfToken: String(body["csrfToken"]) }, options);
      await closeDatabase();
      process.env["DATABASE_URL"] = url;
      expect(problemOf(faults)).toEqual([503, "MARKET_UNAVAILABLE"]);
      expect(await actorOf(await identityOf(cookies))).not.toBeNull();
    });
  });

  test.each(["foo", "javascript:x", "http://", "::"])(
    "an address to return to that is none is the caller's fault, and tells nobody off: %s",
    async (address) => {
      const { cookies } = await signIn();
      const failed = vi.spyOn(logger, "error");
      const faults: unknown[] = [];
      const options = authOptions((fault) => faults.push(fault));
      await ask(["csrf"], { ...cookies, "next-auth.callback-url": address }, {}, options);
      expect(problemOf(faults)).toEqual([400, "REQUEST_INVALID"]);
      expect(failed).not.toHaveBeenCalled();
      failed.mockRestore();
    },
  );

  test("who acts in a session is found with one statement", async () => {
    const { cookies } = await signIn();
    const identity = (await ask(["session"], cookies)).body["identity"] as SessionIdentity;
    const sent = vi.spyOn(pg.Client.prototype, "query");
    await actorOf(identity);
    expect(sent).toHaveBeenCalledOnce();
    sent.mockRestore();
  });

  test("a token signed with another secret is no session", async () => {
    const { cookies } = await signIn();
    process.env["NEXTAUTH_SECRET"] = "another secret, also long enough for tests";
    expect((await ask(["session"], cookies)).body).toEqual({});
    process.env["NEXTAUTH_SECRET"] = "a secret that is long enough for tests";
  });
});
