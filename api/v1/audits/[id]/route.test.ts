import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { enrolVerifier } from "@/lib/audits/enrol-verifier";
import { prepareAudit } from "@/lib/audits/prepare-audit";
import { signAudit } from "@/lib/audits/sign-audit";
import { verifySeal } from "@/lib/audits/verify-seal";
import { addressOfKey } from "@/lib/solana/ed25519";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const secret = "the secret of this test file";

async function sealedSkill() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const verifier = await makeAccount({ address: addressOfKey(publicKey) });
  await enrolVerifier("operator", { address: verifier.address, displayName: "Reader" });
  const { slug, versionId } = await publishNow(buildSkillPackage(), await makeAccount());
  const request = { accountId: verifier.accountId, versionId, secret };
  const prepared = await prepareAudit({
    ...request,
    verdict: "seal",
    note: null,
    validityDays: 30,
    genesisHash: "1".repeat(32),
  });
  const signature = sign(null, Buffer.from(prepared.message, "base64"), privateKey);
  const { auditId } = await signAudit({ ...request, ...prepared, signature });
  return { auditId, slug, verifier };
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

test("404 AUDIT_NOT_FOUND", async () => {
  expectProblem(await call("GET", "/v1/audits/aud_nope"), 404, "AUDIT_NOT_FOUND");
});
