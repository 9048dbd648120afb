import { expect, test } from "vitest";
import { listAdvisories } from "@/lib/advisories/read-advisories";
import { endVerifier } from "@/lib/audits/verifiers";
import { reserveReview } from "@/lib/audits/review/review";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

test("what a verifier had reserved waits for the others when their enrolment ends", async () => {
  const { versionId } = await publishNow(buildSkillPackage(), await makeAccount());
  const [first, second] = [await makeVerifier(), await makeVerifier()];
  await reserveReview({ accountId: first.accountId, versionId });
  const other = { accountId: second.accountId, versionId };
  await expect(reserveReview(other)).rejects.toMatchObject({ code: "REVIEW_RESERVED" });
  await endVerifier("operator", first.address);
  expect(await reserveReview(other)).toHaveProperty("until");
});

test("a verifier's key that leaked is told to everybody, with the end of the enrolment", async () => {
  const verifier = await makeVerifier();
  const leaked = "The laptop with the key was stolen.";
  await expect(endVerifier("operator", verifier.address, { leaked: " " })).rejects.toMatchObject({
    code: "REQUEST_INVALID",
  });
  await endVerifier("operator", verifier.address, { leaked });
  const { advisories } = await listAdvisories();
  expect(advisories).toMatchObject([
    { kind: "key-leaked", key: verifier.address, reason: leaked, slug: null },
  ]);
});
