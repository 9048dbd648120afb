import { beforeAll, describe, expect, test } from "vitest";
import { PublicKey } from "@solana/web3.js";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { setOrganisationPayee } from "@/lib/ownership/organisations/organisations";
import { publishFor, staffed } from "@/lib/ownership/organisations/testing/organisation";
import { accept, market, offer } from "@/lib/ownership/transfers/testing/market";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { changePrice } from "@/lib/publishing/price/change-price";
import { buildSkillPackage, newAddress, publishNow, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
testBlobStore();

let staff: Awaited<ReturnType<typeof staffed>>;
/** An address off the curve, as the vault of a multisignature account is: no key signs for it. */
const [vault] = PublicKey.findProgramAddressSync(
  [Buffer.from("multisig"), Buffer.from("acme")],
  new PublicKey("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf"),
);
const payee = vault.toBase58();

beforeAll(async () => {
  staff = await staffed();
  const { money, organisation } = staff;
  expect(PublicKey.isOnCurve(vault.toBytes())).toBe(false);
  await setOrganisationPayee({ actor: money, organisation, payeeAddress: payee });
});

const termsOf = async (skill: string) => {
  const { priceLamports, payeeAddress } = await getSkill(skill);
  return { priceLamports, payeeAddress };
};

describe("a new skill of an organisation", () => {
  test.each(["owner", "both"] as const)(
    "is priced by %s and pays the vault of the organisation",
    async (who) => {
      const name = uniqueName();
      const skill = buildSkillPackage({ name, paid: { lamports: 5000, payee } });
      await publishNow(skill, staff[who], { organisation: staff.organisation });
      expect(await termsOf(name)).toEqual({ priceLamports: "5000", payeeAddress: payee });
    },
  );

  test("pays no wallet of who uploads it", async () => {
    const own = newAddress();
    await database().wallet.create({
      data: { address: own, accountId: staff.owner.accountId, kind: "wallet" },
    });
    const skill = buildSkillPackage({ paid: { lamports: 5000, payee: own } });
    const { organisation, owner } = staff;
    expect((await refusal(publishNow(skill, owner, { organisation }))).code).toBe("UPLOAD_FAILED");
  });

  test("costs nothing when a maintainer uploads it, whatever its file declares, which the answer says", async () => {
    const name = uniqueName();
    const skill = buildSkillPackage({ name, paid: { lamports: 5000, payee } });
    const { organisation, maintainer } = staff;
    const { priceLamports, otherTerms } = await publishNow(skill, maintainer, { organisation });
    // The answer of the API makes a sentence of these.
    expect([priceLamports, otherTerms?.priceLamports]).toEqual([0n, 5000n]);
    const row = await database().skill.findUniqueOrThrow({ where: { slug: name } });
    expect(row).toMatchObject({ ownerId: staff.organisationId, payeeAddress: null });
  });
});

test("who handles the money prices a skill; the log names them and the organisation, and who handles it is mailed", async () => {
  const { owner, money, organisation } = staff;
  const { name, skillId } = await publishFor(owner, organisation);
  const email = `${money.username}@example.org`;
  const data = { email, emailVerifiedAt: new Date() };
  await database().account.update({ where: { id: money.accountId }, data });
  const price = { actor: money, skill: name, priceLamports: 7_000n };
  const other = await refusal(changePrice({ ...price, payeeAddress: newAddress() }));
  expect(other.code).toBe("REQUEST_INVALID");
  expect(await changePrice(price)).toMatchObject({ payeeAddress: payee });
  const entry = await database().logEntry.findFirstOrThrow({
    where: { subjectId: skillId, kind: "skill:price-changed" },
  });
  expect(JSON.parse(entry.body)).toMatchObject({ data: { by: money.username, organisation, price: "7000" } });
  expect((await mailsTo(email)).map(({ subject }) => subject)).toHaveLength(1);
});

test("a skill that comes to an organisation pays its vault; without one a priced skill does not come", async () => {
  const { owner, organisation } = staff;
  const { ann } = await market();
  const name = uniqueName();
  const wallet = await database().wallet.findFirstOrThrow({ where: { accountId: ann.accountId } });
  await publishNow(buildSkillPackage({ name, paid: { lamports: 5000, payee: wallet.address } }), ann);
  const { transferId } = await offer(ann, { ...owner, username: organisation }, name);
  await accept(owner, transferId);
  expect(await termsOf(name)).toEqual({ priceLamports: "5000", payeeAddress: payee });
});
