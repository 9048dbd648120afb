import { describe, expect, test } from "vitest";
import { askForAudit } from "@/lib/audits/queue";
import { fakeClock } from "@/lib/kernel/clock";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import {
  acceptInvitation,
  endMaintainer,
  inviteMaintainer,
  MAX_MAINTAINERS,
} from "@/lib/ownership/maintainers/maintainers";
import { listMaintenance } from "@/lib/ownership/maintainers/list-maintenance";
import { invite, letMaintain, late, logged, openOf } from "@/lib/ownership/maintainers/testing/market";
import { listAccessChanges } from "@/lib/log/events/notices/list-access-changes";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { listAttention } from "@/lib/catalogue/dashboard/get-dashboard";
import { getActorOf, makeAccount, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { market, somebody, upload } from "@/lib/ownership/transfers/testing/market";
import { getVettingOfVersion } from "@/lib/publishing/vetting/get-vetting-job";

const database = testDatabase();
testBlobStore();

describe("an invitation", () => {
  test("changes nothing until it is accepted; then the page names the maintainer, who publishes, and the log keeps it", async () => {
    const { ann, bob, name, skillId, versionId } = await market();
    const { maintainerId } = await invite(ann, bob, name);
    await expect(late(bob, name)).rejects.toMatchObject({ code: "SKILL_NAME_TAKEN" });
    expect(await getSkill(name)).toMatchObject({ publisher: ann.username, maintainers: [] });
    expect(await listMaintenance(bob)).toMatchObject({
      invitations: [{ slug: name, owner: ann.username }],
      maintained: [],
    });
    expect(await listAttention(bob.accountId)).toMatchObject([{ kind: "invited", slug: name }]);
    expect(await logged(skillId)).toEqual([]);

    await acceptInvitation({ actor: bob, maintainerId });
    expect(await getSkill(name)).toMatchObject({ publisher: ann.username, maintainers: [bob.username] });
    expect(await listMaintenance(bob)).toMatchObject({ invitations: [], maintained: [{ slug: name }] });
    expect(await listMaintenance(ann)).toMatchObject({
      own: [{ maintainer: bob.username, invitedUntil: null }],
    });
    expect(await listAttention(bob.accountId)).toEqual([]);
    expect(await logged(skillId)).toEqual([["skill:maintainer-added", bob.username]]);
    const { versionId: patched } = await upload(bob, name, "1.0.1");
    expect(await getSkill(name)).toMatchObject({ version: "1.0.1", publisher: ann.username });
    expect(await getVettingOfVersion(versionId, bob.accountId)).toMatchObject({ version: "1.0.0" });
    expect(await askForAudit({ accountId: bob.accountId, versionId: patched })).toMatchObject({
      version: "1.0.1",
    });
    await upload(ann, name, "1.0.2"); // no other publisher in between: a patch stays a patch
  });

  test("is for one account: others accept and end nothing, the owner alone invites, somebody else, who is there", async () => {
    const { ann, bob, name } = await market();
    const carol = await somebody();
    await expect(invite(bob, carol, name)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(invite(ann, ann, name)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    await expect(invite(ann, bob, uniqueName())).rejects.toMatchObject({ code: "SKILL_NOT_FOUND" });
    const unknown = { ...bob, username: uniqueName("nobody") };
    await expect(invite(ann, unknown, name)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    const { maintainerId } = await invite(ann, bob, name);
    for (const actor of [carol, ann])
      await expect(acceptInvitation({ actor, maintainerId })).rejects.toMatchObject({
        code: "MAINTAINER_NOT_FOUND",
      });
    await expect(endMaintainer({ actor: carol, maintainerId })).rejects.toMatchObject({
      code: "MAINTAINER_NOT_FOUND",
    });
    await acceptInvitation({ actor: bob, maintainerId });
    await expect(invite(bob, carol, name)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect((await listMaintenance(carol)).invitations).toEqual([]);
  });

  test("stands once at a time, also of many at once, and of many who accept at once one does", async () => {
    const { ann, bob, name, skillId } = await market();
    const six = <T>(act: () => Promise<T>) => Promise.allSettled(Array.from({ length: 6 }, act));
    const done = (all: PromiseSettledResult<unknown>[]) =>
      all.filter(({ status }) => status === "fulfilled").length;
    expect(done(await six(() => invite(ann, bob, name)))).toBe(1);
    const [invitation] = (await listMaintenance(bob)).invitations;
    const maintainerId = invitation?.maintainerId ?? "";
    expect(done(await six(() => acceptInvitation({ actor: bob, maintainerId })))).toBe(1);
    expect(await logged(skillId)).toHaveLength(1);
    const again = await refusal(invite(ann, bob, name));
    expect(again).toMatchObject({ code: "MAINTAINER_NOT_POSSIBLE", details: { obstacles: ["invited"] } });
  });

  test("can be declined or withdrawn, after which it cannot be accepted, and made again", async () => {
    const { ann, bob, name, skillId } = await market();
    for (const [actor, ended] of [
      [bob, "declined"],
      [ann, "withdrawn"],
    ] as const) {
      const { maintainerId } = await invite(ann, bob, name);
      expect(await endMaintainer({ actor, maintainerId })).toMatchObject({ ended });
      await expect(acceptInvitation({ actor: bob, maintainerId })).rejects.toMatchObject({
        code: "MAINTAINER_NOT_FOUND",
      });
      await expect(endMaintainer({ actor, maintainerId })).rejects.toMatchObject({
        code: "MAINTAINER_NOT_FOUND",
      });
    }
    expect(await logged(skillId)).toEqual([]);
    await letMaintain(ann, bob, name);
  });

  test("is one of a hundred at most that an account is shown, the newest first, however many strangers invite it", async () => {
    const { ann, bob } = await market();
    const ids = Array.from({ length: 130 }, (_, i) => `skl_${String(i).padStart(3, "0")}`);
    await database().skill.createMany({
      data: ids.map((id) => {
        const slug = id.replace("skl_", "strange");
        return { id, slug, canonicalName: slug, ownerId: ann.accountId };
      }),
    });
    const now = Date.now();
    await database().skillMaintainer.createMany({
      data: ids.map((skillId, i) => ({
        id: skillId.replace("skl", "mnt"),
        skillId,
        accountId: bob.accountId,
        openAccountId: bob.accountId,
        invitedById: ann.accountId,
        createdAt: new Date(now + i),
        expiresAt: new Date(now + (i < 125 ? 86_400_000 : -1)),
      })),
    });
    const shown = (await listMaintenance(bob)).invitations.map(({ slug }) => slug);
    expect(shown).toEqual(
      Array.from({ length: 100 }, (_, i) => `strange${String(124 - i).padStart(3, "0")}`),
    );
    expect((await listMaintenance(ann)).own).toHaveLength(125);
  });

  test("that nobody answers ends after seven days, and holds no place any longer", async () => {
    const { ann, bob, name, skillId } = await market();
    const clock = fakeClock("2030-01-01T00:00:00Z");
    const signedIn = (actor: Actor) => getActorOf(actor.username, clock.now());
    const wanted = async () => ({ actor: await signedIn(ann), skill: name, username: bob.username });
    const { maintainerId } = await inviteMaintainer(await wanted(), clock);
    clock.advanceMs(7 * 86_400_000);
    const accepted = acceptInvitation({ actor: await signedIn(bob), maintainerId }, clock);
    await expect(accepted).rejects.toMatchObject({ code: "MAINTAINER_NOT_FOUND" });
    expect((await listMaintenance(bob, clock)).invitations).toEqual([]);
    const next = await inviteMaintainer(await wanted(), clock);
    await acceptInvitation({ actor: await signedIn(bob), maintainerId: next.maintainerId }, clock);
    expect(await openOf(skillId)).toBe(1);
  });

  test("finds no place beside twenty others", async () => {
    const { ann, bob, name, skillId } = await market();
    const many = await Promise.all(Array.from({ length: MAX_MAINTAINERS - 1 }, () => makeAccount()));
    const at = new Date();
    await database().skillMaintainer.createMany({
      data: many.map(({ accountId }, i) => ({
        id: `mnt_${skillId}_${i}`,
        skillId,
        accountId,
        invitedById: ann.accountId,
        state: "active",
        openAccountId: accountId,
        createdAt: at,
        expiresAt: at,
        acceptedAt: at,
      })),
    });
    const two = await Promise.allSettled([invite(ann, bob, name), invite(ann, await somebody(), name)]);
    expect(two.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = await refusal(invite(ann, await somebody(), name));
    expect(refused).toMatchObject({ code: "MAINTAINER_NOT_POSSIBLE", details: { obstacles: ["full"] } });
  });

  test("by a person asks them to confirm that it is them; by a key it does not, and both are told to the owner; no key accepts", async () => {
    const { ann, bob, name } = await market();
    await expect(invite(await getActorOf(ann.username, new Date(0)), bob, name)).rejects.toMatchObject({
      code: "CONFIRMATION_REQUIRED",
    });
    const program = await authenticateApiKey((await createApiKey(ann, "agent")).key);
    const { maintainerId } = await invite(program, bob, name);
    const [change] = await listAccessChanges(ann.accountId);
    expect(change).toMatchObject({
      change: "maintainer-invited",
      what: bob.username,
      skill: name,
      by: "key",
      path: "/dashboard/maintainers",
    });
    const theirs = await authenticateApiKey((await createApiKey(bob, "agent")).key);
    await expect(acceptInvitation({ actor: theirs, maintainerId })).rejects.toMatchObject({
      code: "CONFIRMATION_REQUIRED",
    });
  });
});

test("both are told where they have proven an address, each in their own language", async () => {
  const { ann, bob, name } = await market();
  for (const { accountId, username } of [ann, bob]) {
    const mailLocale = username === bob.username ? "ko" : "en";
    const data = { email: `${username}@example.org`, emailVerifiedAt: new Date(), mailLocale };
    await database().account.update({ where: { id: accountId }, data });
  }
  const maintainerId = await letMaintain(ann, bob, name);
  await endMaintainer({ actor: ann, maintainerId });
  const subjects = async ({ username }: Actor) =>
    (await mailsTo(`${username}@example.org`)).map(({ subject }) => subject).sort();
  expect(await subjects(bob)).toEqual(
    [
      `${ann.username} 님이 ${name} 스킬의 공동 관리자로 초대했습니다`,
      `${bob.username} 님은 더 이상 ${name} 스킬을 관리하지 않습니다`,
    ].sort(),
  );
  expect(await subjects(ann)).toEqual(
    [`${bob.username} is invited to maintain ${name}`, `${bob.username} now maintains ${name}`].sort(),
  );
});
