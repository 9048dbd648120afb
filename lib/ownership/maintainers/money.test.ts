import { describe, expect, test } from "vitest";
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
    ["another price in the file", (own: string) => ({ paid: { lamports: 6000, payee: own } })],
    ["no price any more in the file", (own: string) => ({ paid: { lamports: 0, payee: own } })],
    [
      "their own wallet in the file",
      (_: string, theirs: string) => ({ paid: { lamports: 5000, payee: theirs } }),
    ],
    ["a stranger's wallet in the file", () => ({ paid: { lamports: 5000, payee: newAddress() } })],
  ] as const)("changes nothing with %s, and says so", async (_what, parts) => {
    const market = await maintained();
    const { name, wallets } = market;
    const next = await asMaintainer(market, { ...parts(wallets.own, wallets.theirs), version: "2.0.0" });
    expect(next.otherTerms).not.toBeNull();
    expect(await termsOf(name)).toEqual({
      version: "2.0.0",
      priceLamports: "5000",
      payeeAddress: wallets.own,
    });
  });

  test.each([6000n, 0n])("is refused with another price set beside the file: %s", async (setPrice) => {
    const market = await maintained();
    const refused = await refusal(asMaintainer(market, { version: "2.0.0" }, setPrice));
    expect(refused).toMatchObject({ code: "UPLOAD_FAILED" });
    expect(await count(market.skillId)).toBe(1);
  });

  test("of a free skill stays free, whatever wallet the file names", async () => {
    const market = await maintained({ lamports: 0 });
    const { name, wallets } = market;
    await asMaintainer(market, { paid: { lamports: 1, payee: wallets.theirs }, version: "2.0.0" });
    await asMaintainer(market, { frontMatter: { author: wallets.theirs }, version: "3.0.0" });
    await expect(asMaintainer(market, { version: "4.0.0" }, 1n)).rejects.toMatchObject({
      code: "UPLOAD_FAILED",
    });
    expect(await termsOf(name)).toEqual({ version: "3.0.0", priceLamports: "0", payeeAddress: null });
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
    for (const price of ["6000", "0"]) {
      await expect(publishPublication(maintainer, await begin(market, {}, price))).rejects.toMatchObject({
        code: "UPLOAD_FAILED",
      });
    }
    expect(await count(skillId)).toBe(1);
    await publishPublication(maintainer, await begin(market, {}, ""));
    const stored = await database().skillVersion.findFirstOrThrow({ where: { skillId, version: "1.1.0" } });
    expect(stored).toMatchObject({ payeeAddress: wallets.own });
  });

  test("the preview says whom it pays, and why something is refused", async () => {
    const { maintainer, name, wallets } = await maintained();
    const look = (parts: SkillParts, priceLamports: bigint | null) => {
      const skillPackage = buildSkillPackage({ name, version: "1.1.0", ...parts });
      return previewVersion({ accountId: maintainer.accountId, package: skillPackage, priceLamports });
    };
    const terms = { priceLamports: 5000n, payeeAddress: wallets.own };
    expect(await look({}, null)).toMatchObject({ ok: true, terms, otherTerms: null });
    expect(await look({}, 1n)).toMatchObject({ ok: false, code: "UPLOAD_FAILED" });
    const theirs = { paid: { lamports: 5000, payee: wallets.theirs } };
    const otherTerms = { priceLamports: null, payeeAddress: wallets.theirs };
    expect(await look(theirs, null)).toMatchObject({ ok: true, terms, otherTerms });
  });
});

describe("a maintainer withdraws", () => {
  const yank = ({ maintainer, name }: Market, version: string) =>
    yankVersion({ actor: maintainer, skill: name, version, reason: "Broken." });

  test("a version, at the price that the skill has", async () => {
    const market = await maintained();
    await asMaintainer(market, { version: "1.1.0" });
    expect(await yank(market, "1.1.0")).toMatchObject({ version: "1.1.0" });
    expect(await termsOf(market.name)).toMatchObject({ version: "1.0.0", priceLamports: "5000" });
  });

  test("none without which it would be off the market", async () => {
    const market = await maintained();
    const { owner, name } = market;
    await expect(yank(market, "1.0.0")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const next = buildSkillPackage({ name, version: "2.0.0" });
    await publishVersion({ actor: owner, package: next, source: "multipart" });
    await expect(yank(market, "1.0.0")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await publishNow(buildSkillPackage({ name, version: "3.0.0" }), owner);
    await yank(market, "1.0.0");
    expect(await termsOf(name)).toMatchObject({ version: "3.0.0", priceLamports: "5000" });
  });
});
