import { expect, test } from "vitest";
import { database } from "@/lib/db/client";
import { declineDraft, listOwnDrafts } from "@/lib/publishing/drafts/own-drafts";
import { getClaim } from "@/lib/publishing/drafts/get-claim";
import { makeDraft } from "@/lib/publishing/drafts/testing/draft-builders";
import { getActorOf, makeAccount, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

/** Somebody with a confirmed address, and a draft whose agent named it. */
async function waiting({ confirmed = true } = {}) {
  const { accountId, username } = await makeAccount();
  const email = `${uniqueName("ann")}@example.org`;
  await database().account.update({
    where: { id: accountId },
    data: { email, emailVerifiedAt: confirmed ? new Date() : null },
  });
  const { slug } = await makeDraft();
  const { id, agentIdentityId } = await database().skill.findUniqueOrThrow({ where: { slug } });
  await database().agentAuthorIdentity.update({
    where: { id: agentIdentityId ?? "" },
    data: { contactEmail: email, state: "pending_verify" },
  });
  return { actor: await getActorOf(username), skillId: id, slug, accountId };
}

test("a draft whose agent named my address waits for me, with the way to claim it", async () => {
  const { actor, slug, skillId } = await waiting();
  const [draft, ...others] = await listOwnDrafts(actor);
  expect(others).toEqual([]);
  expect(draft).toMatchObject({ skillId, slug, daysLeft: 29 });
  const token = new URL(draft?.claimPath ?? "", "http://x").searchParams.get("token");
  expect(await getClaim(token)).toMatchObject({ slug, state: "open" });
});

test("an address nobody confirmed shows no drafts and ends none", async () => {
  const { actor, skillId } = await waiting({ confirmed: false });
  expect(await listOwnDrafts(actor)).toEqual([]);
  await expect(declineDraft(actor, skillId)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a declined draft ends at once, and once", async () => {
  const { actor, slug, skillId } = await waiting();
  const outcomes = await Promise.allSettled([declineDraft(actor, skillId), declineDraft(actor, skillId)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const skill = await database().skill.findUniqueOrThrow({ where: { slug } });
  expect(skill.claimStatus).toBe("expired");
  expect(await database().event.count({ where: { kind: "draft:expired", subjectId: skillId } })).toBe(1);
  expect(await listOwnDrafts(actor)).toEqual([]);
});

test("nobody ends a draft that waits for somebody else", async () => {
  const { skillId, slug } = await waiting();
  const { actor: stranger } = await waiting();
  await expect(declineDraft(stranger, skillId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await database().skill.findUniqueOrThrow({ where: { slug } })).claimStatus).toBe("draft");
});

test("however many drafts name my address, those that end first are listed", async () => {
  const { actor, skillId } = await waiting();
  const { agentIdentityId } = await database().skill.findUniqueOrThrow({ where: { id: skillId } });
  await database().$executeRaw`
    INSERT INTO "Skills" ("id", "slug", "canonical_name", "claim_status", "claim_token_hash", "claim_expires_at", "agent_identity_id", "updated_at")
    SELECT 'skl_' || i, 'waits' || i, 'waits' || i, 'draft', 'hash' || i, now() + i * interval '1 second' + interval '1 hour', ${agentIdentityId}, now()
    FROM generate_series(1, 40000) i`;
  const slugs = (await listOwnDrafts(actor)).map(({ slug }) => slug);
  expect(slugs).toEqual(Array.from({ length: 100 }, (_, i) => `waits${i + 1}`));
});
