import { describe, expect, test } from "vitest";
import { findSealSource } from "@/lib/audits/audits-repository";
import { listSeals, listSignedAudits } from "@/lib/audits/seals";
import { fakeClock } from "@/lib/kernel/clock";
import { getHome } from "@/lib/catalogue/get-home";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { searchSkills } from "@/lib/search/search-skills";
import { makeAccount, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { withoutLifecycle } from "@/lib/testing/without-lifecycle";

const database = testDatabase();
const { publish } = testPublisher();

const NOW = new Date("2026-06-01T00:00:00Z");
const clock = fakeClock(NOW);
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);
const DIGEST = `sha256:${"1".repeat(64)}`;
const OTHER_DIGEST = `sha256:${"2".repeat(64)}`;

/** One signed audit of a version, and what became of it. */
interface SealFacts {
  verdict: string;
  packageDigest: string;
  issuedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  verifierRevokedAt: Date | null;
  /** When a challenge of the version was upheld. */
  upheldAt: Date | null;
  scope: string;
  /** Whether the seal that it rests on is in force; null where it rests on none. */
  baseStands: boolean | null;
}
const seal: SealFacts = {
  verdict: "seal",
  packageDigest: DIGEST,
  issuedAt: days(-10),
  expiresAt: days(10),
  revokedAt: null,
  verifierRevokedAt: null,
  upheldAt: null,
  scope: "full",
  baseStands: null,
};
const bond = { state: "locked", amountLamports: 500n, requiredLamports: 500n };

/** One fact changed at a time, on both sides of its moment and at the moment itself. */
const SEALS: [string, Partial<SealFacts>, boolean][] = [
  ["a seal", {}, true],
  ["a request for changes", { verdict: "changes_requested" }, false],
  ["a challenge", { verdict: "challenge" }, false],
  ["a seal over other bytes", { packageDigest: OTHER_DIGEST }, false],
  ["a revoked seal", { revokedAt: days(-1) }, false],
  ["a seal revoked in time to come", { revokedAt: days(1) }, false],
  ["an expired seal", { expiresAt: days(-1) }, false],
  ["a seal that expires this moment", { expiresAt: NOW }, false],
  ["a seal that expires in a moment", { expiresAt: new Date(NOW.getTime() + 1) }, true],
  ["a seal signed after its verifier was struck off", { verifierRevokedAt: days(-11) }, false],
  ["a seal signed as its verifier was struck off", { verifierRevokedAt: days(-10) }, false],
  ["a seal signed before its verifier was struck off", { verifierRevokedAt: days(-9) }, true],
  ["a seal signed after a challenge was upheld", { upheldAt: days(-11) }, true],
  ["a seal signed as a challenge was upheld", { upheldAt: days(-10) }, false],
  ["a seal signed before a challenge was upheld", { upheldAt: days(-9) }, false],
  ["a seal of a difference to a seal that stands", { scope: "reduced", baseStands: true }, true],
  ["a seal of a difference to a seal that fell", { scope: "reduced", baseStands: false }, false],
  ["a seal of a difference to nothing", { scope: "reduced" }, false],
  ["a seal of a patch of a seal that stands", { scope: "patch", baseStands: true }, true],
  ["a seal of a patch of a seal that fell", { scope: "patch", baseStands: false }, false],
  ["a seal of a patch of nothing", { scope: "patch" }, false],
];

interface Case {
  name: string;
  seals: SealFacts[];
  bonds: (typeof bond)[];
  upheldAt?: Date | null;
  state: "Audited" | "Optimistic" | "Unverified";
}
const CASES: Case[] = [
  ...SEALS.map(([name, change, counts]): Case => {
    const facts = { ...seal, ...change };
    return {
      name,
      seals: [facts],
      bonds: [],
      upheldAt: facts.upheldAt,
      state: counts ? "Audited" : "Unverified",
    };
  }),
  { name: "nothing", seals: [], bonds: [], state: "Unverified" },
  {
    name: "an expired seal and a good one",
    seals: [{ ...seal, expiresAt: days(-1) }, seal],
    bonds: [],
    state: "Audited",
  },
  { name: "a bond", seals: [], bonds: [bond], state: "Optimistic" },
  {
    name: "a bond too small",
    seals: [],
    bonds: [{ ...bond, amountLamports: 499n }],
    state: "Unverified",
  },
  { name: "a released bond", seals: [], bonds: [{ ...bond, state: "released" }], state: "Unverified" },
  { name: "a slashed bond", seals: [], bonds: [{ ...bond, state: "slashed" }], state: "Unverified" },
  {
    name: "a bond after an upheld challenge",
    seals: [],
    bonds: [bond],
    upheldAt: days(-1),
    state: "Unverified",
  },
  { name: "a bond and a seal", seals: [seal], bonds: [bond], state: "Audited" },
];

let serial = 0;

async function addSeal(versionId: string, facts: SealFacts, packageDigest: string): Promise<void> {
  const account = await makeAccount();
  const id = `${++serial}`;
  const verifier = {
    id: `vrf_${id}`,
    accountId: account.accountId,
    address: account.address,
    displayName: "Verifier",
  };
  const { verdict, issuedAt, expiresAt, revokedAt } = facts;
  await database().verifier.create({ data: { ...verifier, revokedAt: facts.verifierRevokedAt } });
  await database().audit.create({
    data: {
      id: `aud_${id}`,
      versionId,
      verifierId: verifier.id,
      scope: facts.scope,
      restsOn: facts.baseStands === null ? [] : [await addBase(facts.baseStands)],
      payload: "{}",
      envelope: {},
      signature: id,
      nonce: id,
      verdict,
      issuedAt,
      expiresAt,
      revokedAt,
      packageDigest,
    },
  });
}

/** A seal of another version, that is in force or was taken back. */
async function addBase(stands: boolean): Promise<string> {
  const { versionId } = await publish({ name: uniqueName("base") });
  const { packageDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  await addSeal(versionId, { ...seal, revokedAt: stands ? null : days(-1) }, packageDigest);
  const { id } = await database().audit.findFirstOrThrow({ where: { versionId } });
  return id;
}

test("the rule says the same for the page, the list, the search of all skills, and the record of the audit", async () => {
  const published: { slug: string; versionId: string; expected: Case }[] = [];
  for (const expected of CASES) {
    const slug = uniqueName("parity");
    const { versionId } = await publish({ name: slug });
    const { packageDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
    for (const facts of expected.seals)
      await addSeal(versionId, facts, facts.packageDigest === DIGEST ? packageDigest : OTHER_DIGEST);
    for (const { state: bondState, ...amounts } of expected.bonds) {
      const id = `bnd_${++serial}`;
      const data = { id, versionId, vaultAddress: id, state: bondState, checkedAt: NOW, ...amounts };
      await withoutLifecycle("Bonds", (tx) => tx.bond.create({ data }));
    }
    if (expected.upheldAt) await addUpheld(versionId, expected.upheldAt);
    published.push({ slug, versionId, expected });
  }
  const all = await searchSkills({ limit: 100, audit: ["Audited", "Optimistic", "Unverified"] }, { clock });
  for (const { slug, versionId, expected } of published) {
    const { name, state } = expected;
    expect((await getSkill(slug, { clock })).auditState, name).toBe(state);
    expect((await listVersions(slug, clock))[0]?.auditState, name).toBe(state);
    const found = await searchSkills({ q: slug, audit: [state] }, { clock });
    expect(found.rows[0]?.slug, name).toBe(slug);
    expect(all.rows.find((row) => row.slug === slug)?.auditState, name).toBe(state);
    const signed = await listSignedAudits(versionId, clock);
    expect(
      signed.some(({ counts }) => counts),
      name,
    ).toBe(state === "Audited");
    const source = state === "Audited" ? versionId : null;
    expect(await findSealSource(database(), versionId, NOW), name).toBe(source);
  }
  const bases = SEALS.filter(([, { baseStands }]) => baseStands === true).length;
  const audited = CASES.filter(({ state }) => state === "Audited").length + bases;
  expect((await getHome(clock)).tally.versionsSealed).toBe(audited);
});

test("the front page counts each sealed version once, with those that carry its audit, and none that lost it", async () => {
  const sealed = async () => (await getHome()).tally.versionsSealed;
  const before = await sealed();
  const name = uniqueName();
  const { versionId } = await publish({ name });
  const { packageDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  const lasting = { ...seal, issuedAt: days(-10), expiresAt: new Date("2099-01-01") };
  await addSeal(versionId, lasting, packageDigest);
  await addSeal(versionId, lasting, packageDigest);
  expect(await sealed()).toBe(before + 1);
  const carrying = await publish({ name, version: "1.0.1" });
  expect(await sealed()).toBe(before + 2);
  await addUpheld(carrying.versionId, days(-5));
  expect(await sealed()).toBe(before + 1);
  await addUpheld(versionId, days(-10));
  expect(await sealed()).toBe(before);
  await addSeal(versionId, { ...lasting, issuedAt: days(-9) }, packageDigest);
  expect(await sealed()).toBe(before + 1);
  expect((await listVersions(name)).map(({ auditState: state }) => state)).toEqual(["Unverified", "Audited"]);
  const yanked = { yankedAt: new Date(), yankReason: "Old." };
  await database().skillVersion.update({ where: { id: versionId }, data: yanked });
  expect(await sealed()).toBe(before);
});

async function addUpheld(versionId: string, decidedAt: Date): Promise<void> {
  const { accountId } = await makeAccount();
  const text = { claim: "It reads more than it says", evidence: "See the code", outcome: "It does." };
  const times = { openedAt: days(-20), deadline: days(-1), decidedAt };
  await database().challenge.create({
    data: {
      id: `chl_${++serial}`,
      versionId,
      accountId,
      packageDigest: DIGEST,
      state: "upheld",
      ...text,
      ...times,
    },
  });
}

describe("a patch of an audited version", () => {
  test("carries its audit from the version that was signed, through further patches, and says so", async () => {
    const name = uniqueName();
    const { versionId } = await publish({ name });
    const { packageDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
    await addSeal(
      versionId,
      { ...seal, issuedAt: new Date(0), expiresAt: new Date("2099-01-01") },
      packageDigest,
    );
    for (const version of ["1.0.1", "1.0.2"]) await publish({ name, version });
    const skill = await getSkill(name);
    expect(skill).toMatchObject({
      version: "1.0.2",
      auditState: "Audited",
      audit: { carriedFrom: "1.0.0", scope: "full", baseVersion: null },
      trustLevel: "verified",
    });
    expect(skill.seals).toMatchObject([{ version: "1.0.0", counts: true, slug: name }]);
    expect(await findSealSource(database(), skill.versionId, new Date())).toBe(versionId);

    await publish({ name, version: "1.1.0" });
    expect(await getSkill(name)).toMatchObject({ auditState: "Unverified", trustLevel: "community" });

    await database().audit.updateMany({ where: { versionId }, data: { revokedAt: new Date() } });
    expect(await getSkill(name, { version: "1.0.1" })).toMatchObject({
      auditState: "Unverified",
      trustLevel: "community",
      audit: null,
    });
    expect((await listSeals({ versionIds: [versionId] }))[0]?.counts).toBe(false);
  });
});

describe("an upheld challenge of a patch", () => {
  async function sealedWith(...patches: string[]) {
    const name = uniqueName();
    const { versionId } = await publish({ name });
    const { packageDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
    const lasting = { ...seal, issuedAt: new Date(0), expiresAt: new Date("2099-01-01") };
    await addSeal(versionId, lasting, packageDigest);
    const published = [];
    for (const version of patches) published.push(await publish({ name, version }));
    return { name, versionIds: published.map((each) => each.versionId) };
  }
  const statesOf = async (name: string) =>
    Object.fromEntries((await listVersions(name)).map(({ version, auditState }) => [version, auditState]));

  test("ends the audit that it and the patches after it carry, wherever it is asked, and no other", async () => {
    const { name, versionIds } = await sealedWith("1.0.1", "1.0.2", "1.0.3");
    await addUpheld(versionIds[1]!, days(-5));
    const states = { "1.0.0": "Audited", "1.0.1": "Audited", "1.0.2": "Unverified", "1.0.3": "Unverified" };
    expect(await statesOf(name)).toEqual(states);
    expect(await getSkill(name)).toMatchObject({
      auditState: "Unverified",
      audit: null,
      seals: [],
    });
    expect(await getSkill(name, { version: "1.0.2" })).toMatchObject({ seals: [] });
    expect(
      (await searchSkills({ audit: ["Audited"], limit: 100 })).rows.map(({ slug }) => slug),
    ).not.toContain(name);
    expect(await listSignedAudits(versionIds[2]!)).toEqual([]);
  });

  test("is not got round by withdrawing the patch and publishing it again under the next number", async () => {
    const { name, versionIds } = await sealedWith("1.0.1");
    await addUpheld(versionIds[0]!, days(-5));
    const yanked = { yankedAt: new Date(), yankReason: "Old." };
    await database().skillVersion.update({ where: { id: versionIds[0]! }, data: yanked });
    const { versionId } = await publish({ name, version: "1.0.2" });
    expect(await database().skillVersion.findUnique({ where: { id: versionId } })).toMatchObject({
      versionChange: "patch",
      auditCarriedFromId: null,
    });
    expect(await getSkill(name)).toMatchObject({ version: "1.0.2", auditState: "Unverified" });
  });
});

test("an unclaimed draft is never verified, whatever was signed over it", async () => {
  const name = uniqueName();
  const { versionId, skillId } = await publish({ name });
  const { packageDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  await addSeal(versionId, { ...seal, expiresAt: new Date("2099-01-01") }, packageDigest);
  await database().skillVersion.update({ where: { id: versionId }, data: { trustLevel: "sandbox" } });
  const data = { claimStatus: "draft", ownerId: null, claimExpiresAt: new Date("2099-01-01") } as const;
  await withoutLifecycle("Skills", (tx) => tx.skill.update({ where: { id: skillId }, data }));
  expect(await getSkill(name)).toMatchObject({
    auditState: "Audited",
    trustLevel: "sandbox",
    claimStatus: "draft",
  });
});
