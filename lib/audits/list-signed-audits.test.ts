import { beforeAll, expect, test } from "vitest";
import { listSignedAudits } from "@/lib/audits/seals";
import { revokeAudit } from "@/lib/audits/sign-audit";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { getDashboard, listAttention } from "@/lib/catalogue/dashboard/get-dashboard";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
const { publisher: author, publish } = testPublisher();

let verifier: TestVerifier;
beforeAll(async () => {
  verifier = await makeVerifier();
});

const NOTE = "It says it counts lines, and does not.";
const objections = async () =>
  (await listAttention(author().accountId)).filter(({ kind }) => kind === "objected");

test("a request for changes is told with its note, to everybody and to the owner, until it is taken back", async () => {
  const name = uniqueName("answered");
  const { versionId } = await publish({ name, version: "1.0.0" });
  const own = async () =>
    (await getDashboard(author().accountId)).skills.find(({ slug }) => slug === name)?.objected;
  expect([await listSignedAudits(versionId), await own()]).toEqual([[], false]);

  const auditId = await verifier.audit(versionId, { verdict: "changes_requested", note: NOTE });
  expect(await listSignedAudits(versionId)).toMatchObject([
    {
      auditId,
      verdict: "changes_requested",
      note: NOTE,
      verifierAddress: verifier.address,
      counts: false,
      revoked: null,
    },
  ]);
  expect((await getSkill(name)).seals).toEqual([]);
  expect(await own()).toBe(true);
  expect(await objections()).toMatchObject([{ slug: name, version: "1.0.0", versionId }]);

  await revokeAudit({ accountId: verifier.accountId, auditId, reason: "I read the wrong file." });
  expect((await listSignedAudits(versionId))[0]?.revoked?.reason).toBe("I read the wrong file.");
  expect([await own(), await objections()]).toEqual([false, []]);
});

test("a seal that follows answers the objection, and a patch that carries it lists both", async () => {
  const name = uniqueName("answered");
  const { versionId } = await publish({ name, version: "1.0.0" });
  await verifier.audit(versionId, { verdict: "challenge", note: NOTE });
  await verifier.audit(versionId, { note: "Now it does." });
  expect(await objections()).toEqual([]);
  const patch = await publish({ name, version: "1.0.1" });
  const signed = await listSignedAudits(patch.versionId);
  expect(signed.map(({ verdict, version, counts }) => [verdict, version, counts])).toEqual([
    ["seal", "1.0.0", true],
    ["challenge", "1.0.0", false],
  ]);
});
