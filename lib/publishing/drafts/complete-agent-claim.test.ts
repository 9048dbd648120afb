import { describe, expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { completeAccount, completeAgentClaim } from "@/lib/publishing/drafts/complete-claim";
import { getAgentClaim, getCompletion } from "@/lib/publishing/drafts/get-claim";
import { getDraftStatus, listDraftStatus } from "@/lib/publishing/drafts/get-draft-status";
import {
  everythingStored,
  mailsTo,
  makeDraft,
  tokenOf,
} from "@/lib/publishing/drafts/testing/draft-builders";
import { checkPassword } from "@/lib/identity/passwords/own-password";
import { AGENT_LINK_MS } from "@/lib/identity/agents/agent-links";
import { getIdentityStats } from "@/lib/identity/accounts/accounts";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { runs } from "@/lib/testing/full-form";

const database = testDatabase();
testBlobStore();

const newEmail = () => `${uniqueName("owner")}@example.com`;
const PASSWORD = "a long enough password";

/** An agent with two drafts whose person was sent the link. */
async function agentWithLink() {
  const email = newEmail();
  const one = await makeDraft({ contactEmail: email });
  const agent = { agentHeader: one.agent.name, secret: one.agent.secret ?? "" };
  const two = await makeDraft(agent);
  return { email, agent, one, two, token: await tokenOf(email, "claim-agent") };
}

test("one confirmation gives all drafts, present and future, and a mail with the key says so", async () => {
  const { email, agent, one, two, token } = await agentWithLink();
  expect(await getAgentClaim(token)).toMatchObject({
    state: "ready",
    agent: agent.agentHeader,
    drafts: [one.slug, two.slug],
  });
  expect((await getSkill(one.slug)).claimStatus).toBe("draft");

  const done = await completeAgentClaim(token);
  expect(done).toMatchObject({ agent: agent.agentHeader, newAccount: true, drafts: 2 });
  for (const { slug } of [one, two]) {
    expect(await getSkill(slug)).toMatchObject({
      claimStatus: "claimed",
      trustLevel: "community",
      publisher: done.username,
    });
  }
  const identity = await database().agentAuthorIdentity.findUniqueOrThrow({
    where: { name: agent.agentHeader },
  });
  expect(identity).toMatchObject({ state: "claimed", contactEmail: email });
  expect(identity.claimedAt).toBeInstanceOf(Date);
  const [mail] = await mailsTo(email);
  expect(mail?.text).toMatch(/sk_[0-9a-f]{64}/);
  expect(mail?.text).toContain(`/drafts/claim-agent-complete?token=${token}`);
  expect(await everythingStored()).not.toContain(token);

  const third = await makeDraft(agent);
  expect(third).toMatchObject({ claim: null, trustLevel: "community" });
  expect(await getSkill(third.slug)).toMatchObject({ claimStatus: "claimed", publisher: done.username });
});

test("of fifty confirmations at once one wins", async () => {
  const { email, token } = await agentWithLink();
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => completeAgentClaim(token)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected")
      expect(outcome.reason).toMatchObject({ code: "CLAIM_ALREADY_COMPLETED" });
  }
  expect(await mailsTo(email)).toHaveLength(2);
});

test("an upload at the very moment of the confirmation belongs to the account afterwards", async () => {
  for (let i = 0; i < runs(5); i++) {
    const { agent, token } = await agentWithLink();
    const uploads = Array.from({ length: 4 }, () => makeDraft(agent));
    const [done, ...drafts] = await Promise.all([completeAgentClaim(token), ...uploads]);
    for (const { slug } of drafts) {
      expect(await getSkill(slug)).toMatchObject({ claimStatus: "claimed", publisher: done.username });
    }
  }
});

describe("after the claim", () => {
  test("the link shows that it is done, changes nothing and sends nothing", async () => {
    const { email, token } = await agentWithLink();
    await completeAgentClaim(token);
    const before = await mailsTo(email);
    await expect(completeAgentClaim(token)).rejects.toMatchObject({ code: "CLAIM_ALREADY_COMPLETED" });
    expect(await getAgentClaim(token)).toMatchObject({ state: "done", maySetPassword: true });
    expect(await mailsTo(email)).toEqual(before);
  });

  test("uploads still need the secret, and another address changes nothing", async () => {
    const { email, agent, token } = await agentWithLink();
    await completeAgentClaim(token);
    await expect(makeDraft({ agentHeader: agent.agentHeader })).rejects.toMatchObject({
      code: "AGENT_SECRET_REQUIRED",
    });
    const thief = newEmail();
    const draft = await makeDraft({ ...agent, contactEmail: thief });
    expect(draft.warnings).toEqual(["contact_email was not changed: this agent has an owner"]);
    expect(await mailsTo(thief)).toEqual([]);
    const { contactEmail } = await database().agentAuthorIdentity.findUniqueOrThrow({
      where: { name: agent.agentHeader },
    });
    expect(contactEmail).toBe(email);
  });
});

describe("the link", () => {
  test("of an address that was replaced works no more", async () => {
    const { agent, token } = await agentWithLink();
    await makeDraft({ ...agent, contactEmail: newEmail() });
    await expect(completeAgentClaim(token)).rejects.toMatchObject({ code: "CLAIM_TOKEN_INVALID" });
  });

  test("ends after its days, and the next upload has a new one sent", async () => {
    const clock = fakeClock("2027-02-01T00:00:00Z");
    const email = newEmail();
    const first = await makeDraft({ contactEmail: email }, clock);
    const token = await tokenOf(email, "claim-agent");
    clock.advanceMs(AGENT_LINK_MS);
    await expect(completeAgentClaim(token, clock)).rejects.toMatchObject({ code: "CLAIM_VERIFY_EXPIRED" });
    const agent = { agentHeader: first.agent.name, secret: first.agent.secret ?? "" };
    expect((await makeDraft({ ...agent, contactEmail: email }, clock)).agent.mailSent).toBe(true);
  });
});

describe("the password", () => {
  test("can be set with the same token, once, with a user name; then it signs in", async () => {
    const { email, token } = await agentWithLink();
    await expect(getCompletion(token)).rejects.toMatchObject({ code: "CLAIM_TOKEN_INVALID" });
    await completeAgentClaim(token);
    expect(await getCompletion(token)).toMatchObject({ hasPassword: false });
    await expect(completeAccount({ token, password: "short" })).rejects.toMatchObject({
      code: "REQUEST_INVALID",
    });
    const username = uniqueName("min");
    await completeAccount({ token, password: PASSWORD, username });
    expect(await getCompletion(token)).toMatchObject({ hasPassword: true, username });
    expect(await checkPassword(email, PASSWORD)).toMatchObject({ username });
    await expect(completeAccount({ token, password: "another long password" })).rejects.toMatchObject({
      code: "CLAIM_ALREADY_COMPLETED",
    });
    expect(await checkPassword(email, "another long password")).toBeNull();
    expect(await everythingStored()).not.toContain(PASSWORD);
  });

  test("is not set together with a user name that is taken or cannot be one", async () => {
    const { token, email } = await agentWithLink();
    await completeAgentClaim(token);
    const taken = uniqueName("user");
    await database().account.create({ data: { id: `acc_${taken}`, username: taken } });
    for (const username of [taken, "A b"]) {
      await expect(completeAccount({ token, password: PASSWORD, username })).rejects.toMatchObject({
        code: "REQUEST_INVALID",
      });
    }
    expect(await checkPassword(email, PASSWORD)).toBeNull();
  });
});

describe("what can be asked of drafts", () => {
  test("by claim token, and by the agent for all of its own", async () => {
    const { agent, one, two, token } = await agentWithLink();
    expect(await getDraftStatus(one.claim?.token)).toMatchObject({
      claimStatus: "draft",
      humanActionRequired: true,
      agent: { name: agent.agentHeader, claimed: false, mailSent: true },
    });
    await completeAgentClaim(token);
    expect(await getDraftStatus(one.claim?.token)).toMatchObject({
      claimStatus: "claimed",
      humanActionRequired: false,
      agent: { claimed: true },
    });
    const all = await listDraftStatus(agent.agentHeader, agent.secret);
    expect(all.map(({ slug }) => slug).sort()).toEqual([one.slug, two.slug].sort());
    await expect(listDraftStatus(agent.agentHeader, "ag_wrong")).rejects.toMatchObject({
      code: "AGENT_SECRET_INVALID",
    });
  });

  test("and of an agent: how many of its drafts were wanted", async () => {
    const { agent, token } = await agentWithLink();
    const nobody = { totalUploads: 0, totalClaimed: 0, totalExpired: 0, claimSuccessRate: 0 };
    expect(await getIdentityStats("nobody-has-this-name")).toMatchObject(nobody);
    expect(await getIdentityStats(agent.agentHeader)).toMatchObject({ totalUploads: 2, claimSuccessRate: 0 });
    await completeAgentClaim(token);
    expect(await getIdentityStats(agent.agentHeader)).toMatchObject({ totalClaimed: 2, claimSuccessRate: 1 });
  });
});
