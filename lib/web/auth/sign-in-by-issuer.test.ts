import type { JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findActorOfSession, type SessionIdentity } from "@/lib/identity/accounts/accounts";
import type { Actor } from "@/lib/identity/actor";
import { listLinkedIssuers, unlinkIssuer } from "@/lib/identity/issuers/issuer-identities";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { findJoining, requestJoining } from "@/lib/identity/registration/joining";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { getActorOf, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { authOptions } from "@/lib/web/auth/auth-options";
import { comeByIssuer } from "@/lib/web/auth/come-by-issuer";
import { issuerProvider, providerIdOf } from "@/lib/web/auth/issuer-provider";
import { ask, SITE, type Cookies } from "@/lib/web/auth/testing/ask-next-auth";
import { startIssuerOfOwn, type OwnIssuer, type Wish } from "@/lib/web/auth/testing/own-issuer";

const database = testDatabase();
let acme: OwnIssuer;
let other: OwnIssuer;
beforeAll(async () => {
  process.env["NEXTAUTH_SECRET"] = "a secret that is long enough for tests";
  process.env["NEXTAUTH_URL"] = SITE;
  acme = await startIssuerOfOwn();
  other = await startIssuerOfOwn({ id: "other", domains: [] });
});
afterAll(() => Promise.all([acme.close(), other.close()]));

interface Attempt extends Wish {
  at?: OwnIssuer;
  /** Who is signed in and links it. */
  links?: Actor;
  /** Changes what the browser is led back with. */
  back?: (query: Record<string, string>) => Record<string, string>;
  cookies?: Cookies;
}

/** A whole sign-in: what refused it, and the session that it opened. */
async function enter({ at = acme, links, back = (query) => query, cookies = {}, ...wish }: Attempt = {}) {
  let reason: string | null = null;
  const provider = await issuerProvider(at.setting);
  const faults: unknown[] = [];
  const options = () =>
    authOptions((fault) => faults.push(fault), {
      provider,
      refuse: (fault) => (reason = fault),
      async come(claims) {
        const came = await comeByIssuer(at.setting, claims, { links: links ?? null, locale: "en" });
        if ("refused" in came) reason = came.refused;
        return came;
      },
    });
  const id = providerIdOf(at.setting);
  const { csrfToken } = (await ask(["csrf"], cookies, {}, options())).body as { csrfToken: string };
  const asked = await ask(["signin", id], cookies, { csrfToken, callbackUrl: "/keys" }, options());
  const query = back(at.agree(asked.location ?? "", wish));
  const answer = await ask(["callback", id], cookies, {}, options(), query);
  const { identity } = (await ask(["session"], cookies, {}, options())).body as {
    identity?: SessionIdentity;
  };
  expect(faults).toEqual([]);
  return {
    reason,
    identity: identity ?? null,
    location: answer.location,
    authorization: asked.location ?? "",
  };
}

const person = (name = uniqueName("p")) => ({
  claims: { sub: name, email: `${name}@acme.example` },
  email: `${name}@acme.example`,
});

test("a verified address of a domain that the issuer is trusted for opens an account, once", async () => {
  const { claims, email } = person();
  const first = await enter({ claims });
  expect(first).toMatchObject({ reason: null, location: `${SITE}/keys` });
  const actor = await findActorOfSession(first.identity!);
  expect(actor?.username).toMatch(/^user-/);
  expect(await database().account.findUnique({ where: { id: actor!.accountId } })).toMatchObject({ email });
  const again = await enter({ claims });
  expect(again.identity?.accountId).toBe(actor?.accountId);
});

test("the request asks with PKCE, state and nonce; discovery and keys are fetched once", async () => {
  const { authorization } = await enter(person());
  const { searchParams } = new URL(authorization);
  expect(searchParams.get("code_challenge_method")).toBe("S256");
  for (const name of ["state", "nonce", "code_challenge"])
    expect(searchParams.get(name)).toMatch(/^[\w-]{20,}$/);
  await enter(person());
  expect(acme.asked.get("/.well-known/openid-configuration")).toBe(1);
  expect(acme.asked.get("/keys")).toBe(1);
});

const without = (claims: JWTPayload, name: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

describe("refused by name, and nobody is signed in", () => {
  const forged: Record<string, Attempt & { says: string }> = {
    "another issuer": { says: "iss", claims: { iss: "https://evil.example" } },
    "another audience": { says: "aud", claims: { aud: "another-client" } },
    "several audiences, for another party": {
      says: "aud",
      claims: { aud: ["market", "another-client"], azp: "another-client" },
    },
    "an old token": { says: "expired", claims: { exp: Math.floor(Date.now() / 1000) - 60 } },
    "a token of tomorrow": { says: "not_yet", claims: { nbf: Math.floor(Date.now() / 1000) + 86_400 } },
    "the nonce of another sign-in": { says: "nonce", claims: { nonce: "of-another-sign-in" } },
    "no nonce": { says: "nonce", forge: ({ claims, sign }) => sign(without(claims, "nonce")) },
    "a key of the forger's own": {
      says: "signature",
      forge: ({ claims, sign, strange }) => sign(claims, { key: strange }),
    },
    "a key that the issuer does not have": {
      says: "key",
      forge: ({ claims, sign, strange }) => sign(claims, { key: strange, kid: "unknown" }),
    },
    "no signature": { says: "algorithm", forge: ({ claims, unsigned }) => unsigned(claims) },
    "a signature by the client's secret": {
      says: "algorithm",
      forge: ({ claims, unsigned }) => unsigned(claims, acme.setting.client_secret),
    },
    "claims that were changed after they were signed": {
      says: "signature",
      async forge({ claims, sign }) {
        const [head, , signature] = (await sign(claims)).split(".");
        const changed = Buffer.from(JSON.stringify({ ...claims, sub: "somebody" })).toString("base64url");
        return `${head}.${changed}.${signature}`;
      },
    },
    "no token at all": { says: "malformed", forge: () => "no.token.here" },
    "no subject": {
      says: "claim",
      forge: ({ claims, sign }) => sign(without(claims, "sub")),
    },
    "an unverified address": { says: "email_unverified", claims: { email_verified: false } },
    "an address of another domain": { says: "email_domain", claims: { email: "mira@evil.example" } },
    "the state of another browser": { says: "state", back: (query) => ({ ...query, state: "another" }) },
    "a browser that did not ask": { says: "state", cookies: withoutCookies() },
    "an answer of another issuer": {
      says: "iss",
      back: (query) => ({ ...query, iss: "https://evil.example" }),
    },
    "a person who declined": {
      says: "denied",
      back: ({ state = "" }) => ({ state, error: "access_denied" }),
    },
    "a code that nobody gave": { says: "answer", back: (query) => ({ ...query, code: "guessed" }) },
  };

  test.each(Object.entries(forged))("%s", async (_, { says, ...attempt }) => {
    const before = await database().account.count();
    const { reason, identity } = await enter(attempt);
    expect(reason).toBe(says);
    expect(identity).toBeNull();
    expect(await database().account.count()).toBe(before);
  });
});

/** The cookies of a browser that keeps none of a sign-in. */
function withoutCookies(): Cookies {
  return new Proxy<Cookies>(
    {},
    {
      set: (cookies, name, value) =>
        name === "next-auth.csrf-token" ? Reflect.set(cookies, name, value) : true,
    },
  );
}

test("an account of the address is joined by a trusted issuer, and its owner is told", async () => {
  const { claims, email } = person();
  const { actor } = await mailOwner({ email });
  const { identity } = await enter({ claims });
  expect(identity?.accountId).toBe(actor.accountId);
  expect((await mailsTo(email)).some(({ subject }) => /sign-in was linked/i.test(subject))).toBe(true);
});

test("an issuer that is trusted for no domain lets nobody in by an address, whether that has an account or not", async () => {
  const { claims, email } = person();
  await mailOwner({ email });
  expect((await enter({ at: other, claims })).reason).toBe("not_linked");
  expect((await enter({ at: other, ...person() })).reason).toBe("not_linked");
});

test("linking takes both proofs: a session that was confirmed, and the token", async () => {
  const { actor } = await mailOwner();
  const { claims } = person();
  const old = { ...actor, session: { ...actor.session!, confirmedAt: new Date(0) } };
  expect((await enter({ at: other, claims, links: old })).reason).toBe("unconfirmed");
  expect((await enter({ at: other, claims, links: actor })).reason).toBeNull();
  expect((await enter({ at: other, claims })).identity?.accountId).toBe(actor.accountId);
  const another = (await mailOwner()).actor;
  expect((await enter({ at: other, claims, links: another })).reason).toBe("linked_elsewhere");
});

test("once it is unlinked its sessions are over, and it lets nobody in", async () => {
  const { actor } = await mailOwner();
  const { claims } = person();
  await enter({ at: other, claims, links: actor });
  const { identity } = await enter({ at: other, claims });
  expect(await findActorOfSession(identity!)).not.toBeNull();
  const [linked] = await listLinkedIssuers(actor.accountId);
  await unlinkIssuer(await getActorOf(actor.username), { id: linked!.id, what: "other" });
  expect(await findActorOfSession(identity!)).toBeNull();
  expect((await enter({ at: other, claims })).reason).toBe("not_linked");
});

test("whoever came in by an issuer gets in by a mailed link as well", async () => {
  const { claims, email } = person();
  const { identity } = await enter({ claims });
  await requestJoining({ email, locale: "en", returnTo: "/keys" });
  const [mail] = await mailsTo(email);
  const token = new URL(/http\S+sign-in\/mail\?\S+/.exec(mail?.text ?? "")![0]).searchParams.get("token");
  expect(await findJoining(token)).toMatchObject({ state: "ready" });
  expect(identity).not.toBeNull();
});
