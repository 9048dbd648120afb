import { describe, expect, test, vi } from "vitest";
import { signInWithPassword } from "@/lib/web/auth/sign-in-with-password";
import { signInWithWallet } from "@/lib/web/auth/sign-in-with-wallet";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { isDomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { findActorOfSession, type SessionIdentity } from "@/lib/identity/accounts/accounts";
import { setRole } from "@/lib/identity/accounts/set-role";
import { createAgentIdentity } from "@/lib/identity/agents/create-agent-identity";
import { proveAgent } from "@/lib/identity/agents/prove-agent";
import { answerDeviceLogin, beginDeviceLogin, redeemDeviceCode } from "@/lib/identity/devices/device-login";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { createApiKey, makeKeyWithWallet, revokeApiKey } from "@/lib/identity/keys/own-keys";
import { requestPasswordReset, resetPassword } from "@/lib/identity/passwords/password-reset";
import { confirmRegistration, registerOwner } from "@/lib/identity/registration/owner-registration";
import { findJoining, joinByMail, requestJoining } from "@/lib/identity/registration/joining";
import {
  enterByIssuer,
  linkIssuer,
  listLinkedIssuers,
  unlinkIssuer,
} from "@/lib/identity/issuers/issuer-identities";
import { newId } from "@/lib/kernel/ids";
import { endSession, endSessions } from "@/lib/identity/sessions/end-sessions";
import { ask, confirm, mailOwner, newEmail, tokenTo } from "@/lib/identity/testing/own-email";
import { askWallet, newWallet, type SigningWallet } from "@/lib/identity/testing/signing-wallet";
import { issueSignInChallenge, type SignInAttempt } from "@/lib/identity/wallets/sign-in-challenge";
import { unlinkWallet } from "@/lib/identity/wallets/own-wallets";
import { ENDINGS, isEndedBy, WAYS_IN, type Ending, type WayIn } from "@/lib/identity/ways-in";
import { completeAccount, completeAgentClaim } from "@/lib/publishing/drafts/complete-claim";
import { makeDraft, mailsTo, tokenOf } from "@/lib/publishing/drafts/testing/draft-builders";
import { getActorOf, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";

const database = testDatabase();
testBlobStore();
process.env["NEXTAUTH_SECRET"] = "a secret that is long enough for tests";

const [PASSWORD, ANOTHER] = ["a long enough password", "another long password"];
const LATER = new Date(Date.now() + 24 * 3_600_000);

/** A person with every way in there is, and what they know. */
interface Person {
  accountId: string;
  username: string;
  email: string;
  wallet: SigningWallet;
  /** The key of `API key`, or another one where that is not what is tried. */
  keyId: string;
  key: string;
  /** The session that is signed out of. */
  session: SessionIdentity;
  actor: () => Promise<Actor>;
}

/** As next-auth hands over what a wallet answered. */
const asSent = ({ message, signature, cookie }: SignInAttempt) => ({
  message: Buffer.from(message).toString("base64"),
  signature: Buffer.from(signature).toString("base64"),
  cookie,
});
const enter = async (attempt: SignInAttempt) => (await signInWithWallet(asSent(attempt))).identity;

let callers = 0;
const enterByPassword = (email: string, password: string) =>
  signInWithPassword({ email, password }, `198.51.100.${(callers += 1)}`);

async function somebody({ password = true } = {}): Promise<Person> {
  const { actor, email } = await mailOwner(password ? { password: PASSWORD } : {});
  const { accountId, username } = actor;
  const wallet = newWallet();
  // With another wallet, which stays: the last way in is not taken away.
  for (const { address } of [wallet, newWallet()])
    await database().wallet.create({ data: { address, accountId, kind: "wallet" } });
  const session = await enter(await askWallet(wallet));
  const confirmed = await findActorOfSession(session);
  await linkIssuer(confirmed!, LINKED_ONLY, { sub: username });
  const { id: keyId, key } = await createApiKey(confirmed!, "of the wallet");
  return { accountId, username, email, wallet, keyId, key, session, actor: () => getActorOf(username) };
}

async function tokenIn(email: string, form: RegExp): Promise<string> {
  for (const { text } of await mailsTo(email)) {
    const found = form.exec(text)?.[1];
    if (found !== undefined) return decodeURIComponent(found);
  }
  throw new Error(`no mail to ${email} has ${form}`);
}

async function askToJoin(email: string): Promise<string> {
  await requestJoining({ email, locale: "en", returnTo: "/keys" });
  return tokenIn(email, /sign-in\/mail\?token=([\w%.-]+)/);
}

async function askToReset(email: string): Promise<string> {
  await requestPasswordReset({ email, locale: "en" });
  return tokenIn(email, /\/login\/reset\?token=([\w%.-]+)/);
}

async function register(email: string): Promise<string> {
  await registerOwner({ username: uniqueName("user"), email, locale: "en" });
  return tokenIn(email, /\/owners\/verify\?token=([\w%.-]+)/);
}

/** What each ending is, done for real. */
const END: Record<Ending, (person: Person) => Promise<unknown>> = {
  "sign-out": ({ session }) => endSession(session, LATER),
  "sign-out-everywhere": async ({ actor }) => endSessions(await actor()),
  "new-password": ({ email }) => reset(email, false),
  "new-password-and-keys": ({ email }) => reset(email, true),
  "address-changed": async (person) => {
    const next = newEmail();
    const actor = await person.actor();
    await ask(actor, next);
    expect(await confirm(actor, await tokenTo(next))).toBe(true);
    person.email = next;
  },
  "wallet-unlinked": async ({ actor, wallet }) => unlinkWallet(await actor(), { address: wallet.address }),
  "issuer-unlinked": async ({ actor, accountId }) => {
    const [linked] = await listLinkedIssuers(accountId);
    await unlinkIssuer(await actor(), { id: linked!.id, what: "acme" });
  },
  "key-revoked": async ({ actor, keyId }) => revokeApiKey(await actor(), keyId),
  "role-changed": ({ accountId }) => setRole("operator", accountId, "administrator"),
  "account-closed": async ({ actor, username }) => closeAccount(await actor(), { username, locale: "en" }),
};

async function reset(email: string, endKeys: boolean) {
  expect(await resetPassword({ token: await askToReset(email), password: ANOTHER, endKeys })).toBe(true);
}

/** Linked by its person: trusted for no address, it opens no other account. */
const LINKED_ONLY = { id: "acme", issuer: "https://login.acme.example", domains: [] };

async function enterByAcme({ username }: Person) {
  const came = await enterByIssuer(LINKED_ONLY, { sub: username }, { locale: "en" });
  if ("refused" in came) throw new Error(came.refused);
  return came;
}

/** How each way is opened, or asked for; the answer tries it, and gives the account that it led into. */
const OPEN: Record<WayIn, (person: Person) => Promise<() => Promise<string | null | undefined>>> = {
  "session of a password or a mailed link": async (person) => {
    const identity = (await enterByPassword(person.email, PASSWORD))!.identity;
    person.session = identity;
    return async () => (await findActorOfSession(identity))?.accountId;
  },
  "session of a wallet":
    async ({ session }) =>
    async () =>
      (await findActorOfSession(session))?.accountId,
  "session of an issuer": async (person) => {
    const { issuerIdentity, sessionVersion } = await enterByAcme(person);
    const identity = {
      id: newId("ses"),
      accountId: person.accountId,
      address: null,
      sessionVersion,
      issuerIdentity,
    };
    person.session = identity;
    return async () => (await findActorOfSession(identity))?.accountId;
  },
  issuer: async (person) => async () => {
    const came = await enterByIssuer(LINKED_ONLY, { sub: person.username }, { locale: "en" });
    return "accountId" in came ? came.accountId : null;
  },
  wallet:
    async ({ wallet }) =>
    async () =>
      (await enter(await askWallet(wallet))).accountId,
  "signed sign-in question": async ({ wallet }) => {
    const signed = await askWallet(wallet);
    return async () => (await enter(signed)).accountId;
  },
  password: async (person) => async () => (await enterByPassword(person.email, PASSWORD))?.identity.accountId,
  "mailed sign-in link": async ({ email }) => {
    const token = await askToJoin(email);
    return async () => (await joinByMail(token)).accountId;
  },
  "mailed link to a new password": async ({ email, accountId }) => {
    const token = await askToReset(email);
    const set = () => resetPassword({ token, password: "a third long password", endKeys: false });
    return async () => ((await set()) ? accountId : null);
  },
  "mailed link to another address": async ({ actor, accountId }) => {
    const next = newEmail();
    await ask(await actor(), next);
    const token = await tokenTo(next);
    return async () => ((await confirm(await actor(), token)) ? accountId : null);
  },
  "mailed link that sets the first password": async ({ email, accountId }) => {
    const token = await register(email);
    await confirmRegistration(token);
    return async () => (await completeAccount({ token, password: PASSWORD }), accountId);
  },
  "API key":
    async ({ key }) =>
    async () =>
      (await authenticateApiKey(key)).accountId,
  "program let in that has not fetched its key": async ({ session }) => {
    const { deviceCode, userCode } = await beginDeviceLogin("a program");
    await answerDeviceLogin((await findActorOfSession(session))!, userCode, "approved");
    return async () => {
      const fetched = await redeemDeviceCode(deviceCode);
      return "key" in fetched ? (await authenticateApiKey(fetched.key)).accountId : null;
    };
  },
  "agent's secret": async ({ accountId }) => {
    const name = uniqueName("bot");
    const { identity, secret } = await createAgentIdentity(database(), { name }, new Date());
    await database().agentAuthorIdentity.update({
      where: { id: identity.id },
      data: { accountId, state: "claimed", claimedAt: new Date() },
    });
    return async () => (await proveAgent(name, secret))?.accountId;
  },
};

/** A way that is shut is refused by a code, or leads into another account. */
const REFUSALS = [
  "AUTH_FAILED",
  "CLAIM_TOKEN_INVALID",
  "CLAIM_ALREADY_COMPLETED",
  "SIGN_IN_CHALLENGE_INVALID",
  "AGENT_SECRET_INVALID",
] as const;

async function leadsInto(attempt: () => Promise<string | null | undefined>): Promise<string | null> {
  try {
    return (await attempt()) ?? null;
  } catch (error) {
    if (isDomainError(error) && REFUSALS.some((code) => code === error.code)) return null;
    if (error instanceof Error && error.message.endsWith("is closed")) return null;
    throw error;
  }
}

/** What is asked for and ended in one millisecond is not known to be before or after. */
async function clockHasMoved(): Promise<void> {
  const from = Date.now();
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(from), { interval: 1 });
}

const FIRST = "mailed link that sets the first password";
const ways = Object.keys(WAYS_IN) as WayIn[];

describe.each(ways)("%s", (way) => {
  test("leads into the account while nothing has ended it", async () => {
    const person = await somebody({ password: way !== FIRST });
    expect(await leadsInto(await OPEN[way](person))).toBe(person.accountId);
  });

  test.each(ENDINGS)("after %s, as the table says", async (ending) => {
    const person = await somebody({ password: way !== FIRST });
    const attempt = await OPEN[way](person);
    await clockHasMoved();
    await END[ending](person);
    const opened = (await leadsInto(attempt)) === person.accountId;
    expect(opened).toBe(!isEndedBy(way, ending));
  });
});

describe("a link that was asked for before all sessions were ended", () => {
  test("is shown as over, so that nobody presses its button", async () => {
    const person = await somebody();
    const token = await askToJoin(person.email);
    expect(await findJoining(token)).toMatchObject({ state: "ready" });
    await clockHasMoved();
    await endSessions(await person.actor());
    expect(await findJoining(token)).toMatchObject({ state: "expired" });
    const next = await askToJoin(person.email);
    expect(await joinByMail(next)).toMatchObject({ accountId: person.accountId });
  });

  test("does not open the account while these are being ended", async () => {
    const person = await somebody();
    const token = await askToJoin(person.email);
    const late = whileHeld(
      (tx) =>
        tx.account.update({
          where: { id: person.accountId },
          data: { sessionVersion: { increment: 1 }, waysEndedAt: LATER },
        }),
      () => joinByMail(token),
    );
    await expect(late).rejects.toMatchObject({ code: "CLAIM_TOKEN_INVALID" });
  });

  test("sets no first password while these are being ended", async () => {
    const person = await somebody({ password: false });
    const token = await register(person.email);
    await confirmRegistration(token);
    const late = whileHeld(
      (tx) => tx.account.update({ where: { id: person.accountId }, data: { waysEndedAt: LATER } }),
      () => completeAccount({ token, password: PASSWORD }),
    );
    await expect(late).rejects.toMatchObject({ code: "CLAIM_ALREADY_COMPLETED" });
    expect(await enterByPassword(person.email, PASSWORD)).toBeNull();
  });

  test("of a registration, used only afterwards, sets no first password", async () => {
    const person = await somebody({ password: false });
    const token = await register(person.email);
    await clockHasMoved();
    await endSessions(await person.actor());
    await confirmRegistration(token);
    await expect(completeAccount({ token, password: PASSWORD })).rejects.toMatchObject({
      code: "CLAIM_TOKEN_INVALID",
    });
  });

  test("of an agent still gives the agent to the account, and mails no way into it", async () => {
    const person = await somebody({ password: false });
    const agent = uniqueName("bot");
    await makeDraft({ agentHeader: agent, contactEmail: person.email });
    const token = await tokenOf(person.email, "claim-agent");
    await clockHasMoved();
    await endSessions(await person.actor());
    expect(await completeAgentClaim(token)).toMatchObject({ username: person.username, drafts: 1 });
    const [mail] = await mailsTo(person.email);
    expect(mail?.text).toContain(agent);
    expect(mail?.text).not.toContain("claim-agent-complete");
    await expect(completeAccount({ token, password: PASSWORD })).rejects.toMatchObject({
      code: "CLAIM_TOKEN_INVALID",
    });
  });

  test("to an address that another account has proven since, opens neither account", async () => {
    const [first, second] = [await somebody(), await somebody()];
    const address = first.email;
    const token = await askToJoin(address);
    await END["address-changed"](first);
    const actor = await second.actor();
    await ask(actor, address);
    expect(await confirm(actor, await tokenTo(address))).toBe(true);
    await expect(joinByMail(token)).rejects.toMatchObject({ code: "CLAIM_TOKEN_INVALID" });
  });
});

test("a question for an API key that was signed before all sessions were ended makes none", async () => {
  const person = await somebody();
  const { text, cookie } = await issueSignInChallenge(person.wallet.address, undefined, "key");
  await clockHasMoved();
  await endSessions(await person.actor());
  const message = new TextEncoder().encode(text);
  const attempt = { message, signature: person.wallet.sign(message), cookie };
  await expect(makeKeyWithWallet(attempt, "of a thief")).rejects.toMatchObject({
    code: "SIGN_IN_CHALLENGE_INVALID",
  });
});
