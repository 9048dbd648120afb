import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { RunInvitation } from "@/components/skill/skill-frame";
import { SignedAudits } from "@/components/skill/security/signed-audits";
import type { SignedAuditView } from "@/lib/audits/seals";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { SkillDetail } from "@/lib/registry/views";

const AUDIT: SignedAuditView = {
  auditId: "aud_1",
  slug: "word-tally",
  version: "1.0.0",
  verdict: "changes_requested",
  scope: "full",
  baseVersion: null,
  confidential: false,
  checklist: null,
  verifierName: "Vera",
  verifierUsername: "vera",
  verifierAddress: "8Q3zz5PkPvh8fTRd4vDN1ZtCFZmNfCH6BMCUse1YFwum",
  packageDigest: `sha256:${"0".repeat(64)}`,
  note: "It counts no lines.",
  issuedAt: "2026-11-22T00:00:00.000Z",
  expiresAt: "2027-11-22T00:00:00.000Z",
  counts: false,
  revoked: null,
};
const signed = (audit: Partial<SignedAuditView>, locale?: Locale) =>
  htmlOf(<SignedAudits audits={[{ ...AUDIT, ...audit }]} shown="1.0.0" />, locale);

test("what a verifier wrote stands below the verdict, which is not called an audit where it is none", () => {
  expect(signed({})).toMatch(/Vera requested changes.*It counts no lines\./);
  expect(signed({}, "ko")).toContain("Vera의 수정 요청");
  expect(signed({ verdict: "challenge" })).toContain("Vera challenges this version");
  expect(signed({})).not.toContain("no longer counts");
  expect(signed({ verdict: "seal", counts: true, note: null })).toContain("Vera read every file");
  // A stamp says Audited to whoever only looks: a seal that was overturned has none.
  expect(signed({ verdict: "seal", counts: true })).toContain('<svg class="stamp');
  expect(signed({ verdict: "seal" })).not.toContain('<svg class="stamp');
});

test("why an audit was taken back is told to everybody who relied on it", () => {
  const revoked = { at: "2026-11-23T00:00:00.000Z", reason: "I read the wrong file." };
  expect(signed({ verdict: "seal", revoked })).toMatch(/Revoked on .*: I read the wrong file\./);
});

test("a withdrawn version is not offered for calls, except to those who may have paid for one", () => {
  const skill = (facts: Partial<SkillDetail>) =>
    ({ runnable: true, withdrawn: true, priceLamports: "0", announced: null, ...facts }) as SkillDetail;
  const offered = (facts: Partial<SkillDetail>) =>
    htmlOf(<RunInvitation skill={skill(facts)} href="#run" median={null} />);
  expect(offered({ withdrawn: false }).match(/href="#run"/g)).toHaveLength(1);
  expect(offered({})).not.toContain("#run");
  expect(offered({})).toContain("This version was withdrawn");
  expect(offered({ priceLamports: "50000" }).match(/href="#run"/g)).toHaveLength(1);
});
