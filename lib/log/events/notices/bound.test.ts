import { beforeAll, beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "@/lib/kernel/clock";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { confirmRegistration, registerOwner } from "@/lib/identity/registration/owner-registration";
import type { Actor } from "@/lib/identity/actor";
import { getAccount } from "@/lib/identity/accounts/accounts";
import { requestPasswordReset } from "@/lib/identity/passwords/password-reset";
import { invite } from "@/lib/ownership/maintainers/testing/market";
import { MAX_OF_ONE_KIND_PER_HOUR } from "@/lib/platform/mail/queue-mail";
import { HARMFUL, makeOwner, type TestOwner } from "@/lib/log/events/notices/testing/owner";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { makeAdministrator, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { offer, somebody } from "@/lib/ownership/transfers/testing/market";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();

const MORE = "your dashboard lists what needs you";

let administrator: Actor;
let owner: TestOwner;
beforeAll(async () => {
  administrator = await makeAdministrator();
});
beforeEach(async () => {
  owner = await makeOwner();
});

test("of many rejections in an hour four are mailed, the last says where the others are, and nothing else waits for them", async () => {
  const name = uniqueName();
  for (let patch = 0; patch < 6; patch++) await owner.publish({ name, version: `1.0.${patch}`, ...HARMFUL });
  const texts = (await mailsTo(owner.email)).map(({ text }) => text).reverse();
  expect(texts.map((text) => text.includes(MORE))).toEqual([false, false, false, true]);

  const { slug } = await owner.publish();
  await quarantineSkill({ actor: administrator, skill: slug, reason: "x" });
  expect(await owner.told()).toContain(`${slug} is in quarantine`);
  // What somebody asks for is counted by itself.
  for (let asked = 0; asked < 6; asked++) await requestPasswordReset({ email: owner.email, locale: "en" });
  await expect(requestPasswordReset({ email: owner.email, locale: "en" })).rejects.toMatchObject({
    code: "RATE_LIMITED",
  });
  expect(await owner.told()).toHaveLength(MAX_OF_ONE_KIND_PER_HOUR + 1 + 6);
});

test("of many quarantines at once no more are mailed, one of them says so, and an hour later there is room again", async () => {
  const skills: string[] = [];
  for (let count = 0; count < 9; count++) skills.push((await owner.publish()).slug);
  const last = skills.pop() ?? "";
  const at = (now: Date) => ({ now: () => now });
  const quarantine = (skill: string, now: Date) =>
    quarantineSkill({ actor: administrator, skill, reason: "x" }, at(now));
  const now = new Date();
  await Promise.all(skills.map((skill) => quarantine(skill, now)));
  const mails = await mailsTo(owner.email);
  expect(mails).toHaveLength(MAX_OF_ONE_KIND_PER_HOUR);
  expect(mails.filter(({ text }) => text.includes(MORE))).toHaveLength(1);
  await quarantine(last, new Date(now.getTime() + HOUR_MS));
  expect(await owner.told()).toContain(`${last} is in quarantine`);
  expect(await owner.lastText()).not.toContain(MORE);
});

test("mails are written in the language an address was proven in, as long as no other is chosen", async () => {
  const email = `${uniqueName("new")}@example.org`;
  await registerOwner({ username: uniqueName("new"), email, locale: "zh-Hans" });
  const token = /token=([\w%.-]+)/.exec((await mailsTo(email))[0]?.text ?? "")?.[1] ?? "";
  const { ownerId } = await confirmRegistration(decodeURIComponent(token));
  expect((await getAccount(ownerId)).mails).toEqual({
    notices: true,
    earning: true,
    following: "none",
    advisories: "own",
    locale: "zh-Hans",
  });
});

test("whoever has other mails sent to an address keeps its owner from learning nothing of a skill that is given away", async () => {
  const { slug } = await owner.publish();
  const askForReset = () => requestPasswordReset({ email: owner.email, locale: "en" });
  for (let asked = 0; asked < 6; asked++) await askForReset();
  await offer(owner.actor, await somebody(), slug);
  expect((await owner.told()).at(-1)).toContain(slug);
});

test("offers of strangers keep nobody from a link to a new password", async () => {
  const strangers = [await makeOwner(), await makeOwner()];
  for (const stranger of strangers) {
    for (let offered = 0; offered < 2; offered++) {
      await offer(stranger.actor, owner.actor, (await stranger.publish()).slug);
      await invite(stranger.actor, owner.actor, (await stranger.publish()).slug);
    }
  }
  expect(await owner.told()).toHaveLength(2 * MAX_OF_ONE_KIND_PER_HOUR);
  await requestPasswordReset({ email: owner.email, locale: "en" });
});
