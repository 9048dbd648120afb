import { describe, expect, test } from "vitest";
import type { Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { shareLockAccounts } from "@/lib/identity/accounts/accounts";
import { acceptInvitation, endMaintainer, endMaintainerOf } from "@/lib/ownership/maintainers/maintainers";
import { listMaintenance } from "@/lib/ownership/maintainers/list-maintenance";
import {
  invite,
  letMaintain,
  maintained,
  late,
  logged,
  openOf,
} from "@/lib/ownership/maintainers/testing/market";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { askForName } from "@/lib/registry/names/ask-for-name";
import { findOrMakeSkill } from "@/lib/registry/find-or-make-skill";
import { getDashboard } from "@/lib/catalogue/dashboard/get-dashboard";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";
import { give, market, offer, somebody, upload } from "@/lib/ownership/transfers/testing/market";
import { getVettingToRead } from "@/lib/publishing/vetting/get-vetting-job";

const database = testDatabase();
testBlobStore();

describe("the end", () => {
  test("is the owner's or one's own to bring about; nothing is published after it, what was stays", async () => {
    for (const by of ["owner", "maintainer"] as const) {
      const { owner, maintainer, name, skillId, maintainerId } = await maintained();
      await late(maintainer, name, "1.1.0");
      const actor = by === "owner" ? owner : maintainer;
      expect(await endMaintainer({ actor, maintainerId })).toMatchObject({
        ended: by === "owner" ? "removed" : "left",
      });
      await expect(late(maintainer, name)).rejects.toMatchObject({ code: "SKILL_NAME_TAKEN" });
      const yank = yankVersion({ actor: maintainer, skill: name, version: "1.1.0", reason: "Mine." });
      await expect(yank).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      expect(await database().skillVersion.count({ where: { skillId } })).toBe(2);
      expect((await getSkill(name)).maintainers).toEqual([]);
      expect((await logged(skillId)).map(([kind]) => kind)).toEqual([
        "skill:maintainer-added",
        "skill:maintainer-ended",
      ]);
    }
  });

  test("by names, as programs say it, and by nobody else", async () => {
    const { owner, maintainer, name } = await maintained();
    const end = (actor: Actor, username = maintainer.username, skill = name) =>
      endMaintainerOf({ actor, skill, username });
    await expect(end(await somebody())).rejects.toMatchObject({ code: "MAINTAINER_NOT_FOUND" });
    await expect(end(owner, owner.username)).rejects.toMatchObject({ code: "MAINTAINER_NOT_FOUND" });
    await expect(end(owner, maintainer.username, uniqueName())).rejects.toMatchObject({
      code: "SKILL_NOT_FOUND",
    });
    expect(await end(owner)).toMatchObject({ ended: "removed", username: maintainer.username });
    await expect(end(owner)).rejects.toMatchObject({ code: "MAINTAINER_NOT_FOUND" });
  });

  test("at the moment of an upload: whichever is first, nothing is published behind it", async () => {
    const { maintainer, name, skillId, maintainerId } = await maintained();
    const remove = async (db: Database) => {
      await db.skill.update({ where: { id: skillId }, data: { updatedAt: new Date() } });
      const ended = { state: "removed", openAccountId: null, endedAt: new Date() };
      await db.skillMaintainer.update({ where: { id: maintainerId }, data: ended });
    };
    await expect(whileHeld(remove, () => late(maintainer, name))).rejects.toMatchObject({
      code: "SKILL_NAME_TAKEN",
    });
    expect(await database().skillVersion.count({ where: { skillId } })).toBe(1);
  });

  test("comes with another owner, who is trusted with choosing anew", async () => {
    const { ann, bob, name, skillId } = await market();
    const [carol, dan] = [await somebody(), await somebody()];
    await letMaintain(ann, carol, name);
    await letMaintain(ann, bob, name);
    await invite(ann, dan, name);
    const email = `${carol.username}@example.org`;
    const data = { email, emailVerifiedAt: new Date(), mailLocale: "en" };
    await database().account.update({ where: { id: carol.accountId }, data });
    await give(ann, bob, name);
    const mails = (await mailsTo(email)).map(({ subject }) => subject);
    expect(mails).toEqual([`${carol.username} no longer maintains ${name}`]);
    expect(await openOf(skillId)).toBe(0);
    expect(await getSkill(name)).toMatchObject({ publisher: bob.username, maintainers: [] });
    await expect(late(carol, name)).rejects.toMatchObject({ code: "SKILL_NAME_TAKEN" });
    expect((await listMaintenance(dan)).invitations).toEqual([]);
    expect((await logged(skillId)).filter(([kind]) => kind === "skill:maintainer-ended")).toHaveLength(2);
    await upload(bob, name, "1.1.0");
  });

  test("comes when the owner closes the account, and when the maintainer does", async () => {
    const closing = (actor: Actor) => closeAccount(actor, { username: actor.username, locale: "en" });
    const first = await maintained();
    await closing(first.owner);
    await expect(late(first.maintainer, first.name)).rejects.toMatchObject({ code: "SKILL_NAME_TAKEN" });
    expect(await openOf(first.skillId)).toBe(0);
    const second = await maintained();
    await invite(second.owner, await somebody(), second.name);
    await closing(second.maintainer);
    expect(await openOf(second.skillId)).toBe(1);
    expect((await getSkill(second.name)).maintainers).toEqual([]);
    expect((await logged(second.skillId)).at(-1)).toEqual([
      "skill:maintainer-ended",
      second.maintainer.username,
    ]);
  });

  test("of an invitation comes with either account, also at that moment", async () => {
    const { ann, bob, name } = await market();
    const { maintainerId } = await invite(ann, bob, name);
    const close = async (db: Database) => {
      await shareLockAccounts(db, [ann.accountId]);
      await db.wallet.deleteMany({ where: { accountId: ann.accountId } });
      await db.account.update({
        where: { id: ann.accountId },
        data: { closedAt: new Date(), sessionVersion: 9 },
      });
    };
    await expect(
      whileHeld(close, () => acceptInvitation({ actor: bob, maintainerId })),
    ).rejects.toMatchObject({
      code: "AUTH_FAILED",
    });
  });
});

describe("what stays the owner's alone", () => {
  test("the name, the transfer, who maintains it, appeals, and what it earns", async () => {
    const { owner, maintainer, name, versionId } = await maintained();
    const denied = { code: "PERMISSION_DENIED" };
    const other = await somebody();
    await expect(offer(maintainer, other, name)).rejects.toMatchObject(denied);
    await expect(invite(maintainer, other, name)).rejects.toMatchObject(denied);
    await expect(askForName({ actor: maintainer, skill: name, name: uniqueName() })).rejects.toMatchObject(
      denied,
    );
    const appeal = appealDecision({ actor: maintainer, skill: name, version: "1.0.0", text: "It is right." });
    await expect(appeal).rejects.toMatchObject(denied);
    expect((await getDashboard(maintainer.accountId)).skills).toEqual([]);
    expect(await getVettingToRead(versionId, maintainer)).toMatchObject({ own: true, appealable: false });
    expect(await getVettingToRead(versionId, owner)).toMatchObject({ own: true, appealable: true });
  });

  test("a skill of a name that is free is not made in the owner's place", async () => {
    const { owner, maintainer } = await maintained();
    const as = { kind: "maintainer", accountId: maintainer.accountId, ownerId: owner.accountId } as const;
    const made = inTransaction((tx) =>
      findOrMakeSkill(tx, { slug: uniqueName(), owner: as, now: new Date() }),
    );
    await expect(made).rejects.toMatchObject({ code: "SKILL_NAME_TAKEN" });
  });
});
