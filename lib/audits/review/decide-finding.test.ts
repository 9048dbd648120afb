import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { getAudit } from "@/lib/audits/seals";
import { getReview } from "@/lib/audits/review/get-review";
import { decideFinding } from "@/lib/audits/review/review";
import { signAudit } from "@/lib/audits/sign-audit";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { newId } from "@/lib/kernel/ids";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { makeAccount, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { UNDECLARED_PERMISSION, undeclaredMessage } from "@/lib/vetting/undeclared-use";

const database = testDatabase();
const { publish } = testPublisher();

let verifier: TestVerifier;
let accountId: string;
let versionId: string;

beforeAll(async () => {
  verifier = await makeVerifier();
  ({ accountId } = verifier);
  ({ versionId } = await publish({ name: uniqueName("decided") }));
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
  const prepared = await verifier.prepare(versionId, { verdict: "changes_requested" });
  await decideFinding({ accountId, versionId, findingKey, decision: "change", reason: "Declare it." });
  await expect(signAudit(prepared)).rejects.toMatchObject({
    code: "AUDIT_STATEMENT_MISMATCH",
    details: { reason: "findings_changed" },
  });
  const auditId = await verifier.audit(versionId, { verdict: "changes_requested" });
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
