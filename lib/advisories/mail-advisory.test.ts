import { beforeAll, expect, test } from "vitest";
import { listAdvisories } from "@/lib/advisories/read-advisories";
import { mailAdvisory } from "@/lib/advisories/mail-advisory";
import type { Actor } from "@/lib/identity/actor";
import type { AdvisoryNotices } from "@/lib/identity/accounts/advisory-notices";
import { setMailSettings } from "@/lib/identity/accounts/contact-email";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { follow } from "@/lib/catalogue/following/follow";
import { drainJobs } from "@/lib/platform/jobs/work";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { makeAdministrator } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
const { publish } = testPublisher();

let administrator: Actor;
beforeAll(async () => {
  administrator = await makeAdministrator();
});

/** Who reads advisories: what they chose, and whether they starred the skill. */
async function reader(advisories: AdvisoryNotices, slug: string | null) {
  const { actor, email } = await mailOwner();
  await setMailSettings(actor, { notices: true, advisories, locale: "en" });
  if (slug !== null) await follow(actor.accountId, { kind: "skill", name: slug });
  return email;
}
const subjectsTo = async (email: string) =>
  (await mailsTo(email)).map(({ subject }) => subject).filter((subject) => subject.startsWith("Advisory "));

test("it is mailed once to who wants all, and to who starred the skill and wants such", async () => {
  const { slug } = await publish();
  const starred = await reader("own", slug);
  const others = [await reader("own", null), await reader("none", slug)];
  const all = await reader("all", null);
  await quarantineSkill({ actor: administrator, skill: slug, reason: "It sends files away." });
  await drainJobs({ mail_advisory: ({ advisoryId }) => mailAdvisory(advisoryId) });
  const [advisory] = (await listAdvisories({ skill: slug })).advisories;
  const expected = [`Advisory ${advisory?.id}: ${slug}`];
  for (const email of [starred, all]) expect(await subjectsTo(email)).toEqual(expected);
  for (const email of others) expect(await subjectsTo(email)).toEqual([]);
  await Promise.all([mailAdvisory(advisory?.id ?? ""), mailAdvisory(advisory?.id ?? "")]);
  for (const email of [starred, all]) expect(await subjectsTo(email)).toEqual(expected);
});

test("the owner, who has a mail of their own, and one that was withdrawn meanwhile are left out", async () => {
  const owner = await mailOwner();
  await setMailSettings(owner.actor, { notices: true, advisories: "all", locale: "en" });
  const { slug } = await publish({}, { accountId: owner.actor.accountId, username: "", address: "" });
  const all = await reader("all", null);
  await quarantineSkill({ actor: administrator, skill: slug, reason: "It sends files away." });
  await releaseSkill({ actor: administrator, skill: slug, reason: "It was a mistake." });
  await drainJobs({ mail_advisory: ({ advisoryId }) => mailAdvisory(advisoryId) });
  expect(await subjectsTo(all)).toEqual([]);
  await quarantineSkill({ actor: administrator, skill: slug, reason: "It does." });
  await drainJobs({ mail_advisory: ({ advisoryId }) => mailAdvisory(advisoryId) });
  expect(await subjectsTo(all)).toHaveLength(1);
  expect(await subjectsTo(owner.email)).toEqual([]);
});
