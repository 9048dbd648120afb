import { describe, expect, test } from "vitest";
import {
  everythingStored,
  mailsTo,
  makeDraft,
  newClientAddress,
  rejectedPackage,
} from "@/lib/publishing/drafts/testing/draft-builders";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

test("an agent gets its secret once; neither it nor the claim token is stored in plain", async () => {
  const agentHeader = uniqueName("bot");
  const first = await makeDraft({ agentHeader });
  const secret = first.agent.secret ?? "";
  expect(secret).toMatch(/^ag_[0-9a-f]{64}$/);
  const second = await makeDraft({ agentHeader, secret });
  expect(second.agent).toMatchObject({ secret: null, isNew: false });
  const stored = await everythingStored();
  for (const text of [secret, first.claim?.token ?? "?", second.claim?.token ?? "?"]) {
    expect(stored).not.toContain(text);
    expect(stored).not.toContain(text.slice(10));
  }
});

describe("an agent's name", () => {
  test("is not one that readers would take for the market", async () => {
    for (const agentHeader of ["Emporion", "emporion-official@openai", "E.m.porion_bot"])
      await expect(makeDraft({ agentHeader })).rejects.toMatchObject({ code: "AGENT_AUTHOR_INVALID" });
  });

  test("once taken needs its secret, whatever the capitals", async () => {
    const agentHeader = uniqueName("Bot");
    await makeDraft({ agentHeader });
    for (const header of [agentHeader, agentHeader.toUpperCase(), `${agentHeader}@other`]) {
      await expect(makeDraft({ agentHeader: header })).rejects.toMatchObject({
        code: "AGENT_SECRET_REQUIRED",
      });
      await expect(makeDraft({ agentHeader: header, secret: "ag_wrong" })).rejects.toMatchObject({
        code: "AGENT_SECRET_INVALID",
      });
    }
  });

  test("is not opened by another agent's secret", async () => {
    const { agent } = await makeDraft();
    const other = uniqueName("bot");
    await makeDraft({ agentHeader: other });
    await expect(makeDraft({ agentHeader: other, secret: agent.secret ?? "" })).rejects.toMatchObject({
      code: "AGENT_SECRET_INVALID",
    });
  });

  test("is not taken by an upload that fails", async () => {
    const agentHeader = uniqueName("bot");
    const bad = { agentHeader, package: rejectedPackage() };
    await expect(makeDraft(bad)).rejects.toMatchObject({ code: "DRAFT_NOT_APPROVED" });
    await expect(makeDraft({ agentHeader, name: "Not A Name" })).rejects.toMatchObject({
      code: "UPLOAD_FAILED",
    });
    expect((await makeDraft({ agentHeader })).agent.isNew).toBe(true);
  });

  test("goes to one of fifty first uploads at once", async () => {
    const agentHeader = uniqueName("bot");
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => makeDraft({ agentHeader })));
    const kept = outcomes.filter(({ status }) => status === "fulfilled");
    expect(kept).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({ code: "AGENT_SECRET_REQUIRED" });
    }
    const where = { name: agentHeader };
    expect(await database().agentAuthorIdentity.count({ where })).toBe(1);
    expect(await database().skill.count({ where: { agentIdentity: where } })).toBe(1);
  });

  test.each([
    [undefined, "AGENT_AUTHOR_REQUIRED"],
    [" ", "AGENT_AUTHOR_REQUIRED"],
    ["my bot", "AGENT_AUTHOR_INVALID"],
    ["a".repeat(81), "AGENT_AUTHOR_INVALID"],
  ])("%j is refused with %s", async (agentHeader, code) => {
    await expect(makeDraft({ agentHeader })).rejects.toMatchObject({ code });
  });
});

describe("what is personal", () => {
  test("is removed from the attribution and stored nowhere", async () => {
    const agentHeader = uniqueName("bot");
    const authorAgent = {
      name: agentHeader,
      session_id: "raw-session-of-somebody",
      session_id_hash: "sha256:0123",
      email: "person@example.com",
      user_id: "user-4711",
    };
    const draft = await makeDraft({ agentHeader, authorAgent });
    expect(draft.authorAgent).toEqual({ name: agentHeader, session_id_hash: "sha256:0123" });
    expect(draft.warnings).toHaveLength(3);
    const stored = await everythingStored();
    for (const text of ["raw-session-of-somebody", "person@example.com", "user-4711"]) {
      expect(stored).not.toContain(text);
    }
  });

  test("the header is the identity: an object that names another agent is left out", async () => {
    const agentHeader = uniqueName("bot");
    const draft = await makeDraft({ agentHeader, authorAgent: { name: "somebody-else" } });
    expect(draft.authorAgent).toEqual({ name: agentHeader });
    expect(draft.warnings).toHaveLength(1);
  });

  test("an uploader's address is counted under a keyed hash", async () => {
    const address = newClientAddress();
    await makeDraft({ address });
    expect(await everythingStored()).not.toContain(address);
  });
});

describe("a contact address", () => {
  test("gets the link by itself, at the first upload or later, and once while the link works", async () => {
    const email = `${uniqueName("owner")}@example.com`;
    const first = await makeDraft();
    const { name: agentHeader, secret } = first.agent;
    expect(first.agent.state).toBe("created");
    const given = { agentHeader, secret: secret ?? "", contactEmail: email };
    const second = await makeDraft(given);
    expect(second.agent).toMatchObject({ state: "pending_verify", mailSent: true, contactEmail: email });
    expect((await makeDraft(given)).agent).toMatchObject({ state: "pending_verify", mailSent: false });
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Confirm ownership of agent '${agentHeader}'`);
    expect(mail?.text).toContain("http://127.0.0.1:3000/drafts/claim-agent?token=");
  });

  test.each([
    "not-an-address",
    "a@b\r\nBcc: c@example.com",
    "a@example.com, b@example.com",
    5,
    `${"a".repeat(250)}@example.com`,
  ])("%j is refused before anything is kept", async (contactEmail) => {
    const agentHeader = uniqueName("bot");
    await expect(makeDraft({ agentHeader, contactEmail })).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    expect(await database().agentAuthorIdentity.count({ where: { name: agentHeader } })).toBe(0);
  });

  test("is not flooded with mail by many agents", async () => {
    const contactEmail = `${uniqueName("owner")}@example.com`;
    const drafts = [];
    for (let i = 0; i < 8; i++) drafts.push(await makeDraft({ contactEmail }));
    expect(drafts.filter(({ agent }) => agent.mailSent)).toHaveLength(6);
    expect(await mailsTo(contactEmail)).toHaveLength(6);
  });
});
