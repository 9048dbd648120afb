import { describe, expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { CLAIM_MS } from "@/lib/registry/claim-state";
import {
  makeDraft,
  newClientAddress,
  rejectedPackage,
  smallPackage,
} from "@/lib/publishing/drafts/testing/draft-builders";
import { uploadDraft } from "@/lib/publishing/drafts/upload-draft";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { searchSkills } from "@/lib/search/search-skills";

const database = testDatabase();
testBlobStore();

describe("an approved draft", () => {
  test("is listed at once as a sandbox draft with a claim of 30 days, and nothing is left to a job", async () => {
    const name = uniqueName();
    const before = Date.now();
    const draft = await makeDraft({ name, agentHeader: "claude-sonnet-4-6@anthropic" });
    expect(draft).toMatchObject({ slug: name, version: "0.0.1", trustLevel: "sandbox" });
    expect(draft.claim?.url).toBe(`http://127.0.0.1:3000/drafts/claim?token=${draft.claim?.token}`);
    expect(draft.claim?.expiresAt.getTime()).toBeGreaterThanOrEqual(before + CLAIM_MS);
    expect(await getSkill(name)).toMatchObject({
      claimStatus: "draft",
      trustLevel: "sandbox",
      vettingStatus: "approved",
      authorAgent: { name: "claude-sonnet-4-6", provider: "anthropic" },
    });
    const { rows } = await searchSkills({ q: name });
    expect(rows.map(({ slug, claimStatus }) => [slug, claimStatus])).toContainEqual([name, "draft"]);
    expect(await database().job.count({ where: { kind: "vet_version" } })).toBe(0);
  });
});

describe("what vetting does not approve", () => {
  test.each([
    ["rejected", rejectedPackage],
    ["caution", (name: string) => buildSkillPackage({ name, frontMatter: { spec: "usk/9.9" } })],
  ])("%s leaves nothing behind, and its name is free again", async (verdict, build) => {
    const name = uniqueName();
    const held = build(name);
    const agentHeader = uniqueName("bot");
    await expect(makeDraft({ agentHeader, package: held })).rejects.toMatchObject({
      code: "DRAFT_NOT_APPROVED",
      details: { reason: verdict },
    });
    expect(await database().skill.count({ where: { slug: name } })).toBe(0);
    expect(await database().agentAuthorIdentity.count({ where: { name: agentHeader } })).toBe(0);
    expect((await makeDraft({ name })).slug).toBe(name);
  });
});

describe("another version of a draft", () => {
  test("comes with the agent's secret, and keeps the claim", async () => {
    const name = uniqueName();
    const first = await makeDraft({ name });
    const second = await makeDraft({
      package: smallPackage(name, { "main.py": "y" }),
      agentHeader: first.agent.name,
      secret: first.agent.secret ?? "",
    });
    expect([second.skillId, second.version]).toEqual([first.skillId, "0.0.2"]);
    expect(second.claim).toEqual(first.claim);
    expect(await getSkill(name)).toMatchObject({ version: "0.0.2", trustLevel: "sandbox" });
  });

  test("or with the draft's claim token, also from another agent", async () => {
    const name = uniqueName();
    const first = await makeDraft({ name });
    const again = { package: smallPackage(name, { "main.py": "z" }), claimToken: first.claim?.token };
    expect((await makeDraft(again)).version).toBe("0.0.2");
  });

  test("of the same bytes is no other version, though its file states none", async () => {
    const name = uniqueName();
    const first = await makeDraft({ name });
    const again = makeDraft({ name, agentHeader: first.agent.name, secret: first.agent.secret ?? "" });
    const message = `The same files are already published as ${name} 0.0.1: nothing has to be done. A new version needs a changed file.`;
    await expect(again).rejects.toMatchObject({ code: "VERSION_NOT_HIGHER", message });
  });

  test("is refused to everybody else", async () => {
    const name = uniqueName();
    await makeDraft({ name });
    await expect(makeDraft({ name })).rejects.toMatchObject({ code: "SKILL_NAME_DRAFT_COLLISION" });
    await expect(makeDraft({ name, claimToken: "nope" })).rejects.toMatchObject({
      code: "CLAIM_TOKEN_INVALID",
    });
    const other = await makeDraft();
    await expect(makeDraft({ name, claimToken: other.claim?.token })).rejects.toMatchObject({
      code: "CLAIM_TOKEN_MISMATCH",
    });
  });

  test("is refused when the 30 days are over", async () => {
    const clock = fakeClock("2027-01-01T00:00:00Z");
    const name = uniqueName();
    const first = await makeDraft({ name }, clock);
    clock.advanceMs(CLAIM_MS);
    const again = { name, claimToken: first.claim?.token };
    await expect(makeDraft(again, clock)).rejects.toMatchObject({ code: "CLAIM_TOKEN_EXPIRED" });
  });
});

test("the name of a registered skill is taken, also spelt with other hyphens", async () => {
  const name = uniqueName();
  await publishNow(buildSkillPackage({ name }), await makeAccount());
  for (const spelling of [name, name.replaceAll("-", "")]) {
    await expect(makeDraft({ name: spelling })).rejects.toMatchObject({ code: "SKILL_NAME_TAKEN" });
  }
});

test("of fifty uploads of one free name at once one gets it", async () => {
  const name = uniqueName();
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => makeDraft({ name })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected")
      expect(outcome.reason).toMatchObject({ code: "SKILL_NAME_DRAFT_COLLISION" });
  }
});

test("a draft that states a price is refused: nobody could be paid", async () => {
  const payee = (await makeAccount()).address;
  const request = {
    package: buildSkillPackage({ paid: { lamports: 5000n, payee } }),
    agentHeader: uniqueName("bot"),
    secret: undefined,
    locale: "en" as const,
    address: newClientAddress(),
  };
  await expect(uploadDraft(request)).rejects.toMatchObject({ code: "UPLOAD_FAILED" });
});
