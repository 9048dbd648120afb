import { expect, test } from "vitest";
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
