import { expect, test } from "vitest";
import { openChallenge } from "@/lib/audits/challenges";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import type { Database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { shareLockAccounts } from "@/lib/identity/accounts/accounts";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { listClaimHistory } from "@/lib/catalogue/skill-page/get-skill";
import { publishVersion } from "@/lib/publishing/publish-version";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { yankVersion } from "@/lib/publishing/yank-version";
import { endTransfer, listTransfers } from "@/lib/ownership/transfers/transfers";
import {
  buildSkillPackage,
  getActorOf,
  makeAdministrator,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { accept, market, offer, somebody, upload } from "@/lib/ownership/transfers/testing/market";
import { whileHeld } from "@/lib/testing/while-held";

const database = testDatabase();
testBlobStore();

/** Does `work` while the acceptance of an offer is being recorded; it began before, and ends after it. */
async function whileGiving<T>(from: Actor, to: Actor, skill: string, work: () => Promise<T>): Promise<T> {
  const { transferId } = await offer(from, to, skill);
  // Everything an acceptance holds and writes.
  const hold = async (db: Database) => {
    await shareLockAccounts(db, [from.accountId, to.accountId]);
    await db.skill.update({ where: { slug: skill }, data: { ownerId: to.accountId } });
    const ended = { state: "accepted", openSkillId: null, endedAt: new Date() };
    await db.skillTransfer.update({ where: { id: transferId }, data: ended });
  };
  return whileHeld(hold, work);
}

test("of many who accept at once one does, and what was accepted cannot be cancelled", async () => {
  const { ann, bob, name, skillId } = await market();
  const { transferId } = await offer(ann, bob, name);
  const all = await Promise.allSettled(Array.from({ length: 6 }, () => accept(bob, transferId)));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await database().logEntry.count({ where: { subjectId: skillId } })).toBe(1);
  await expect(endTransfer({ actor: ann, transferId })).rejects.toMatchObject({ code: "TRANSFER_NOT_FOUND" });
});

test("what came in the way since the offer is seen when it is accepted, and the offer stands", async () => {
  const { ann, bob, name } = await market();
  const { transferId } = await offer(ann, bob, name);
  await quarantineSkill({ actor: await makeAdministrator(), skill: name, reason: "Looks wrong." });
  const refused = await refusal(accept(bob, transferId));
  expect(refused).toMatchObject({ code: "TRANSFER_NOT_POSSIBLE", details: { obstacles: ["quarantined"] } });
  expect((await listTransfers(bob)).incoming).toHaveLength(1);
});

test("at the moment of the acceptance the former owner withdraws and appeals no more, and the new one challenges nothing", async () => {
  const yanked = await market();
  const yank = { actor: yanked.ann, skill: yanked.name, version: "1.0.0", reason: "Mine." };
  await expect(
    whileGiving(yanked.ann, yanked.bob, yanked.name, () => yankVersion(yank)),
  ).rejects.toMatchObject({ code: "PERMISSION_DENIED" });

  const rejected = await market();
  const refused = await upload(rejected.ann, rejected.name, "1.1.0");
  await database().skillVersion.update({
    where: { id: refused.versionId },
    data: { vettingStatus: "rejected", publishedAt: null },
  });
  const appeal = { actor: rejected.ann, skill: rejected.name, version: "1.1.0", text: "It is right." };
  await expect(
    whileGiving(rejected.ann, rejected.bob, rejected.name, () => appealDecision(appeal)),
  ).rejects.toMatchObject({ code: "PERMISSION_DENIED" });

  const sealed = await market();
  await (await makeVerifier()).audit(sealed.versionId);
  const challenge = { ...sealed.bob, versionId: sealed.versionId, claim: "Bad.", evidence: "See." };
  await expect(
    whileGiving(sealed.ann, sealed.bob, sealed.name, () => openChallenge(challenge)),
  ).rejects.toMatchObject({ code: "CHALLENGE_NOT_ALLOWED" });
});

test("the log keeps the names both have when it is accepted, not one that was given up at that moment", async () => {
  const { ann, bob, name, skillId } = await market();
  const { transferId } = await offer(ann, bob, name);
  const username = uniqueName("renamed");
  const rename = (db: Database) => db.account.update({ where: { id: ann.accountId }, data: { username } });
  await whileHeld(rename, () => accept(bob, transferId));
  expect(await listClaimHistory(skillId)).toContainEqual(
    expect.objectContaining({ between: { from: username, to: bob.username } }),
  );
});

test("a skill in quarantine, with something undecided, or audited by who would own it, stays with its owner", async () => {
  const held = async (from: Actor, to: Actor, name: string) =>
    (await refusal(offer(from, to, name))).details?.["obstacles"];
  const quarantined = await market();
  await quarantineSkill({
    actor: await makeAdministrator(),
    skill: quarantined.name,
    reason: "Looks wrong.",
  });
  expect(await held(quarantined.ann, quarantined.bob, quarantined.name)).toEqual(["quarantined"]);
  await appealDecision({ actor: quarantined.ann, skill: quarantined.name, text: "It is not." });
  expect(await held(quarantined.ann, quarantined.bob, quarantined.name)).toEqual(["quarantined", "waiting"]);

  const vetted = await market();
  await publishVersion({
    actor: vetted.ann,
    package: buildSkillPackage({ name: vetted.name, version: "2.0.0" }),
    source: "multipart",
  });
  expect(await held(vetted.ann, vetted.bob, vetted.name)).toEqual(["waiting"]);

  const audited = await market();
  const verifier = await makeVerifier();
  await verifier.audit(audited.versionId);
  expect(await held(audited.ann, await getActorOf(verifier.username), audited.name)).toEqual(["audited"]);
  await openChallenge({
    ...(await somebody()),
    versionId: audited.versionId,
    claim: "Bad.",
    evidence: "See.",
  });
  expect(await held(audited.ann, audited.bob, audited.name)).toEqual(["waiting"]);
});
