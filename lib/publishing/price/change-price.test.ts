import { beforeEach, describe, expect, test } from "vitest";
import type { Database } from "@/lib/db/client";
import { completeAgentClaim } from "@/lib/publishing/drafts/complete-claim";
import { mailsTo, makeDraft, tokenOf } from "@/lib/publishing/drafts/testing/draft-builders";
import { marketHandlers } from "@/lib/duties/market-handlers";
import type { Actor } from "@/lib/identity/actor";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { CONFIRMED_FOR_MINUTES } from "@/lib/identity/confirmation/confirmation";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { listAccessChanges } from "@/lib/log/events/notices/list-access-changes";
import { acceptTransfer, offerTransfer } from "@/lib/ownership/transfers/transfers";
import { letMaintain } from "@/lib/ownership/maintainers/testing/market";
import { drainJobs } from "@/lib/platform/jobs/work";
import { changePrice, listPrices, MAX_PRICE_CHANGES_A_DAY } from "@/lib/publishing/price/change-price";
import { publishVersion } from "@/lib/publishing/publish-version";
import { yankVersion } from "@/lib/publishing/yank-version";
import { recordFirstRun } from "@/lib/running/calls/first-run";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { searchSkills } from "@/lib/search/search-skills";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  newAddress,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { whileHeld } from "@/lib/testing/while-held";

process.env["RUNNER"] = "disabled";
const database = testDatabase();
testBlobStore();

let owner: Actor;
let email: string;
let [first, second] = ["", ""];
let skill: string;
let skillId: string;
beforeEach(async () => {
  ({ actor: owner, email } = await mailOwner());
  [first, second] = [await addWallet(owner), await addWallet(owner)];
  skill = uniqueName();
  ({ skillId } = await publishNow(version("1.0.0"), owner));
});

async function addWallet({ accountId }: { accountId: string }): Promise<string> {
  const address = newAddress();
  await database().wallet.create({ data: { address, accountId } });
  return address;
}

const version = (number: string, lamports = 5000) =>
  buildSkillPackage({ name: skill, version: number, paid: { lamports, payee: first } });
const change = (priceLamports: bigint, more: { actor?: Actor; payeeAddress?: string; skill?: string } = {}) =>
  changePrice({ actor: owner, skill, priceLamports, ...more });
const termsOf = async (version?: string) => {
  const { priceLamports, payeeAddress } = await getSkill(skill, { version });
  return { priceLamports, payeeAddress };
};
const logged = async () => {
  const rows = await database().logEntry.findMany({
    where: { subjectId: skillId, kind: "skill:price-changed" },
    orderBy: { seq: "asc" },
  });
  return rows.map(({ body }) => (JSON.parse(body) as { data: object }).data);
};
const stale = () => getActorOf(owner.username, new Date(Date.now() - CONFIRMED_FOR_MINUTES * 60_000));
const asProgram = async (actor: Actor) => authenticateApiKey((await createApiKey(actor, "agent")).key);

describe("a price", () => {
  test("holds at once for every version, in lists too, and stands in the log with who, from and to", async () => {
    await publishNow(version("1.1.0"), owner);
    expect(await change(9000n)).toEqual({
      slug: skill,
      priceLamports: 9000n,
      payeeAddress: first,
      announced: null,
    });
    for (const number of ["1.0.0", "1.1.0", undefined])
      expect(await termsOf(number)).toEqual({ priceLamports: "9000", payeeAddress: first });
    const { rows } = await searchSkills({ q: skill });
    expect(rows.map(({ priceLamports }) => priceLamports)).toEqual(["9000"]);
    expect(await logged()).toEqual([
      {
        slug: skill,
        by: owner.username,
        priceBefore: "5000",
        price: "9000",
        payeeBefore: first,
        payee: first,
      },
    ]);
  });

  test("set again to what it is changes nothing and says nothing", async () => {
    await change(5000n);
    expect(await logged()).toEqual([]);
  });

  test("needs no new number, no vetting and no seal, by a session of yesterday or a key", async () => {
    await change(6000n, { actor: await stale() });
    await change(7000n, { actor: await asProgram(owner) });
    expect(await termsOf()).toMatchObject({ priceLamports: "7000" });
    expect(await database().skillVersion.count({ where: { skillId } })).toBe(1);
  });

  test("of a version that never ran is not in force until it has, and a free one of it is called again", async () => {
    const name = uniqueName("unrun");
    const { versionId } = await publishNow(buildSkillPackage({ name }), owner);
    const seen = async () => {
      const { runnable, priceLamports } = await getSkill(name);
      return [runnable, priceLamports];
    };
    expect(await seen()).toEqual([true, "0"]);
    await change(5000n, { skill: name });
    expect(await seen()).toEqual([false, "0"]);
    expect(await listPrices(owner.accountId)).toContainEqual({
      slug: name,
      organisation: null,
      priceLamports: "5000",
      payeeAddress: first,
      isWaiting: true,
      announced: null,
    });
    await change(0n, { skill: name });
    expect(await seen()).toEqual([true, "0"]);
    await change(5000n, { skill: name });
    await recordFirstRun(versionId);
    expect(await seen()).toEqual([true, "5000"]);
    await change(0n, { skill: name });
    expect(await seen()).toEqual([true, "0"]);
  });

  test("changes at most so often in a day", async () => {
    for (let n = 1; n <= MAX_PRICE_CHANGES_A_DAY; n++) await change(BigInt(5000 + n));
    expect((await refusal(change(1n))).code).toBe("RATE_LIMITED");
    expect(await change(BigInt(5000 + MAX_PRICE_CHANGES_A_DAY))).toMatchObject({ slug: skill });
    expect(await logged()).toHaveLength(MAX_PRICE_CHANGES_A_DAY);
  });

  test("stays while versions come and go", async () => {
    await change(9000n);
    const dearer = await publishNow(version("2.0.0", 20_000), owner);
    expect(dearer).toMatchObject({ priceLamports: 9000n, otherTerms: { priceLamports: 20_000n } });
    expect(await termsOf()).toMatchObject({ priceLamports: "9000" });
    await yankVersion({ actor: owner, skill, version: "2.0.0", reason: "Broken." });
    expect(await termsOf()).toMatchObject({ priceLamports: "9000" });
    expect(await logged()).toHaveLength(1);
  });
});

describe("who may not", () => {
  const stranger = async () => getActorOf((await makeAccount()).username);
  const maintainer = async () => {
    const bob = await stranger();
    await letMaintain(owner, bob, skill);
    return bob;
  };
  test.each<[string, () => Promise<Actor>, string]>([
    ["a stranger", stranger, "PERMISSION_DENIED"],
    ["a stranger's key", async () => asProgram(await stranger()), "PERMISSION_DENIED"],
    ["a maintainer", maintainer, "PERMISSION_DENIED"],
    ["a maintainer's key", async () => asProgram(await maintainer()), "PERMISSION_DENIED"],
    ["an administrator", makeAdministrator, "PERMISSION_DENIED"],
    [
      "who is offered it",
      async () => {
        const bob = await stranger();
        await offerTransfer({ actor: owner, skill, to: bob.username });
        return bob;
      },
      "PERMISSION_DENIED",
    ],
    [
      "who gave it away",
      async () => {
        const bob = await stranger();
        const { transferId } = await offerTransfer({ actor: owner, skill, to: bob.username });
        await acceptTransfer({ actor: bob, transferId });
        return owner;
      },
      "PERMISSION_DENIED",
    ],
    [
      "who has closed the account",
      async () => {
        await closeAccount(owner, { username: owner.username, locale: "en" });
        return owner;
      },
      "AUTH_FAILED",
    ],
  ])("%s changes neither price nor payee", async (_, who, code) => {
    const actor = await who();
    const before = await logged();
    const others = await addWallet(owner);
    for (const [price, payee] of [
      [1n, {}],
      [0n, {}],
      [5000n, { payeeAddress: others }],
    ] as const)
      expect((await refusal(change(price, { actor, ...payee }))).code).toBe(code);
    expect(await logged()).toEqual(before);
  });

  test("an agent of the account changes nothing by what it uploads", async () => {
    const address = `${uniqueName("owner")}@example.org`;
    const name = uniqueName();
    const draft = await makeDraft({ name, contactEmail: address });
    const { username } = await completeAgentClaim(await tokenOf(address, "claim-agent"));
    const payee = await addWallet(await getActorOf(username));
    const next = buildSkillPackage({ name, version: "9.0.0", paid: { lamports: 5000, payee } });
    await makeDraft({ package: next, agentHeader: draft.agent.name, secret: draft.agent.secret ?? "" });
    expect(await getSkill(name)).toMatchObject({ version: "9.0.0", priceLamports: "0", payeeAddress: null });
  });

  test.each<[string, bigint, string]>([
    ["less than nothing", -1n, "#/price_lamports"],
    ["more than there is", 2n ** 64n, "#/price_lamports"],
  ])("nobody sets %s", async (_, price, pointer) => {
    expect((await refusal(change(price))).details).toMatchObject({ errors: [{ pointer }] });
  });

  test("nobody prices a skill of which nothing is listed, or that is not there", async () => {
    const name = uniqueName();
    await publishVersion({ actor: owner, package: buildSkillPackage({ name }), source: "multipart" });
    expect((await refusal(change(5n, { skill: name }))).code).toBe("VERSION_NOT_FOUND");
    expect((await refusal(change(5n, { skill: "no-such-skill" }))).code).toBe("SKILL_NOT_FOUND");
  });
});

describe("a payee", () => {
  test("is changed only by a person who has just proven to be the owner, who is told", async () => {
    for (const actor of [await stale(), await asProgram(owner)])
      expect((await refusal(change(5000n, { actor, payeeAddress: second }))).code).toBe(
        "CONFIRMATION_REQUIRED",
      );
    expect(await termsOf()).toMatchObject({ payeeAddress: first });
    await change(5000n, { payeeAddress: second });
    expect(await termsOf()).toEqual({ priceLamports: "5000", payeeAddress: second });
    expect((await mailsTo(email))[0]).toMatchObject({ subject: `${skill} pays a different wallet` });
    expect((await listAccessChanges(owner.accountId))[0]).toMatchObject({
      change: "payee-changed",
      what: second,
      skill,
    });
    expect(await logged()).toMatchObject([{ payeeBefore: first, payee: second }]);
  });

  test("is a wallet of the account, and no other", async () => {
    const others = await addWallet(await makeAccount());
    for (const payeeAddress of [others, newAddress(), "", "nonsense"])
      expect((await refusal(change(5000n, { payeeAddress }))).details).toMatchObject({
        errors: [{ pointer: "#/payee" }],
      });
  });

  test("whose wallet was unlinked keeps its pay, and the next change names another one", async () => {
    await database().wallet.delete({ where: { address: first } });
    expect(await termsOf()).toEqual({ priceLamports: "5000", payeeAddress: first });
    expect((await refusal(change(6000n))).details).toMatchObject({ errors: [{ pointer: "#/payee" }] });
    await change(6000n, { payeeAddress: second });
    await publishNow(version("2.0.0"), owner);
    expect(await termsOf()).toEqual({ priceLamports: "6000", payeeAddress: second });
  });

  test("a price that a skill never had goes to the first wallet, and needs one", async () => {
    const walletless = (await mailOwner()).actor;
    const name = uniqueName();
    await publishNow(buildSkillPackage({ name }), walletless);
    const set = () => changePrice({ actor: walletless, skill: name, priceLamports: 1n });
    expect((await refusal(set())).details).toMatchObject({ errors: [{ pointer: "#/payee" }] });
    const wallet = await addWallet(walletless);
    const old = await getActorOf(walletless.username, new Date(Date.now() - CONFIRMED_FOR_MINUTES * 60_000));
    const unconfirmed = changePrice({ actor: old, skill: name, priceLamports: 1n });
    expect((await refusal(unconfirmed)).code).toBe("CONFIRMATION_REQUIRED");
    expect(await set()).toMatchObject({ payeeAddress: wallet });
    const { slug } = await publishNow(buildSkillPackage(), walletless);
    const program = await asProgram(walletless);
    const byKey = await changePrice({ actor: program, skill: slug, priceLamports: 1n });
    expect(byKey).toMatchObject({ payeeAddress: wallet });
  });
});

describe("at the same moment", () => {
  const holdSkill = (db: Database) =>
    db.skill.update({ where: { id: skillId }, data: { updatedAt: new Date() }, select: { id: true } });

  test("a wallet leaves the account: nobody is paid there from then on", async () => {
    const unlink = async (db: Database) => {
      await db.$queryRaw`SELECT 1 FROM "Accounts" WHERE "id" = ${owner.accountId} FOR UPDATE`;
      await db.wallet.delete({ where: { address: second } });
    };
    const refused = await refusal(whileHeld(unlink, () => change(5000n, { payeeAddress: second })));
    expect(refused.details).toMatchObject({ errors: [{ pointer: "#/payee" }] });
    expect(await termsOf()).toMatchObject({ payeeAddress: first });
  });

  test("a version is published: it comes at the price that was set first", async () => {
    const priced = async (db: Database) => {
      await holdSkill(db);
      await db.skill.update({ where: { id: skillId }, data: { askedLamports: "7000" } });
    };
    const upload = () => publishVersion({ actor: owner, package: version("2.0.0"), source: "multipart" });
    expect(await whileHeld(priced, upload)).toMatchObject({ priceLamports: 7000n });
  });

  test("an upload to a free skill sees a price that came first: it is not called before it has run", async () => {
    const name = uniqueName();
    const { skillId: id } = await publishNow(buildSkillPackage({ name }), owner);
    const priced = (db: Database) =>
      db.skill.update({ where: { id }, data: { askedLamports: "7000", payeeAddress: first } });
    const next = buildSkillPackage({ name, version: "1.1.0" });
    const upload = () => publishVersion({ actor: owner, package: next, source: "multipart" });
    expect(await whileHeld(priced, upload)).toMatchObject({ obstacles: [{ code: "CALL_NOT_RUN" }] });
  });

  test("a first run and a price: whichever comes first, the version is called at the price", async () => {
    const name = uniqueName();
    const { versionId } = await publishNow(buildSkillPackage({ name }), owner);
    await Promise.all([change(7000n, { skill: name }), recordFirstRun(versionId)]);
    expect(await getSkill(name)).toMatchObject({ runnable: true, priceLamports: "7000" });
  });

  test("the skill is given away: the former owner's change comes before it, or not at all", async () => {
    const bob = await getActorOf((await makeAccount()).username);
    const { transferId } = await offerTransfer({ actor: owner, skill, to: bob.username });
    const [changed, given] = await Promise.allSettled([
      change(8000n, { payeeAddress: second }),
      acceptTransfer({ actor: bob, transferId }),
    ]);
    expect(given.status).toBe("fulfilled");
    const { priceLamports, payeeAddress } = await termsOf();
    expect(priceLamports).toBe(changed.status === "fulfilled" ? "8000" : "5000");
    const [wallet] = await database().wallet.findMany({ where: { accountId: bob.accountId } });
    expect(payeeAddress).toBe(wallet?.address);
  });

  test("many change it: the log tells one after the other", async () => {
    const prices = [6000n, 7000n, 8000n, 9000n];
    await Promise.all(prices.map((price) => change(price)));
    const entries = (await logged()) as { priceBefore: string; price: string }[];
    expect(entries).toHaveLength(prices.length);
    entries.reduce((before, { priceBefore, price }) => {
      expect(priceBefore).toBe(before);
      return price;
    }, "5000");
    expect((await termsOf()).priceLamports).toBe(entries.at(-1)?.price);
    await drainJobs(marketHandlers);
  });
});

describe("with the skill", () => {
  test("goes the pay: calls pay the first wallet of the new owner, at the price they have", async () => {
    const bob = await getActorOf((await makeAccount()).username);
    const { transferId } = await offerTransfer({ actor: owner, skill, to: bob.username });
    await acceptTransfer({ actor: bob, transferId });
    const [wallet] = await database().wallet.findMany({ where: { accountId: bob.accountId } });
    expect(await termsOf()).toEqual({ priceLamports: "5000", payeeAddress: wallet?.address });
    expect(await logged()).toEqual([
      {
        slug: skill,
        by: bob.username,
        priceBefore: "5000",
        price: "5000",
        payeeBefore: first,
        payee: wallet?.address,
      },
    ]);
  });

  test("who has no wallet does not take over what is paid", async () => {
    const { actor: bob } = await mailOwner();
    const { transferId } = await offerTransfer({ actor: owner, skill, to: bob.username });
    const refused = await refusal(acceptTransfer({ actor: bob, transferId }));
    expect(refused).toMatchObject({ code: "TRANSFER_NOT_POSSIBLE", details: { obstacles: ["payee"] } });
    expect(await termsOf()).toMatchObject({ payeeAddress: first });
    const wallet = await addWallet(bob);
    await acceptTransfer({ actor: bob, transferId });
    expect(await termsOf()).toMatchObject({ payeeAddress: wallet });
  });
});

test("a skill that the release before has listed costs and pays what its version does, until somebody says otherwise", async () => {
  await database().skill.update({
    where: { id: skillId },
    data: { askedLamports: null, payeeAddress: null },
  });
  expect(await termsOf()).toEqual({ priceLamports: "5000", payeeAddress: first });
  await publishNow(version("1.1.0", 9000), owner);
  expect(await termsOf()).toEqual({ priceLamports: "5000", payeeAddress: first });
  await change(6000n);
  expect(await termsOf()).toEqual({ priceLamports: "6000", payeeAddress: first });
});
