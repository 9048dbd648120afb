import { beforeEach, describe, expect, test } from "vitest";
import {
  follow,
  getFollowState,
  listFollowed,
  MAX_FOLLOWED,
  unfollow,
  type Followed,
} from "@/lib/catalogue/following/follow";
import { mailDigests } from "@/lib/catalogue/following/mail-digests";
import { listNews } from "@/lib/catalogue/following/news";
import { newsWords } from "@/lib/catalogue/following/news-words";
import { renameAccount } from "@/lib/identity/accounts/rename-account";
import { setMailSettings } from "@/lib/identity/accounts/contact-email";
import type { Actor } from "@/lib/identity/actor";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { DAY_MS, HOUR_MS, systemClock } from "@/lib/kernel/clock";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { LOCALES } from "@/lib/platform/i18n/routing";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { changePrice } from "@/lib/publishing/price/change-price";
import { yankVersion } from "@/lib/publishing/yank-version";
import { deprecateSkill, endDeprecation } from "@/lib/registry/deprecations/deprecate-skill";
import { saveSet, withdrawSet } from "@/lib/registry/sets/save-set";
import {
  buildSkillPackage,
  getActorOf,
  makeAdministrator,
  newAddress,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

process.env["RUNNER"] = "disabled";
const database = testDatabase();
testBlobStore();

let owner: Actor;
let reader: Actor;
let email: string;
let skill: string;
let skillId: string;
beforeEach(async () => {
  ({ actor: owner } = await mailOwner());
  ({ actor: reader, email } = await mailOwner());
  skill = uniqueName();
  ({ skillId } = await publish("1.0.0"));
});

const publish = (version: string, name = skill) => publishNow(buildSkillPackage({ name, version }), owner);
const follows = (kind: Followed["kind"], name: string) => follow(reader.accountId, { kind, name });
const news = async (limit = 50) => (await listNews(reader.accountId, { limit })).news;
const told = async () => (await news()).map((item) => newsWords(item, "en").title);
const makeSet = async (description = "For a start.") => {
  const { name } = await saveSet({
    actor: owner,
    name: uniqueName("set"),
    description,
    parts: [{ skill, range: "*" }],
  });
  return name;
};

describe("following", () => {
  test("a skill, a publisher and a set are followed once each, counted, listed, and followed no more", async () => {
    const set = await makeSet();
    const followed: Followed[] = [
      { kind: "publisher", name: owner.username },
      { kind: "set", name: set },
      { kind: "skill", name: skill },
    ];
    for (const each of followed) {
      expect(await follow(reader.accountId, each)).toBe(true);
      expect(await follow(reader.accountId, each)).toBe(false);
    }
    expect((await listFollowed(reader.accountId)).map(({ kind, name }) => ({ kind, name }))).toEqual(
      followed,
    );
    expect(await getFollowState({ skillId }, reader.accountId)).toEqual({ followers: 1, isFollowed: true });
    expect(await getFollowState({ publisherId: owner.accountId }, owner.accountId)).toEqual({
      followers: 1,
      isFollowed: false,
    });
    expect(await getFollowState({ skillId }, null)).toEqual({ followers: 1, isFollowed: null });
    for (const each of followed) {
      expect(await unfollow(reader.accountId, each)).toBe(true);
      expect(await unfollow(reader.accountId, each)).toBe(false);
    }
    expect(await listFollowed(reader.accountId)).toEqual([]);
  });

  test("what is not there is not followed, and what ended can still be let go", async () => {
    const set = await makeSet();
    await follows("set", set);
    await follows("publisher", owner.username);
    await withdrawSet({ actor: owner, name: set, reason: "No more." });
    for (const [kind, name] of [
      ["set", set],
      ["set", "no-such-set"],
      ["set", "\0"],
      ["publisher", "no-such-person"],
    ] as const)
      expect((await refusal(follows(kind, name))).code).toBe("NOT_FOUND");
    expect((await refusal(follows("skill", "no-such-skill"))).code).toBe("SKILL_NOT_FOUND");
    expect((await refusal(unfollow(reader.accountId, { kind: "skill", name: "no-such-skill" }))).code).toBe(
      "SKILL_NOT_FOUND",
    );
    const before = owner.username;
    await renameAccount(owner, uniqueName("user"));
    const renamed = (await listFollowed(reader.accountId)).find(({ kind }) => kind === "publisher")?.name;
    expect(renamed).not.toBe(before);
    await closeAccount(await getActorOf(renamed ?? ""), { username: renamed ?? "", locale: "en" });
    expect((await refusal(follows("publisher", renamed ?? ""))).code).toBe("NOT_FOUND");
    expect(await unfollow(reader.accountId, { kind: "publisher", name: before })).toBe(true);
    expect(await unfollow(reader.accountId, { kind: "set", name: set })).toBe(true);
    expect(await listFollowed(reader.accountId)).toEqual([]);
  });

  test("an account follows a thousand things and no more, however many it asks for at once", async () => {
    const ids = Array.from(
      { length: MAX_FOLLOWED - 1 },
      (_, place) => `acc_followed_${reader.accountId}_${place}`,
    );
    const createdAt = new Date();
    await database().account.createMany({
      data: ids.map((id, place) => ({ id, username: `${reader.username}x${place}`, createdAt })),
    });
    await database().follow.createMany({
      data: ids.map((id) => ({ id: `fol_${id}`, accountId: reader.accountId, publisherId: id, createdAt })),
    });
    const both = await Promise.allSettled([follows("skill", skill), follows("publisher", owner.username)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await listFollowed(reader.accountId)).toHaveLength(MAX_FOLLOWED);
    expect((await refusal(follows("set", await makeSet()))).code).toBe("REQUEST_INVALID");
  });
});

describe("news", () => {
  test("followers read what happened, newest first, page by page", async () => {
    const address = newAddress();
    await database().wallet.create({ data: { address, accountId: owner.accountId } });
    await follows("publisher", owner.username);
    await publish("1.1.0");
    await changePrice({ actor: owner, skill, priceLamports: 2_000_000n, payeeAddress: address });
    const other = uniqueName();
    await publish("1.0.0", other);
    await deprecateSkill({ actor: owner, skill, message: "It reads no dates.", successor: other });
    await endDeprecation({ actor: owner, skill });
    const set = await makeSet();
    await yankVersion({ actor: owner, skill, version: "1.1.0", reason: "It fails." });
    const expected = [
      `${skill} 1.1.0 was withdrawn`,
      `Set ${set} is new`,
      `${skill} is no longer deprecated`,
      `${skill} is deprecated: ${other} takes its place`,
      `${other} is new`,
      `${skill}: the price of a call changed from 0 to 0.002 SOL`,
      `${skill} 1.1.0 was published`,
      `${skill} is new`,
    ];
    expect(await told()).toEqual(expect.arrayContaining(expected));
    const times = (await news()).map(({ occurredAt }) => occurredAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const pages: string[] = [];
    for (let cursor: string | undefined | null; cursor !== null;) {
      const page = await listNews(reader.accountId, { limit: 2, cursor });
      pages.push(...page.news.map(({ id }) => id));
      cursor = page.next;
    }
    expect(pages).toEqual((await news()).map(({ id }) => id));
    for (const locale of LOCALES)
      for (const item of await news()) expect(newsWords(item, locale).title).not.toContain("{");
    expect((await refusal(listNews(reader.accountId, { limit: 2, cursor: "x" }))).details).toMatchObject({
      parameter: "cursor",
    });
  });

  test("another price is news, another payee alone is not", async () => {
    await follows("skill", skill);
    for (const _ of [1, 2]) {
      const address = newAddress();
      await database().wallet.create({ data: { address, accountId: owner.accountId } });
      await changePrice({ actor: owner, skill, priceLamports: 2_000_000n, payeeAddress: address });
    }
    expect((await news()).filter(({ kind }) => kind === "price-changed")).toHaveLength(1);
  });

  test("of a private skill there is none, of one in quarantine its advisory alone", async () => {
    await follows("skill", skill);
    await follows("publisher", owner.username);
    expect(await told()).toEqual([`${skill} is new`]);
    await database().skill.update({ where: { id: skillId }, data: { access: "private" } });
    expect(await told()).toEqual([]);
    await database().skill.update({ where: { id: skillId }, data: { access: "call_only" } });
    expect(await told()).toEqual([`${skill} is new`]);
    await quarantineSkill({ actor: await makeAdministrator(), skill, reason: "It sends files away." });
    expect((await news()).map(({ kind }) => kind)).toEqual(["advisory-published"]);
  });

  test("of the last version that was withdrawn followers are told, and of what is not followed they are not", async () => {
    await follows("skill", skill);
    await yankVersion({ actor: owner, skill, version: "1.0.0", reason: "It fails." });
    expect(await told()).toContain(`${skill} 1.0.0 was withdrawn`);
    await unfollow(reader.accountId, { kind: "skill", name: skill });
    expect(await told()).toEqual([]);
  });
});

describe("the daily mail", () => {
  const at = (ms: number) => ({ clock: { ...systemClock, now: () => new Date(Date.now() + ms) } });
  const digests = async () => (await mailsTo(email)).filter(({ subject }) => subject.startsWith("News of "));
  const want = (following: "none" | "daily") =>
    setMailSettings(reader, { notices: true, following, locale: "en" });

  test("comes once a day to who asked for it, also when two send it, and not where nothing happened", async () => {
    await follows("skill", skill);
    await mailDigests(at(HOUR_MS));
    expect(await digests()).toEqual([]);
    await want("daily");
    await Promise.all([mailDigests(at(HOUR_MS)), mailDigests(at(HOUR_MS))]);
    const [first, ...more] = await digests();
    expect(more).toEqual([]);
    expect(first?.text).toContain(`${skill} is new`);
    expect(first?.text).toContain("/settings#mails");
    await publish("1.1.0");
    await mailDigests(at(2 * HOUR_MS));
    expect(await digests()).toHaveLength(1);
    await mailDigests(at(HOUR_MS + DAY_MS));
    expect((await digests()).map(({ text }) => text).filter((text) => text.includes("1.1.0"))).toEqual([]);
  });

  test("holds twenty lines, and says how many more there are", async () => {
    const occurredAt = new Date();
    await database().event.createMany({
      data: Array.from({ length: 31 }, (_, place) => ({
        id: `evt_${skillId}_${String(place).padStart(2, "0")}`,
        kind: "skill:undeprecated",
        subjectId: skillId,
        data: { slug: skill },
        occurredAt,
      })),
    });
    await follows("skill", skill);
    await want("daily");
    await mailDigests(at(HOUR_MS));
    const [mail] = await digests();
    expect(mail?.text.match(/no longer deprecated/g)).toHaveLength(20);
    expect(mail?.text).toContain("and 12 more");
    await want("none");
    await mailDigests(at(2 * DAY_MS));
    expect(await digests()).toHaveLength(1);
  });
});
