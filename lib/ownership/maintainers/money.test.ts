import { describe, expect, test } from "vitest";
import type { Database } from "@/lib/db/client";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { maintained } from "@/lib/ownership/maintainers/testing/market";
import { beginPublication, setPublicationTerms } from "@/lib/publishing/publications/publication-steps";
import { publishPublication, shownOf } from "@/lib/publishing/publications/publish-publication";
import { readPublication } from "@/lib/publishing/publications/read-publication";
import { findLastPrice } from "@/lib/catalogue/prices/prices";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { previewVersion } from "@/lib/publishing/preview-version";
import { publishVersion } from "@/lib/publishing/publish-version";
import { yankVersion } from "@/lib/publishing/yank-version";
import {
  buildSkillPackage,
  getActorOf,
  newAddress,
  publishNow,
  testBlobStore,
  type SkillParts,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { whileHeld } from "@/lib/testing/while-held";

const database = testDatabase();
testBlobStore();

type Market = Awaited<ReturnType<typeof maintained>>;

const termsOf = async (skill: string) => {
  const { version, priceLamports, payeeAddress } = await getSkill(skill);
  return { version, priceLamports, payeeAddress };
};
const asMaintainer = ({ maintainer, name }: Market, parts: SkillParts, setPrice?: bigint) =>
  publishNow(
    buildSkillPackage({ name, version: "1.0.1", ...parts }),
    maintainer,
    setPrice === undefined ? {} : { priceLamports: setPrice },
  );
const count = (skillId: string) => database().skillVersion.count({ where: { skillId } });

describe("what a maintainer publishes", () => {
  test("costs and pays what the version before does, with a file that says so or says nothing", async () => {
    const market = await maintained();
    const { name, wallets, owner } = market;
    const inForce = { priceLamports: "5000", payeeAddress: wallets.own };
    await asMaintainer(market, { paid: { lamports: 5000, payee: wallets.own } });
    expect(await termsOf(name)).toEqual({ version: "1.0.1", ...inForce });
    await asMaintainer(market, { version: "1.1.0" });
    expect(await termsOf(name)).toEqual({ version: "1.1.0", ...inForce });
    await asMaintainer(market, { version: "1.2.0" }, 5000n);
    expect(await termsOf(name)).toEqual({ version: "1.2.0", ...inForce });
    expect(await getSkill(name)).toMatchObject({
      publisher: owner.username,
      versionPublisher: { id: owner.accountId },
    });
  });

  test.each([
    ["another price in the file", (own: string) => ({ paid: { lamports: 6000, payee: own } }), undefined],
    ["no price any more in the file", (own: string) => ({ paid: { lamports: 0, payee: own } }), undefined],
    [
      "their own wallet in the file",
      (_: string, theirs: string) => ({ paid: { lamports: 5000, payee: theirs } }),
      undefined,
    ],
    ["a stranger's wallet in the file", () => ({ paid: { lamports: 5000, payee: newAddress() } }), undefined],
    ["another price set beside the file", () => ({}), 6000n],
    ["nothing set beside the file", () => ({}), 0n],
  ] as const)("is refused with %s, and nothing is stored", async (_what, parts, setPrice) => {
    const market = await maintained();
    const { name, skillId, wallets } = market;
    const refused = await refusal(
      asMaintainer(market, { ...parts(wallets.own, wallets.theirs), version: "2.0.0" }, setPrice),
    );
    expect(refused).toMatchObject({ code: "UPLOAD_FAILED" });
    expect(refused.message).toContain("Only the owner of a skill decides what it costs and whom it pays");
    expect(await count(skillId)).toBe(1);
    expect(await termsOf(name)).toEqual({
      version: "1.0.0",
      priceLamports: "5000",
      payeeAddress: wallets.own,
    });
  });

  test("of a free skill stays free, and names no wallet that was not named before", async () => {
    const market = await maintained({ lamports: 0 });
    const { name, wallets } = market;
    const free = { priceLamports: "0", payeeAddress: null };
    for (const parts of [
      { paid: { lamports: 1, payee: wallets.theirs } },
      { paid: { lamports: 0, payee: wallets.theirs } },
      { frontMatter: { author: wallets.theirs } },
    ]) {
      const refused = await refusal(asMaintainer(market, { ...parts, version: "2.0.0" }));
      expect(refused.message).toContain("Only the owner");
    }
    await expect(asMaintainer(market, {}, 1n)).rejects.toMatchObject({ code: "UPLOAD_FAILED" });
    await asMaintainer(market, {});
    expect(await termsOf(name)).toEqual({ version: "1.0.1", ...free });
    // The owner's file may name whom it likes; a patch of it goes on doing so, and pays nobody.
    const stranger = newAddress();
    const named = { name, version: "1.1.0", frontMatter: { author: stranger } };
    await publishNow(buildSkillPackage(named), market.owner);
    await asMaintainer(market, { ...named, version: "1.1.1" });
    expect(await termsOf(name)).toEqual({ version: "1.1.1", ...free });
  });

  test("waits while the owner is changing the price or the payee, until that is listed or withdrawn", async () => {
    const market = await maintained();
    const { owner, name, wallets } = market;
    const dearer = { name, version: "2.0.0", paid: { lamports: 9000, payee: wallets.own } };
    await publishVersion({ actor: owner, package: buildSkillPackage(dearer), source: "multipart" });
    for (const setPrice of [5000n, 9000n]) {
      const refused = await refusal(asMaintainer(market, { version: "2.0.1" }, setPrice));
      expect(refused.message).toContain("its owner is changing price or payee");
    }
    await yankVersion({ actor: owner, skill: name, version: "2.0.0", reason: "Too dear." });
    await asMaintainer(market, { version: "2.0.1" });
    expect(await termsOf(name)).toMatchObject({ version: "2.0.1", priceLamports: "5000" });
  });

  test("waits for an owner whose versions are all withdrawn, and for one whose wallet was unlinked", async () => {
    const market = await maintained();
    const { owner, name, wallets } = market;
    await database().wallet.delete({ where: { address: wallets.own } });
    const unlinked = await refusal(asMaintainer(market, { version: "1.1.0" }));
    expect(unlinked).toMatchObject({ code: "UPLOAD_FAILED" });
    await yankVersion({ actor: owner, skill: name, version: "1.0.0", reason: "Broken." });
    const refused = await refusal(asMaintainer(market, {}));
    expect(refused.message).toContain("its owner publishes the next one");
  });

  test("is refused when the owner changes the terms at that moment", async () => {
    const market = await maintained();
    const { skillId, versionId, name } = market;
    const change = async (db: Database) => {
      await db.skill.update({ where: { id: skillId }, data: { updatedAt: new Date() } });
      await db.skillVersion.update({ where: { id: versionId }, data: { priceLamports: "9000" } });
    };
    const patch = buildSkillPackage({ name, version: "1.0.1" });
    await expect(
      whileHeld(change, () =>
        publishVersion({ actor: market.maintainer, package: patch, source: "multipart" }),
      ),
    ).rejects.toThrow("has just changed price or payee");
    expect(await count(skillId)).toBe(1);
  });

  test("needs no confirmation and no wallet, and is told to the owner", async () => {
    const { owner, maintainer, name, wallets } = await maintained();
    const email = `${owner.username}@example.org`;
    const data = { email, emailVerifiedAt: new Date(), mailLocale: "en" };
    await database().account.update({ where: { id: owner.accountId }, data });
    await database().wallet.delete({ where: { address: wallets.theirs } });
    const stale = await getActorOf(maintainer.username, new Date(0));
    const next = buildSkillPackage({ name, version: "1.1.0" });
    await publishVersion({ actor: stale, package: next, source: "multipart" });
    const mails = (await mailsTo(email)).map(({ subject }) => subject);
    expect(mails).toEqual([`${name} 1.1.0 was uploaded by a maintainer`]);
  });
});

describe("on the page of publishing", () => {
  const begin = async ({ maintainer, name }: Market, parts: SkillParts, price: string) => {
    const { accountId } = maintainer;
    const skillPackage = buildSkillPackage({ name, version: "1.1.0", ...parts });
    const id = await beginPublication({ accountId, package: skillPackage, fileName: null });
    await setPublicationTerms({ id, accountId }, { price, listing: "unverified" });
    const publication = await readPublication({ id, accountId });
    if (!publication) throw new Error("it was begun just now");
    return { id, shown: shownOf(publication) };
  };

  test("the price that is kept is shown first, and no other one gets through", async () => {
    const market = await maintained();
    const { maintainer, name, wallets, skillId } = market;
    expect(await findLastPrice({ accountId: maintainer.accountId, slug: name })).toBe(5000n);
    for (const [parts, price] of [
      [{}, "6000"],
      [{}, "0"],
      [{ paid: { lamports: 5000, payee: wallets.theirs } }, ""],
    ] as const) {
      await expect(publishPublication(maintainer, await begin(market, parts, price))).rejects.toMatchObject({
        code: "UPLOAD_FAILED",
      });
    }
    expect(await count(skillId)).toBe(1);
    await publishPublication(maintainer, await begin(market, {}, ""));
    const stored = await database().skillVersion.findFirstOrThrow({ where: { skillId, version: "1.1.0" } });
    expect(stored).toMatchObject({ payeeAddress: wallets.own });
    expect(stored.priceLamports.toString()).toBe("5000");
  });

  test("the preview says whom it pays, and why something is refused", async () => {
    const { maintainer, name, wallets } = await maintained();
    const look = (parts: SkillParts, priceLamports: bigint | null) => {
      const skillPackage = buildSkillPackage({ name, version: "1.1.0", ...parts });
      return previewVersion({ accountId: maintainer.accountId, package: skillPackage, priceLamports });
    };
    const terms = { priceLamports: 5000n, payeeAddress: wallets.own };
    expect(await look({}, null)).toMatchObject({ ok: true, terms, payeeChange: null });
    expect(await look({}, 1n)).toMatchObject({ ok: false, code: "UPLOAD_FAILED" });
    const theirs = { paid: { lamports: 5000, payee: wallets.theirs } };
    expect(await look(theirs, null)).toMatchObject({ ok: false, code: "UPLOAD_FAILED" });
  });
});

describe("a maintainer withdraws", () => {
  const yank = ({ maintainer, name }: Market, version: string) =>
    yankVersion({ actor: maintainer, skill: name, version, reason: "Broken." });

  test("a version, after which the skill costs and pays the same", async () => {
    const market = await maintained();
    await asMaintainer(market, { version: "1.1.0" });
    expect(await yank(market, "1.1.0")).toMatchObject({ version: "1.1.0" });
    expect(await termsOf(market.name)).toMatchObject({ version: "1.0.0", priceLamports: "5000" });
  });

  test("none without which it would cost or pay otherwise, or be off the market", async () => {
    const market = await maintained();
    const { owner, name, wallets } = market;
    await expect(yank(market, "1.0.0")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const publish = (version: string, lamports: number) =>
      buildSkillPackage({ name, version, paid: { lamports, payee: wallets.own } });
    await publishNow(publish("2.0.0", 9000), owner);
    await expect(yank(market, "2.0.0")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect(await termsOf(name)).toMatchObject({ version: "2.0.0", priceLamports: "9000" });
    await yank(market, "1.0.0"); // what is listed stays as it is
    await publishVersion({ actor: owner, package: publish("3.0.0", 1), source: "multipart" });
    await expect(yank(market, "3.0.0")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });
});
