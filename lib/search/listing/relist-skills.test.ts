import { expect, test } from "vitest";
import { completeAccount, completeClaim } from "@/lib/publishing/drafts/complete-claim";
import { requestClaim } from "@/lib/publishing/drafts/request-claim";
import { makeDraft, tokenOf } from "@/lib/publishing/drafts/testing/draft-builders";
import { renameAccount } from "@/lib/identity/accounts/rename-account";
import { drainJobs } from "@/lib/platform/jobs/work";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { relistSkills } from "@/lib/search/listing/refresh-listing";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { yankVersion } from "@/lib/publishing/yank-version";
import { searchSkills } from "@/lib/search/search-skills";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["RUNNER"] = "disabled";
testDatabase();
testBlobStore();

/** Found by the part of a name that no other name has. */
const found = async (name: string) => {
  const { rows } = await searchSkills({ q: name.split("-").at(-1) ?? "" });
  return rows.map(({ slug }) => slug);
};

test("an account's skills are found under its new user name, and under the old one no more", async () => {
  const { username: before } = await makeAccount();
  const owner = await getActorOf(before);
  const { slug } = await publishNow(buildSkillPackage(), owner);
  const { slug: withdrawn } = await publishNow(buildSkillPackage(), owner);
  await yankVersion({ actor: owner, skill: withdrawn, version: "1.0.0", reason: "Old." });
  expect(await found(before)).toEqual([slug]);
  const after = uniqueName("user");
  await renameAccount(owner, after);
  await drainJobs(marketHandlers);
  expect([await found(before), await found(after)]).toEqual([[], [slug]]);
  expect((await getSkill(withdrawn)).withdrawn).toBe(true);
});

test("so is a claimed draft, when its person chooses a name with the first password", async () => {
  const email = `${uniqueName("owner")}@example.com`;
  const draft = await makeDraft();
  await requestClaim({ token: draft.claim?.token, email, locale: "en" });
  const token = await tokenOf(email, "verify");
  await completeClaim(token);
  const username = uniqueName("user");
  await completeAccount({ token, password: "a long enough password", username });
  await drainJobs(marketHandlers);
  expect(await found(username)).toEqual([draft.slug]);
});

test("an account without skills has nothing to be listed", async () => {
  const { accountId } = await makeAccount();
  await relistSkills(accountId);
});
