import { expect, test } from "vitest";
import { revokeAudit, signAudit } from "@/lib/audits/sign-audit";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { completeAgentClaim, completeClaim } from "@/lib/publishing/drafts/complete-claim";
import { requestClaim } from "@/lib/publishing/drafts/request-claim";
import { makeDraft, tokenOf } from "@/lib/publishing/drafts/testing/draft-builders";
import type { UploadedDraft } from "@/lib/publishing/drafts/upload-draft";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

// Nobody answers for a draft, so anybody enrolled may audit it; who claims it becomes its author.
const database = testDatabase();
testBlobStore();

/** A verifier with a proven address, by which drafts are claimed. */
async function makeReachable() {
  const verifier = await makeVerifier();
  const email = `${uniqueName("reader")}@example.com`;
  const data = { email, emailVerifiedAt: new Date() };
  await database().account.update({ where: { id: verifier.accountId }, data });
  return { verifier, email };
}

async function linkFor(draft: UploadedDraft, email: string): Promise<string> {
  await requestClaim({ token: draft.claim?.token, email, locale: "en" });
  return tokenOf(email, "verify");
}

test("who has audited a draft cannot claim it while the audit stands, and nothing is changed by trying", async () => {
  const { verifier, email } = await makeReachable();
  const draft = await makeDraft();
  const auditId = await verifier.audit(draft.versionId);
  const link = await linkFor(draft, email);
  await expect(completeClaim(link)).rejects.toMatchObject({ code: "AUDIT_NOT_ALLOWED" });
  expect(await getSkill(draft.slug)).toMatchObject({ claimStatus: "draft", publisher: null });

  await revokeAudit({ accountId: verifier.accountId, auditId, reason: "It is mine." });
  expect(await completeClaim(link)).toMatchObject({ slug: draft.slug, username: verifier.username });
  expect(await getSkill(draft.slug)).toMatchObject({ auditState: "Unverified", trustLevel: "community" });
});

test("nor the agent that has uploaded it", async () => {
  const { verifier, email } = await makeReachable();
  const draft = await makeDraft({ contactEmail: email });
  await verifier.audit(draft.versionId);
  const claiming = completeAgentClaim(await tokenOf(email, "claim-agent"));
  await expect(claiming).rejects.toMatchObject({ code: "AUDIT_NOT_ALLOWED" });
  expect(await getSkill(draft.slug)).toMatchObject({ claimStatus: "draft", publisher: null });
});

test("a statement that was prepared before the verifier claimed the draft is not recorded", async () => {
  const { verifier, email } = await makeReachable();
  const draft = await makeDraft();
  const prepared = await verifier.prepare(draft.versionId);
  await completeClaim(await linkFor(draft, email));
  await expect(signAudit(prepared)).rejects.toMatchObject({ code: "AUDIT_NOT_ALLOWED" });
});
