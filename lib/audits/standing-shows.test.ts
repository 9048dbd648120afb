import { beforeAll, describe, expect, test } from "vitest";
import { type Standing } from "@/lib/audits/standing";
import { listChallenges, openChallenge } from "@/lib/audits/challenges";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { endVerifier } from "@/lib/audits/verifiers";
import { findPersonProfile } from "@/lib/catalogue/profiles/find-profile";
import { searchSkills } from "@/lib/search/search-skills";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { giveReceipt, giveRun } from "@/lib/payments/testing/receipts";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { makeAccount, newAddress, uniqueName, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { withoutLifecycle } from "@/lib/testing/without-lifecycle";

const database = testDatabase();
const { publish, publisher } = testPublisher();
let reader: TestVerifier;
beforeAll(async () => {
  reader = await makeVerifier();
});

interface Sealed {
  name: string;
  versionId: string;
}
async function sealed(): Promise<Sealed> {
  const name = uniqueName("weighed");
  const { versionId } = await publish({ name });
  await reader.audit(versionId);
  return { name, versionId };
}

let serial = 0;
const lockDeposit = async (address: string, state = "locked") => {
  const { versionId } = await publish({ name: uniqueName("behind") });
  const id = `bnd_standing_${++serial}`;
  const amounts = { amountLamports: 1n, requiredLamports: 1n };
  const data = {
    id,
    versionId,
    vaultAddress: id,
    state,
    creator: address,
    arbiter: newAddress(),
    council: newAddress(),
    checkedAt: new Date(),
    ...amounts,
  };
  await withoutLifecycle("Bonds", (tx) => tx.bond.create({ data }));
};
const secondWallet = async ({ accountId }: TestAccount) => {
  const address = newAddress();
  await database().wallet.create({ data: { address, accountId } });
  return address;
};

/** Who challenges, and what they did before; several of each kind that anybody could be. */
const CASES: [string, (skill: Sealed) => Promise<TestAccount>, Standing | null][] = [
  ["an account of two minutes", () => makeAccount(), null],
  ["an enrolled verifier", () => makeVerifier(), "verifier"],
  [
    "a verifier whose enrolment has ended",
    async () => {
      const former = await makeVerifier();
      await endVerifier("operator", former.address);
      return former;
    },
    null,
  ],
  [
    "somebody with a receipt for a call, paid by any of their wallets",
    async ({ versionId }) => {
      const account = await makeAccount();
      await giveReceipt(versionId, await secondWallet(account));
      return account;
    },
    "buyer",
  ],
  [
    "somebody with a receipt for a call of another skill",
    async () => {
      const account = await makeAccount();
      await giveReceipt((await sealed()).versionId, account.address);
      return account;
    },
    null,
  ],
  [
    "somebody who ran it for nothing",
    async ({ versionId }) => {
      const account = await makeAccount();
      await giveRun(versionId, account.address);
      return account;
    },
    null,
  ],
  [
    "somebody with a deposit on chain",
    async () => {
      const account = await makeAccount();
      await lockDeposit(account.address);
      return account;
    },
    "depositor",
  ],
  [
    "somebody whose deposit was paid back",
    async () => {
      const account = await makeAccount();
      await lockDeposit(account.address, "released");
      return account;
    },
    null,
  ],
];

describe("a challenge", () => {
  test.each(CASES)("of %s weighs so on the page, in the list and in the record", async (_, who, standing) => {
    const skill = await sealed();
    const { accountId } = await who(skill);
    const of = { accountId, versionId: skill.versionId };
    await openChallenge({ ...of, claim: "The interest is wrong.", evidence: "No evidence, a feeling." });
    expect((await listChallenges({ versionId: skill.versionId }))[0]).toMatchObject({ standing });
    const counts = {
      open: standing === null ? 0 : 1,
      quiet: standing === null ? 1 : 0,
      upheld: 0,
      carried: 0,
    };
    expect((await getSkill(skill.name)).challenges).toEqual(counts);
    const listed = (await searchSkills({ q: skill.name })).rows.find(({ slug }) => slug === skill.name);
    expect(listed?.challenges).toEqual(counts);
    await publish({ name: skill.name, version: "1.0.1", body: "# Patch\n" });
    expect((await getSkill(skill.name)).challenges).toEqual({
      ...counts,
      open: 0,
      quiet: 0,
      carried: counts.open,
    });
  });

  test("without standing is none of those that the publisher's page counts, until it is upheld", async () => {
    const raised = async () => (await findPersonProfile(publisher().username))?.numbers.challenged;
    const before = (await raised()) ?? 0;
    const [quiet, open] = [await sealed(), await sealed()];
    const words = { claim: "The interest is wrong.", evidence: "No evidence, a feeling." };
    await openChallenge({ ...words, ...(await makeAccount()), versionId: quiet.versionId });
    expect(await raised()).toBe(before);
    await openChallenge({ ...words, ...(await makeVerifier()), versionId: open.versionId });
    expect(await raised()).toBe(before + 1);
  });
});
