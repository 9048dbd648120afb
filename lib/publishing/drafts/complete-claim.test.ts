import { describe, expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { assertLinkWorks, getClaim, getVerification } from "@/lib/publishing/drafts/get-claim";
import { completeClaim } from "@/lib/publishing/drafts/complete-claim";
import { getDraftStatus } from "@/lib/publishing/drafts/get-draft-status";
import { requestClaim } from "@/lib/publishing/drafts/request-claim";
import {
  everythingStored,
  mailsTo,
  makeDraft,
  smallPackage,
  tokenOf,
} from "@/lib/publishing/drafts/testing/draft-builders";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { VERIFY_LINK_MS } from "@/lib/identity/agents/agent-links";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { CLAIM_MS } from "@/lib/registry/claim-state";
import { expireDrafts } from "@/lib/publishing/drafts/expire-drafts";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { publishVersion } from "@/lib/publishing/publish-version";
import { searchSkills } from "@/lib/search/search-skills";
import { newAddress, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

const newEmail = () => `${uniqueName("owner")}@example.com`;

async function ask(token: string | undefined, email: string, wholeAgent = false): Promise<string> {
  await requestClaim({ token, email, wholeAgent, locale: "en" });
  return tokenOf(email.toLowerCase(), "verify");
}

describe("a claim by a new address", () => {
  test("opens an account, mails its key, and makes the draft community", async () => {
    const email = newEmail();
    const draft = await makeDraft();
    const verify = await ask(draft.claim?.token, email.toUpperCase());
    expect(await getSkill(draft.slug)).toMatchObject({ claimStatus: "draft", publisher: null });
    expect(await completeClaim(verify)).toMatchObject({ slug: draft.slug, newAccount: true, alsoClaimed: 0 });
    const skill = await getSkill(draft.slug);
    expect(skill).toMatchObject({ claimStatus: "claimed", trustLevel: "community" });

    const [done, asked] = await mailsTo(email);
    expect(asked?.subject).toBe(`Confirm that ${draft.slug} is yours`);
    expect(done?.subject).toBe(`${draft.slug} is yours`);
    const key = /sk_[0-9a-f]{64}/.exec(done?.text ?? "")?.[0] ?? "";
    const actor = await authenticateApiKey(key);
    expect([actor.username, actor.reachable]).toEqual([skill.publisher, true]);
    const next = {
      actor,
      package: smallPackage(draft.slug, { "main.py": "2" }),
      source: "json_content",
    } as const;
    expect((await publishVersion(next)).version).toBe("0.0.2");

    const stored = await everythingStored();
    for (const text of [key, verify, draft.claim?.token ?? "?"]) expect(stored).not.toContain(text);
  });

  test("gives a user name that says nothing of the address", async () => {
    const draft = await makeDraft();
    const { username } = await completeClaim(await ask(draft.claim?.token, "min.seo@example.org"));
    expect(username).toMatch(/^user-[0-9a-f]{10}$/);
  });
});

describe("a claim by an address that has an account", () => {
  test("joins it, without a new key", async () => {
    const email = newEmail();
    const account = await createAccount({ username: uniqueName("user"), email, emailVerified: true });
    const draft = await makeDraft();
    expect(await completeClaim(await ask(draft.claim?.token, email))).toMatchObject({
      username: account.username,
      newAccount: false,
    });
    for (const { text } of await mailsTo(email)) expect(text).not.toContain("sk_");
    expect((await getSkill(draft.slug)).publisher).toBe(account.username);
    expect((await searchSkills({ author: account.username })).total).toBe(1);
  });

  test("that never proved the address: whatever opened the account before opens it no more", async () => {
    const email = newEmail();
    const squatter = await createAccount({ username: uniqueName("user"), email });
    const { key } = await createApiKey(squatter, "of the squatter");
    const draft = await makeDraft();
    expect(await completeClaim(await ask(draft.claim?.token, email))).toMatchObject({ newAccount: true });
    await expect(authenticateApiKey(key)).rejects.toMatchObject({ code: "AUTH_FAILED" });
  });

  test("that never proved it and has a wallet: the account keeps the wallet and loses the address", async () => {
    const email = newEmail();
    const wallet = { address: newAddress(), kind: "wallet" } as const;
    const squatter = await createAccount({ username: uniqueName("user"), email, wallet });
    const draft = await makeDraft();
    const { username } = await completeClaim(await ask(draft.claim?.token, email));
    expect(username).not.toBe(squatter.username);
    const row = await database().account.findUniqueOrThrow({ where: { id: squatter.accountId } });
    expect(row.email).toBeNull();
  });
});

describe("of fifty confirmations at once one wins", () => {
  test("of one link", async () => {
    const email = newEmail();
    const draft = await makeDraft();
    const verify = await ask(draft.claim?.token, email);
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => completeClaim(verify)));
    expectOneWinner(outcomes);
    expect(await mailsTo(email)).toHaveLength(2);
    expect(await database().account.count({ where: { email } })).toBe(1);
  });

  test("of fifty links of fifty people, and no account is left of the losers", async () => {
    const draft = await makeDraft();
    const links: string[] = [];
    const emails = Array.from({ length: 50 }, newEmail);
    for (const email of emails) links.push(await ask(draft.claim?.token, email));
    const outcomes = await Promise.allSettled(links.map((link) => completeClaim(link)));
    expectOneWinner(outcomes);
    expect(await database().account.count({ where: { email: { in: emails } } })).toBe(1);
    expect(
      await database().draftClaimVerification.count({
        where: { usedAt: { not: null }, skillId: draft.skillId },
      }),
    ).toBe(1);
  });
});

function expectOneWinner(outcomes: PromiseSettledResult<unknown>[]): void {
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected")
      expect(outcome.reason).toMatchObject({ code: "CLAIM_ALREADY_COMPLETED" });
  }
}

describe("the whole agent", () => {
  test("goes with the draft only when that was asked for", async () => {
    const one = await makeDraft();
    const agent = { agentHeader: one.agent.name, secret: one.agent.secret ?? "" };
    const two = await makeDraft(agent);
    const three = await makeDraft(agent);
    expect(await completeClaim(await ask(one.claim?.token, newEmail()))).toMatchObject({ alsoClaimed: 0 });
    expect((await getSkill(two.slug)).claimStatus).toBe("draft");
    expect(await getClaim(two.claim?.token)).toMatchObject({
      state: "open",
      otherDrafts: 1,
      agentIsOpen: true,
    });
    const whole = await ask(two.claim?.token, newEmail(), true);
    expect(await completeClaim(whole)).toMatchObject({ alsoClaimed: 1 });
    expect((await getSkill(three.slug)).claimStatus).toBe("claimed");
    const later = await makeDraft(agent);
    expect(later).toMatchObject({ claim: null, trustLevel: "community", agent: { state: "claimed" } });
    expect((await getSkill(later.slug)).claimStatus).toBe("claimed");
  });
});

describe("a token that does not open anything", () => {
  test.each([undefined, "", "nope", "x".repeat(500), 5, { token: "x" }])(
    "%j is CLAIM_TOKEN_INVALID",
    async (token) => {
      const invalid = { code: "CLAIM_TOKEN_INVALID" };
      await expect(requestClaim({ token, email: newEmail(), locale: "en" })).rejects.toMatchObject(invalid);
      await expect(completeClaim(token)).rejects.toMatchObject(invalid);
      await expect(getClaim(token)).rejects.toMatchObject(invalid);
      await expect(getVerification(token)).rejects.toMatchObject(invalid);
      await expect(getDraftStatus(token)).rejects.toMatchObject(invalid);
    },
  );

  test("the claim token does not confirm, and the confirmation does not claim", async () => {
    const draft = await makeDraft();
    const verify = await ask(draft.claim?.token, newEmail());
    await expect(completeClaim(draft.claim?.token)).rejects.toMatchObject({ code: "CLAIM_TOKEN_INVALID" });
    await expect(requestClaim({ token: verify, email: newEmail(), locale: "en" })).rejects.toMatchObject({
      code: "CLAIM_TOKEN_INVALID",
    });
  });

  test("after the claim: CLAIM_ALREADY_COMPLETED, also for links sent before", async () => {
    const draft = await makeDraft();
    const [winner, loser] = [newEmail(), newEmail()];
    const first = await ask(draft.claim?.token, winner);
    const second = await ask(draft.claim?.token, loser);
    await completeClaim(second);
    const completed = { code: "CLAIM_ALREADY_COMPLETED" };
    await expect(completeClaim(first)).rejects.toMatchObject(completed);
    await expect(completeClaim(second)).rejects.toMatchObject(completed);
    await expect(
      requestClaim({ token: draft.claim?.token, email: newEmail(), locale: "en" }),
    ).rejects.toMatchObject(completed);
    expect(await getVerification(first)).toMatchObject({ state: "taken" });
    expect(await getVerification(second)).toMatchObject({ state: "done", maySetPassword: true });
    expect(await mailsTo(winner)).toHaveLength(1);
  });

  test("what is no e-mail address sends nothing", async () => {
    const draft = await makeDraft();
    const request = { token: draft.claim?.token, email: "not-an-address", locale: "en" } as const;
    await expect(requestClaim(request)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    expect(await mailsTo("not-an-address")).toEqual([]);
  });

  test("an address is not flooded with mail", async () => {
    const email = newEmail();
    const draft = await makeDraft();
    const request = { token: draft.claim?.token, email, locale: "en" } as const;
    for (let i = 0; i < 6; i++) await requestClaim(request);
    await expect(requestClaim(request)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });
});

describe("time", () => {
  test("a confirmation link lasts 24 hours, and another can be asked for", async () => {
    const clock = fakeClock("2027-05-01T00:00:00Z");
    const draft = await makeDraft({}, clock);
    const email = newEmail();
    const request = { token: draft.claim?.token, email, locale: "en" } as const;
    await requestClaim(request, clock);
    const link = await tokenOf(email, "verify");
    clock.advanceMs(VERIFY_LINK_MS);
    const tooOld = { code: "CLAIM_VERIFY_EXPIRED" };
    await expect(completeClaim(link, clock)).rejects.toMatchObject(tooOld);
    await expect(assertLinkWorks("verify", link, clock)).rejects.toMatchObject(tooOld);
    expect(await getVerification(link, clock)).toMatchObject({ state: "expired" });
    await requestClaim(request, clock);
    await completeClaim(await tokenOf(email, "verify"), clock);
  });

  test("a draft ends after 30 days, before and after the job notes it: off the lists, still at its address", async () => {
    const clock = fakeClock("2027-06-01T00:00:00Z");
    const draft = await makeDraft({}, clock);
    const token = draft.claim?.token;
    clock.advanceMs(CLAIM_MS - 1);
    const found = async () => (await searchSkills({ q: draft.slug }, { clock })).rows.map(({ slug }) => slug);
    expect(await found()).toContain(draft.slug);
    clock.advanceMs(1);
    const expectEnded = async () => {
      const request = { token, email: newEmail(), locale: "en" } as const;
      await expect(requestClaim(request, clock)).rejects.toMatchObject({ code: "CLAIM_TOKEN_EXPIRED" });
      expect(await getClaim(token, clock)).toMatchObject({ state: "expired" });
      expect(await getDraftStatus(token, clock)).toMatchObject({
        claimStatus: "expired",
        humanActionRequired: false,
      });
      expect(await found()).not.toContain(draft.slug);
    };
    await expectEnded();
    await expireDrafts(clock.now());
    await expectEnded();
    expect(await getSkill(draft.slug)).toMatchObject({ claimStatus: "expired", trustLevel: "sandbox" });
  });

  test("a claimed draft does not end", async () => {
    const clock = fakeClock("2027-08-01T00:00:00Z");
    const draft = await makeDraft({}, clock);
    const email = newEmail();
    await requestClaim({ token: draft.claim?.token, email, locale: "en" }, clock);
    await completeClaim(await tokenOf(email, "verify"), clock);
    clock.advanceMs(CLAIM_MS);
    await expireDrafts(clock.now());
    expect((await getSkill(draft.slug)).claimStatus).toBe("claimed");
  });
});
