import { expect, test } from "vitest";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { listOutbox } from "@/lib/platform/mail/outbox";
import { appealDecision, listOwnAppeals } from "@/lib/moderation/appeal-decision";
import { listAppeals } from "@/lib/moderation/decide-appeal";
import { quarantineSkill, releaseIn, releaseSkill } from "@/lib/moderation/quarantine";
import { buildSkillPackage, makeAdministrator, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";
import { offer, somebody } from "@/lib/ownership/transfers/testing/market";

const database = testDatabase();
testBlobStore();

test("a quarantine that is ended by itself grants the open appeal against it: nothing waits any more, and its owner is told once", async () => {
  const { actor: owner, email } = await mailOwner();
  const administrator = await makeAdministrator();
  const { slug, skillId } = await publishNow(buildSkillPackage(), owner);
  const act = { actor: administrator, skill: slug, reason: "It looked wrong." };
  await quarantineSkill(act);
  const { appealId } = await appealDecision({ actor: owner, skill: slug, text: "It is right." });
  await releaseSkill({ ...act, reason: "It is right indeed." });

  expect(await listOwnAppeals(skillId, owner.accountId)).toMatchObject([
    { id: appealId, state: "granted", decision: "It is right indeed." },
  ]);
  expect((await listAppeals(administrator)).map(({ id }) => id)).not.toContain(appealId);
  const kinds = await database().event.findMany({ where: { subjectId: skillId, kind: "appeal:decided" } });
  expect(kinds.map(({ actor }) => actor)).toEqual([administrator.accountId]);
  const told = (await listOutbox()).filter(({ to, text }) => to === email && text.includes("right indeed"));
  expect(told).toHaveLength(1);
  expect(await offer(owner, await somebody(), slug)).toHaveProperty("transferId");
});

test("nothing waits about a quarantine that ends while its owner appeals", async () => {
  const owner = await somebody();
  const administrator = await makeAdministrator();
  const { slug } = await publishNow(buildSkillPackage(), owner);
  const act = { actor: administrator, skill: slug, reason: "It looked wrong." };
  await quarantineSkill(act);
  const appeal = whileHeld(
    (tx) => releaseIn(tx, act, new Date()),
    () => appealDecision({ actor: owner, skill: slug, text: "It is right." }),
  );
  await expect(appeal).rejects.toMatchObject({ code: "APPEAL_NOT_POSSIBLE" });
  expect(await offer(owner, await somebody(), slug)).toHaveProperty("transferId");
});
