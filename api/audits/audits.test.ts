import { expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { revokeAudit } from "@/lib/audits/sign-audit";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { verifySeal } from "@/lib/audits/audit-statement";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
const { publish } = testPublisher();

async function sealedSkill() {
  const verifier = await makeVerifier();
  const { slug, versionId } = await publish();
  return { auditId: await verifier.audit(versionId), slug, verifier };
}

test("200: an audit that verifies offline, and makes the skill Audited and verified", async () => {
  const { auditId, slug, verifier } = await sealedSkill();
  const { status, body } = await call("GET", `/v1/audits/${auditId}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: slug,
    verdict: "seal",
    verifier_address: verifier.address,
    counts: true,
  });
  const expected = {
    verifierAddress: verifier.address,
    packageDigest: String(body["package_digest"]),
    now: new Date(),
  };
  expect(verifySeal(body["envelope"], expected)).toMatchObject({ ok: true });

  const skill = await call("GET", `/v1/skills/${slug}`);
  expect(skill.body).toMatchObject({
    audit_state: "Audited",
    trust_level: "verified",
    seals: [{ audit_id: auditId }],
  });
  const download = await call("GET", `/v1/agent/skills/${slug}/download`);
  expect(download.headers.get("x-skill-verified")).toBe("true");
  expect((await call("GET", "/v1/agent/search?audit=Audited&min_trust=verified")).body["total"]).toBe(1);
});

test("304 with the entity tag", async () => {
  const { auditId } = await sealedSkill();
  const etag = (await call("GET", `/v1/audits/${auditId}`)).headers.get("etag") ?? "";
  expect((await call("GET", `/v1/audits/${auditId}`, { headers: { "if-none-match": etag } })).status).toBe(
    304,
  );
});

test("200: a revoked audit gives the reason and seals nothing", async () => {
  const { auditId, verifier } = await sealedSkill();
  expect((await call("GET", `/v1/audits/${auditId}`)).body).toMatchObject({
    revoked_at: null,
    revoke_reason: null,
  });
  await revokeAudit({ accountId: verifier.accountId, auditId, reason: "The totals are wrong." });
  const { body } = await call("GET", `/v1/audits/${auditId}`);
  expect(body).toMatchObject({ revoke_reason: "The totals are wrong.", counts: false });
  expect(body["revoked_at"]).toMatch(/Z$/);
});

test("404 AUDIT_NOT_FOUND", async () => {
  expectProblem(await call("GET", "/v1/audits/aud_nope"), 404, "AUDIT_NOT_FOUND");
});
