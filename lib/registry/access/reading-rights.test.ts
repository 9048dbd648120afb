import { beforeEach, describe, expect, test } from "vitest";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import type { Actor } from "@/lib/identity/actor";
import { CONFIRMED_FOR_MINUTES } from "@/lib/identity/confirmation/confirmation";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { DAY_MS } from "@/lib/kernel/clock";
import { sha256Hex } from "@/lib/kernel/digest";
import { listAccessChanges } from "@/lib/log/events/notices/list-access-changes";
import { acceptTransfer, offerTransfer } from "@/lib/ownership/transfers/transfers";
import { findReading } from "@/lib/registry/access/find-access";
import { readerOf } from "@/lib/registry/access/reader";
import {
  endReadingRight,
  giveReadingRight,
  listOwnReadingRights,
  listReadingRights,
  makeReadToken,
  MAX_ACCOUNT_DAYS,
  MAX_READERS,
  MAX_TOKEN_DAYS,
  openReadToken,
} from "@/lib/registry/access/reading-rights";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
testBlobStore();

let [owner, email]: [Actor, string] = [undefined as unknown as Actor, ""];
let reader: Actor;
let [skill, skillId] = ["", ""];
beforeEach(async () => {
  ({ actor: owner, email } = await mailOwner());
  reader = await getActorOf((await makeAccount()).username);
  skill = uniqueName();
  ({ skillId } = await publishNow(buildSkillPackage({ name: skill }), owner));
});

const give = (more: Partial<Parameters<typeof giveReadingRight>[0]> = {}, clock?: { now: () => Date }) =>
  giveReadingRight({ actor: owner, skill, username: reader.username, days: 7, ...more }, clock);
const make = (more: Partial<Parameters<typeof makeReadToken>[0]> = {}, clock?: { now: () => Date }) =>
  makeReadToken({ actor: owner, skill, name: "build", days: 30, ...more }, clock);
const readsAs = async (accountId: string) =>
  (await findReading(database(), skillId, readerOf({ accountId })))?.by;
const daysAgo = (days: number) => ({ now: () => new Date(Date.now() - days * DAY_MS) });
const stale = () => getActorOf(owner.username, new Date(Date.now() - CONFIRMED_FOR_MINUTES * 60_000));

describe("an account", () => {
  test("reads from the moment it is let in until the right is taken back, and both are told", async () => {
    expect(await readsAs(reader.accountId)).toBeNull();
    const { id, username } = await give();
    expect([username, await readsAs(reader.accountId)]).toEqual([reader.username, "right"]);
    expect((await mailsTo(email))[0]?.subject).toBe(`${reader.username} may read ${skill}`);
    expect((await listAccessChanges(owner.accountId))[0]).toMatchObject({
      change: "reader-let-in",
      skill,
    });
    await endReadingRight({ actor: owner, skill, id });
    expect(await readsAs(reader.accountId)).toBeNull();
    expect((await refusal(endReadingRight({ actor: owner, skill, id }))).code).toBe("NOT_FOUND");
  });

  test("has one right at a time: given again, the new end counts", async () => {
    await give({ days: 90 });
    await give({ days: 1 });
    const rights = await listReadingRights({ actor: owner, skill });
    expect(rights).toHaveLength(1);
    expect(Date.parse(rights[0]?.expiresAt ?? "") - Date.now()).toBeLessThanOrEqual(DAY_MS);
  });

  test("reads no longer than its days", async () => {
    await give({ days: 7 }, daysAgo(7));
    expect(await readsAs(reader.accountId)).toBeNull();
    expect(await listOwnReadingRights(owner.accountId)).toEqual([]);
  });
});

describe("a token", () => {
  test("is shown once, stored as its hash, reads one skill, and says when it was used", async () => {
    const { id, token } = await make();
    expect(token).toMatch(/^rt_[0-9a-f]{64}$/);
    const row = await database().readingRight.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ tokenHash: sha256Hex(token), accountId: null, lastUsedAt: null });
    const opened = await openReadToken(token);
    expect(opened).toEqual({ id, skillId, tokenHash: sha256Hex(token) });
    const by = { accountId: null, tokenHash: opened.tokenHash };
    expect((await findReading(database(), skillId, by))?.by).toBe("right");
    const other = await publishNow(buildSkillPackage(), owner);
    expect((await findReading(database(), other.skillId, by))?.by).toBeNull();
    expect((await listOwnReadingRights(owner.accountId))[0]).toMatchObject({ slug: skill, name: "build" });
    expect((await listOwnReadingRights(owner.accountId))[0]?.lastUsedAt).not.toBeNull();
  });

  test.each<[string, () => Promise<string>]>([
    ["no token", () => Promise.resolve("nonsense")],
    ["unknown", () => Promise.resolve(`rt_${"0".repeat(64)}`)],
    ["a key", async () => (await createApiKey(owner, "agent")).key],
    ["of before its last day", async () => (await make({ days: 30 }, daysAgo(30))).token],
    [
      "taken back",
      async () => {
        const { id, token } = await make();
        await endReadingRight({ actor: owner, skill, id });
        return token;
      },
    ],
    [
      "of a former owner",
      async () => {
        const { token } = await make();
        const { transferId } = await offerTransfer({ actor: owner, skill, to: reader.username });
        await acceptTransfer({ actor: reader, transferId });
        return token;
      },
    ],
  ])("does not open: %s", async (_, text) => {
    expect((await refusal(openReadToken(await text()))).code).toBe("AUTH_FAILED");
  });
});

describe("who and what is refused", () => {
  test("nobody but the owner gives, lists or ends, and an old session gives nothing", async () => {
    const { id } = await give();
    for (const attempt of [
      () => give({ actor: reader, username: owner.username }),
      () => make({ actor: reader }),
      () => listReadingRights({ actor: reader, skill }),
      () => endReadingRight({ actor: reader, skill, id }),
    ])
      expect((await refusal(attempt())).code).toBe("PERMISSION_DENIED");
    const old = await stale();
    for (const attempt of [() => give({ actor: old }), () => make({ actor: old })])
      expect((await refusal(attempt())).code).toBe("CONFIRMATION_REQUIRED");
    expect(await readsAs(reader.accountId)).toBe("right");
  });

  test("a program gives, and its person is told how", async () => {
    const program = await authenticateApiKey((await createApiKey(owner, "agent")).key);
    await make({ actor: program });
    expect((await listAccessChanges(owner.accountId))[0]).toMatchObject({
      change: "read-token-made",
      by: "key",
    });
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ["no day", () => give({ days: 0 }), "#/days"],
    ["half a day", () => give({ days: 0.5 }), "#/days"],
    ["no number", () => give({ days: Number.NaN }), "#/days"],
    ["more days than an account has", () => give({ days: MAX_ACCOUNT_DAYS + 1 }), "#/days"],
    ["more days than a token has", () => make({ days: MAX_TOKEN_DAYS + 1 }), "#/days"],
    ["a token without a name", () => make({ name: " " }), "#/name"],
    ["a long name", () => make({ name: "n".repeat(61) }), "#/name"],
    ["a name that nobody sees", () => make({ name: "a\u200Bb" }), "#/name"],
    ["nobody", () => give({ username: "no-such-person" }), "#/username"],
    ["oneself", () => give({ username: owner.username }), "#/username"],
  ])("%s", async (_, attempt, pointer) => {
    expect((await refusal(attempt())).details).toMatchObject({ errors: [{ pointer }] });
  });

  test("the longest days are taken", async () => {
    await give({ days: MAX_ACCOUNT_DAYS });
    await make({ days: MAX_TOKEN_DAYS });
    expect(await listReadingRights({ actor: owner, skill })).toHaveLength(2);
  });

  test("more than fifty at once, until one is taken back", async () => {
    const data = Array.from({ length: MAX_READERS - 1 }, (_, n) => ({
      id: `rdr_${skill}_${n}`,
      skillId,
      tokenHash: sha256Hex(`${skill} ${n}`),
      givenById: owner.accountId,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + DAY_MS),
    }));
    await database().readingRight.createMany({ data });
    await give();
    expect((await refusal(make())).code).toBe("PERMISSION_DENIED");
    await give(); // it takes the place of the one the account has
    await endReadingRight({ actor: owner, skill, id: data[0]?.id ?? "" });
    await make();
  });
});
