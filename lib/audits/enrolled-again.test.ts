import { expect, test } from "vitest";
import {
  applyAsVerifier,
  decideApplication,
  listApplications,
  prepareKeyStatement,
} from "@/lib/audits/applications";
import { endVerifier, enrolVerifier, listVerifiers } from "@/lib/audits/verifiers";
import { listSeals } from "@/lib/audits/seals";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { fakeClock } from "@/lib/kernel/clock";
import { findPersonProfile } from "@/lib/catalogue/profiles/find-profile";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";

async function published() {
  const slug = uniqueName("audited");
  const author = await makeAccount();
  const { versionId } = await publishNow(buildSkillPackage({ name: slug }), author);
  return { slug, author, versionId };
}

async function apply(verifier: TestVerifier) {
  const { accountId, address } = verifier;
  const prepared = prepareKeyStatement({ market: "market.example", accountId, address });
  const signature = Buffer.from(verifier.sign(Buffer.from(prepared.text))).toString("base64");
  const actor = { ...(await getActorOf(verifier.username)), address };
  const given = {
    displayName: "Reader, again",
    about: "I read on.",
    key: { ...prepared, signature },
  };
  return applyAsVerifier(actor, given);
}

test("whose enrolment was ended applies again: administrators see until when they were one, and enrol them anew", async () => {
  const [verifier, administrator] = [await makeVerifier(), await makeAdministrator()];
  const [before, after] = [await published(), await published()];
  await verifier.audit(before.versionId);
  const late = await published();
  const signedLate = await verifier.audit(late.versionId);
  const clock = fakeClock("2030-01-01T00:00:00Z");
  await endVerifier(administrator, verifier.address, { clock });
  // Signed as of a moment after the end: it does not count, and must not begin to.
  const issuedAt = new Date("2030-01-01T00:00:01Z");
  await database().audit.update({
    where: { id: signedLate },
    data: { issuedAt, expiresAt: new Date("2031-01-01T00:00:00Z") },
  });
  const stateOf = async ({ slug }: { slug: string }) => (await getSkill(slug)).auditState;
  expect([await stateOf(before), await stateOf(late)]).toEqual(["Audited", "Unverified"]);

  const { applicationId } = await apply(verifier);
  const waiting = (await listApplications(administrator)).find(({ id }) => id === applicationId);
  expect(waiting?.endedAt).toBe("2030-01-01T00:00:00.000Z");
  await decideApplication(administrator, { applicationId, granted: true });

  await verifier.audit(after.versionId);
  expect(await Promise.all([before, late, after].map(stateOf))).toEqual(["Audited", "Unverified", "Audited"]);
  const enrolments = (await listVerifiers()).filter(({ address }) => address === verifier.address);
  expect(enrolments.map(({ revokedAt }) => revokedAt)).toEqual(["2030-01-01T00:00:00.000Z", null]);
  const log = await database().logEntry.findMany({
    where: { kind: { startsWith: "verifier:" }, body: { contains: verifier.address } },
    orderBy: { seq: "asc" },
  });
  expect(log.map(({ kind }) => kind)).toEqual(["verifier:enrolled", "verifier:ended", "verifier:enrolled"]);
  expect(new Set(log.map(({ subjectId }) => subjectId)).size).toBe(2);
});

test("their page is that of the newest enrolment, with what was signed under all of them", async () => {
  const verifier = await makeVerifier();
  const [one, other] = [await published(), await published()];
  await verifier.audit(one.versionId);
  await endVerifier("operator", verifier.address);
  expect((await findPersonProfile(verifier.username))?.verifier?.revokedAt).not.toBeNull();
  await enrolVerifier("operator", { address: verifier.address, displayName: "Reader, again" });
  await verifier.audit(other.versionId);
  expect((await findPersonProfile(verifier.username))?.verifier).toMatchObject({
    name: "Reader, again",
    revokedAt: null,
    given: { seals: 2 },
    latest: [{ slug: other.slug }, { slug: one.slug }],
  });
  expect(await listSeals({ signedBy: other.author.accountId })).toEqual([]);
  expect((await findPersonProfile(other.author.username))?.verifier).toBeNull();
});

test("nobody is enrolled twice at once, however many try", async () => {
  const verifier = await makeVerifier();
  await endVerifier("operator", verifier.address);
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => enrolVerifier("operator", { address: verifier.address, displayName: "Reader" })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const where = { accountId: verifier.accountId, revokedAt: null };
  expect(await database().verifier.count({ where })).toBe(1);
});
