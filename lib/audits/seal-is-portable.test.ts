import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { crypto as sigstore, dsse } from "@sigstore/core";
import { beforeAll, describe, expect, test } from "vitest";
import { getAudit, listSeals } from "@/lib/audits/seals";
import { listQueue } from "@/lib/audits/queue";
import { revokeAudit } from "@/lib/audits/sign-audit";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { searchSkills } from "@/lib/search/search-skills";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publish } = testPublisher();

let verifier: TestVerifier;
let name: string;
let versionId: string;
let auditId: string;

beforeAll(async () => {
  verifier = await makeVerifier();
  name = uniqueName("portable");
  ({ versionId } = await publish({ name }));
  auditId = await verifier.audit(versionId);
});

/** What every reader of the market says of the version. */
async function everywhere() {
  const [skill, versions, audit, seals, sealed] = await Promise.all([
    getSkill(name),
    listVersions(name),
    getAudit(auditId),
    listSeals({ versionIds: [versionId] }),
    searchSkills({ q: name, audit: ["Audited"] }),
  ]);
  return [
    skill.auditState === "Audited",
    skill.trustLevel === "verified",
    versions[0]?.auditState === "Audited",
    audit.counts,
    seals.some(({ counts }) => counts),
    sealed.total === 1,
  ];
}

describe("a seal", () => {
  test("verifies with openssl alone, from what is downloaded and the verifier's key", async () => {
    const { envelope } = await getAudit(auditId);
    const { payload, payloadType, signatures } = JSON.parse(JSON.stringify(envelope)) as {
      payload: string;
      payloadType: string;
      signatures: { sig: string }[];
    };
    const folder = mkdtempSync(path.join(os.tmpdir(), "seal-"));
    try {
      const body = Buffer.from(payload, "base64");
      const file = (kind: string, content: string | Uint8Array) => {
        writeFileSync(path.join(folder, kind), content);
        return path.join(folder, kind);
      };
      const pem = verifier.publicKey.export({ type: "spki", format: "pem" });
      const head = `DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `;
      const verify = (signed: Buffer) =>
        execFileSync(
          "openssl",
          [
            "pkeyutl -verify -pubin -rawin -inkey".split(" "),
            file("key.pem", pem),
            ["-in", file("signed", signed)],
            ["-sigfile", file("sig", Buffer.from(signatures[0]?.sig ?? "", "base64"))],
          ].flat(),
          { stdio: "pipe" },
        ).toString();
      const signed = Buffer.concat([Buffer.from(head), body]);
      expect(verify(signed)).toContain("Signature Verified Successfully");
      signed[signed.length - 3] = (signed[signed.length - 3] ?? 0) ^ 1;
      expect(() => verify(signed)).toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("verifies with @sigstore/core alone, and not with one changed byte", async () => {
    const { envelope } = await getAudit(auditId);
    const { payload, payloadType, signatures } = JSON.parse(JSON.stringify(envelope)) as {
      payload: string;
      payloadType: string;
      signatures: { sig: string }[];
    };
    const key = sigstore.createPublicKey(verifier.publicKey.export({ type: "spki", format: "pem" }));
    const signature = Buffer.from(signatures[0]?.sig ?? "", "base64");
    const body = Buffer.from(payload, "base64");
    const verify = (bytes: Buffer) =>
      sigstore.verify(dsse.preAuthEncoding(payloadType, bytes), key, signature);
    expect(verify(body)).toBe(true);
    body[body.length - 3] = (body[body.length - 3] ?? 0) ^ 1;
    expect(verify(body)).toBe(false);
  });

  test("counts everywhere, and with one changed byte of the package nowhere in the very next request", async () => {
    expect(await everywhere()).toEqual([true, true, true, true, true, true]);
    const { packageDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
    const changed = `${packageDigest.slice(0, -1)}${packageDigest.endsWith("0") ? "1" : "0"}`;
    await database().skillVersion.update({ where: { id: versionId }, data: { packageDigest: changed } });
    expect(await everywhere()).toEqual([false, false, false, false, false, false]);
    expect((await listQueue(verifier.accountId)).rows.map((row) => row.versionId)).toContain(versionId);
    await database().skillVersion.update({ where: { id: versionId }, data: { packageDigest } });
    expect(await everywhere()).toEqual([true, true, true, true, true, true]);
  });

  test("of a second verifier still counts when the first takes theirs back; only who signed may", async () => {
    const other = await makeVerifier();
    const second = await other.audit(versionId);
    const reason = "A mistake was found.";
    await expect(revokeAudit({ accountId: other.accountId, auditId, reason })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await revokeAudit({ accountId: verifier.accountId, auditId, reason });
    expect((await getSkill(name)).auditState).toBe("Audited");
    await revokeAudit({ accountId: verifier.accountId, auditId, reason: "again" });
    const row = await database().audit.findUniqueOrThrow({ where: { id: auditId } });
    expect(row.revokeReason).toBe(reason);
    await revokeAudit({ accountId: other.accountId, auditId: second, reason });
    expect(await everywhere()).toEqual([false, false, false, false, false, false]);
    const logged = await database().logEntry.findMany({ where: { subjectId: versionId } });
    expect(logged.filter(({ kind }) => kind === "audit:revoked")).toHaveLength(2);
  });
});
