import { beforeEach, describe, expect, test } from "vitest";
import { verifySeal } from "@/lib/audits/audit-statement";
import { listQueue } from "@/lib/audits/queue";
import { getReview } from "@/lib/audits/review/get-review";
import { reserveReview } from "@/lib/audits/review/review";
import { getAudit } from "@/lib/audits/seals";
import { signAudit } from "@/lib/audits/sign-audit";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import type { Actor } from "@/lib/identity/actor";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { changeAccess } from "@/lib/publishing/access/change-access";
import { readAs, readerOf } from "@/lib/registry/access/reader";
import { endReadingRight, giveReadingRight } from "@/lib/registry/access/reading-rights";
import type { SkillAccess } from "@/lib/registry/views";
import { buildSkillPackage, publishNow, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
testBlobStore();

let owner: Actor;
let verifier: TestVerifier;
let [skill, skillId, versionId, packageDigest] = ["", "", "", ""];
beforeEach(async () => {
  ({ actor: owner } = await mailOwner());
  verifier = await makeVerifier();
  skill = uniqueName();
  ({ skillId, versionId, packageDigest } = await publishNow(buildSkillPackage({ name: skill }), owner));
});

const setAccess = (access: SkillAccess) =>
  database().skill.update({ where: { id: skillId }, data: { access } });
const give = () => giveReadingRight({ actor: owner, skill, username: verifier.username, days: 7 });
const isQueued = async () =>
  (await listQueue(verifier.accountId)).rows.some((row) => row.versionId === versionId);
const acts: [string, () => Promise<unknown>][] = [
  ["prepares no statement", () => verifier.prepare(versionId, { verdict: "changes_requested" })],
  ["reads no file", () => getReview(verifier.accountId, versionId)],
  ["reserves nothing", () => reserveReview({ accountId: verifier.accountId, versionId })],
];

describe.each([
  ["private", "VERSION_NOT_FOUND"],
  ["call_only", "AUDIT_NOT_ALLOWED"],
] as const)("of a %s version, a verifier without a right", (access, code) => {
  test.each(acts)("%s", async (_, act) => {
    await setAccess(access);
    expect((await refusal(act())).code).toBe(code);
  });

  test("finds nothing in the queue", async () => {
    expect(await isQueued()).toBe(true);
    await setAccess(access);
    expect(await isQueued()).toBe(false);
  });
});

describe.each(["private", "call_only"] as const)("of a %s version, a verifier with a right", (access) => {
  beforeEach(async () => {
    await setAccess(access);
    await give();
  });

  test("finds it, reads it and signs, and the statement says how it was read", async () => {
    expect(await isQueued()).toBe(true);
    const review = await getReview(verifier.accountId, versionId);
    expect(review).toMatchObject({ confidential: true, packageDigest });
    expect(review.files.length).toBeGreaterThan(0);
    const auditId = await verifier.audit(versionId);
    const { envelope, counts } = await readAs(readerOf(verifier), () => getAudit(auditId));
    expect(counts).toBe(true);
    const expected = { verifierAddress: verifier.address, packageDigest, now: new Date() };
    expect(verifySeal(envelope, expected)).toMatchObject({
      ok: true,
      statement: { predicate: { confidential: true } },
    });
    // Made public, it stands on that seal, with that mark.
    await changeAccess({ actor: owner, skill, access: "public" });
    const { auditState, audit, seals } = await getSkill(skill);
    expect([auditState, audit?.confidential, seals[0]?.confidential]).toEqual(["Audited", true, true]);
  });

  test("signs nothing once the right is taken back, also what was prepared before", async () => {
    const prepared = await verifier.prepare(versionId);
    const rights = await database().readingRight.findMany({ where: { skillId } });
    await endReadingRight({ actor: owner, skill, id: rights[0]?.id ?? "" });
    const code = access === "private" ? "VERSION_NOT_FOUND" : "AUDIT_NOT_ALLOWED";
    expect((await refusal(signAudit(prepared))).code).toBe(code);
    expect(await isQueued()).toBe(false);
    expect(await database().audit.count({ where: { versionId } })).toBe(0);
  });
});

test("a statement says how it was read when it is signed, not when it was prepared", async () => {
  const open = await verifier.prepare(versionId);
  await setAccess("call_only");
  await give();
  expect((await refusal(signAudit(open))).code).toBe("AUDIT_STATEMENT_MISMATCH");
  const closed = await verifier.prepare(versionId);
  await setAccess("public");
  expect((await refusal(signAudit(closed))).code).toBe("AUDIT_STATEMENT_MISMATCH");
});

test("of a public version nothing is said, as before there were others", async () => {
  const { payload } = await getAudit(await verifier.audit(versionId));
  expect(payload).not.toContain("confidential");
  const { audit } = await getSkill(skill);
  expect(audit?.confidential).toBe(false);
});

test("whoever owns it audits it no more for having a right", async () => {
  await setAccess("private");
  await database().skill.update({ where: { id: skillId }, data: { ownerId: verifier.accountId } });
  expect((await refusal(verifier.prepare(versionId))).code).toBe("AUDIT_NOT_ALLOWED");
});
