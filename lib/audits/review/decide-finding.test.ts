import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { enrolVerifier } from "@/lib/audits/enrol-verifier";
import { getAudit } from "@/lib/audits/get-audit";
import { getReview } from "@/lib/audits/get-review";
import { prepareAudit } from "@/lib/audits/prepare-audit";
import { decideFinding } from "@/lib/audits/review/decide-finding";
import { signAudit } from "@/lib/audits/sign-audit";
import { newId } from "@/lib/ids";
import { addressOfKey } from "@/lib/solana/ed25519";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { UNDECLARED_PERMISSION, undeclaredMessage } from "@/lib/vetting/undeclared-use";

const database = testDatabase();
testBlobStore();

const secret = "a secret of this test";
let versionId: string;
let key: KeyObject;
let accountId: string;

beforeAll(async () => {
  const pair = generateKeyPairSync("ed25519");
  key = pair.privateKey;
  const address = addressOfKey(pair.publicKey);
  ({ accountId } = await makeAccount({ address }));
  await enrolVerifier("operator", { address, displayName: "Reader" });
  const author = await makeAccount();
  ({ versionId } = await publishNow(buildSkillPackage({ name: `decided-${Date.now()}` }), author));
  const job = await database().vettingJob.findFirstOrThrow({ where: { versionId } });
  await database().vettingFinding.create({
    data: {
      id: newId("fnd"),
      jobId: job.id,
      position: 90,
      code: UNDECLARED_PERMISSION,
      severity: "medium",
      confidence: "strong",
      file: "SKILL.md",
      line: 3,
      message: undeclaredMessage("network", "requests.get()"),
    },
  });
});

const request = () => ({
  accountId,
  versionId,
  verdict: "changes_requested" as const,
  note: null,
  validityDays: 1,
  genesisHash: "local",
  secret,
});

async function findingKeyOf(): Promise<string> {
  const { findings } = await getReview(accountId, versionId);
  return findings.find(({ code }) => code === UNDECLARED_PERMISSION)?.key ?? "";
}

test("a decision needs a reason and a finding there is, can be taken back, and is the verifier's own", async () => {
  const findingKey = await findingKeyOf();
  const decided = { accountId, versionId, findingKey, decision: "accepted", reason: "Said in the manual." };
  for (const wrong of [
    { reason: " " },
    { findingKey: "0".repeat(64) },
    { decision: "fine" },
    { reason: "x".repeat(501) },
  ])
    await expect(decideFinding({ ...decided, ...wrong })).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  await expect(
    decideFinding({ ...decided, accountId: (await makeAccount()).accountId }),
  ).rejects.toMatchObject({ code: "VERIFIER_REQUIRED" });
  await decideFinding(decided);
  const read = async () =>
    (await getReview(accountId, versionId)).findings.find(({ key: of }) => of === findingKey);
  expect((await read())?.decision).toEqual({ decision: "accepted", reason: "Said in the manual." });
  await decideFinding({ ...decided, decision: "open" });
  expect((await read())?.decision).toBeNull();
});

test("the statement carries the digest of the decisions, and is refused when they change before it is signed", async () => {
  const findingKey = await findingKeyOf();
  const prepared = await prepareAudit(request());
  const signature = sign(null, Buffer.from(prepared.message, "base64"), key);
  const submit = () => signAudit({ accountId, versionId, ...prepared, signature, secret });
  await decideFinding({ accountId, versionId, findingKey, decision: "change", reason: "Declare it." });
  await expect(submit()).rejects.toMatchObject({
    code: "AUDIT_STATEMENT_MISMATCH",
    details: { reason: "findings_changed" },
  });
  const again = await prepareAudit(request());
  const { auditId } = await signAudit({
    accountId,
    versionId,
    ...again,
    signature: sign(null, Buffer.from(again.message, "base64"), key),
    secret,
  });
  const audit = await getAudit(auditId);
  const { predicate } = JSON.parse(audit.payload) as { predicate: { findingsDigest: string } };
  expect(predicate.findingsDigest).toBe(
    `sha256:${createHash("sha256")
      .update(audit.findings ?? "")
      .digest("hex")}`,
  );
  expect(JSON.parse(audit.findings ?? "")).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({ code: UNDECLARED_PERMISSION, decision: "change", reason: "Declare it." }),
    ]) as unknown,
  });
});
