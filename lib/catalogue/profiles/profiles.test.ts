import { beforeAll, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/clock";
import { getAgentAuthorStats } from "@/lib/identity/agents/get-agent-author-stats";
import { closeAccount, isClosedAccount } from "@/lib/ownership/account-closing/close-account";
import { newId } from "@/lib/kernel/ids";
import { findAgentProfile, findPersonProfile, listProfilePaths } from "@/lib/catalogue/profiles/find-profile";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

const agent = uniqueName("bot");
let creator: TestAccount;
let verifier: TestAccount;
let versionId: string;
let slug: string;

/** A seal by the verifier over the version, signed so long ago. */
async function seal(daysAgo: number): Promise<void> {
  const { id: verifierId } = await database().verifier.findFirstOrThrow({
    where: { accountId: verifier.accountId },
  });
  const { packageDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  const id = newId("aud");
  await database().audit.create({
    data: {
      id,
      versionId,
      verifierId,
      verdict: "seal",
      scope: "full",
      packageDigest,
      payload: "{}",
      envelope: {},
      signature: id,
      nonce: id,
      issuedAt: new Date(Date.now() - daysAgo * DAY_MS),
      expiresAt: new Date(Date.now() + DAY_MS),
    },
  });
}

beforeAll(async () => {
  creator = await makeAccount();
  verifier = await makeAccount();
  await database().verifier.create({
    data: {
      id: newId("vrf"),
      accountId: verifier.accountId,
      address: verifier.address,
      displayName: "Careful reader",
    },
  });
  const authorAgent = { name: agent, provider: "acme", session: "s-secret" };
  ({ versionId, slug } = await publishNow(buildSkillPackage(), creator, { authorAgent }));
});

test("what a stranger publishes for an agent of somebody's name does not stand on that person's page", async () => {
  const [person, stranger] = [await makeAccount(), await makeAccount()];
  await publishNow(buildSkillPackage(), stranger, { authorAgent: { name: person.username } });
  expect(await findPersonProfile(person.username)).toMatchObject({ skills: [], totalSkills: 0 });
});

test("of many skills the fifty most called stand on a page, however much others call what bears the same name", async () => {
  const [person, stranger] = [await makeAccount(), await makeAccount()];
  const own = await publishNow(buildSkillPackage(), person);
  const foreign = await publishNow(buildSkillPackage(), stranger, { authorAgent: { name: person.username } });
  await addMany(own.skillId, 500, 1);
  await addMany(foreign.skillId, 60, 1_000);
  const page = await findPersonProfile(person.username);
  expect([page?.totalSkills, page?.skills.length]).toEqual([501, 50]);
  expect(new Set(page?.skills.map(({ publisher }) => publisher))).toEqual(new Set([person.username]));
  expect(page?.skills[0]?.calls7d).toBe(500);
  // The agent of that name is another thing, and nobody's.
  const agentPage = await findAgentProfile(person.username);
  expect([agentPage?.totalSkills, agentPage?.skills.length]).toEqual([61, 50]);
});

/** As many skills like this one, each called more often than the one before. */
async function addMany(skillId: string, count: number, factor: number): Promise<void> {
  await database().$executeRaw`
    INSERT INTO "Skills" ("id", "slug", "canonical_name", "owner_id", "published_at", "calls_7d")
    SELECT k."id" || n, k."slug" || n, k."canonical_name" || n, k."owner_id", now(), n * ${factor}::int
    FROM generate_series(1, ${count}::int) n CROSS JOIN (SELECT * FROM "Skills" WHERE "id" = ${skillId}) k`;
  await database().$executeRaw`
    INSERT INTO "SkillVersions" ("id", "skill_id", "version", "version_scheme", "version_change", "vetting_status", "package_digest",
      "archive_digest", "package_size_bytes", "skill_md", "manifest", "dialect_reports", "author_agent", "published_at")
    SELECT v."id" || n, v."skill_id" || n, '1.0.0', 'semver', 'first', 'approved', v."package_digest", v."archive_digest", 1, '',
      v."manifest", '[]', v."author_agent", now()
    FROM generate_series(1, ${count}::int) n CROSS JOIN (SELECT * FROM "SkillVersions" WHERE "skill_id" = ${skillId}) v`;
  await database().$executeRaw`
    UPDATE "Skills" s SET "latest_version_id" = v."id" FROM "SkillVersions" v WHERE v."skill_id" = s."id" AND s."latest_version_id" IS NULL`;
}

test("a creator's page adds up what was published, sealed, called, rated and challenged", async () => {
  await seal(2);
  const times = { startedAt: new Date(), finishedAt: new Date() };
  const run = { versionId, input: {}, inputDigest: "0", counts: true, ...times };
  await database().run.createMany({
    data: [
      { ...run, id: newId("run"), state: "DONE" },
      { ...run, id: newId("run"), state: "DONE", counts: false },
      { ...run, id: newId("run"), state: "DONE", counts: null },
      { ...run, id: newId("run"), state: "FAILED", fault: "skill" },
      { ...run, id: newId("run"), state: "FAILED", fault: "caller" },
    ],
  });
  const person = await findPersonProfile(creator.username);
  expect(person).toMatchObject({
    username: creator.username,
    address: creator.address,
    totalSkills: 1,
    verifier: null,
    auditsReceived: [{ verifierName: "Careful reader", username: verifier.username, seals: 1 }],
    numbers: { skills: 1, released: 1, sealed: 1, calls30d: 1, failed30d: 1, challenged: 0 },
  });
  expect(person?.skills[0]?.slug).toBe(slug);
});

test("a verifier's page tells the seals given, and those that a challenge brought down", async () => {
  expect((await findPersonProfile(verifier.username))?.verifier).toMatchObject({
    name: "Careful reader",
    revokedAt: null,
    given: { seals: 1, changesRequested: 0, overturned: 0 },
    latest: [{ slug, verifierUsername: verifier.username }],
  });
  const reader = await makeAccount();
  await database().challenge.create({
    data: {
      id: newId("chl"),
      versionId,
      accountId: reader.accountId,
      packageDigest: "0",
      claim: "It reads more than it says",
      evidence: "See the code",
      state: "upheld",
      openedAt: new Date(),
      deadline: new Date(Date.now() + DAY_MS),
      decidedAt: new Date(),
      outcome: "It does.",
    },
  });
  expect((await findPersonProfile(verifier.username))?.verifier?.given.overturned).toBe(1);
  expect((await findPersonProfile(creator.username))?.numbers).toMatchObject({
    sealed: 0,
    challenged: 1,
    challengesLost: 1,
  });
});

test("an agent's page has totals, skills and provider, and nothing of a session", async () => {
  const profile = await findAgentProfile(agent);
  expect(profile).toMatchObject({ name: agent, provider: "acme", owner: null, totalSkills: 1 });
  expect(profile?.skills.map((skill) => skill.slug)).toEqual([slug]);
  expect(JSON.stringify(profile)).not.toContain("s-secret");
});

test("a stranger's skill that names a claimed agent does not stand on its page, beside its owner", async () => {
  const own = uniqueName("owned-bot");
  const mine = await publishNow(buildSkillPackage(), creator, { authorAgent: { name: own } });
  const stranger = await makeAccount();
  const foreign = await publishNow(buildSkillPackage(), stranger, { authorAgent: { name: own } });
  expect((await findAgentProfile(own))?.totalSkills).toBe(2);
  const id = newId("agt");
  await database().agentAuthorIdentity.create({
    data: {
      id,
      name: own,
      canonicalName: own.toLowerCase(),
      secretHmac: id,
      state: "claimed",
      accountId: creator.accountId,
      claimedAt: new Date(),
    },
  });
  const profile = await findAgentProfile(own);
  expect(profile).toMatchObject({ owner: creator.username, totalSkills: 1, numbers: { skills: 1 } });
  expect(profile?.skills.map((skill) => skill.slug)).toEqual([mine.slug]);
  expect((await getAgentAuthorStats(own)).skillsCount).toBe(1);
  // What the agent uploaded itself is its own, whoever took it over.
  await database().skill.update({ where: { id: foreign.skillId }, data: { agentIdentityId: id } });
  expect((await findAgentProfile(own))?.totalSkills).toBe(2);
});

test("names nobody has lead nowhere", async () => {
  expect(await findPersonProfile("nobody")).toBeNull();
  expect(await findAgentProfile("nobody")).toBeNull();
  expect(await findAgentProfile(creator.username)).toBeNull();
});

test("the sitemap lists creators, verifiers and agents, and no other account", async () => {
  const stranger = await makeAccount();
  const paths = await listProfilePaths();
  expect(paths).toEqual(
    expect.arrayContaining([
      `/people/${creator.username}`,
      `/people/${verifier.username}`,
      `/agents/${agent}`,
    ]),
  );
  expect(paths).not.toContain(`/people/${stranger.username}`);
});

test("a closed account has no page of its own, and is known as closed", async () => {
  const account = await makeAccount();
  const { username } = account;
  await publishNow(buildSkillPackage(), account);
  const id = newId("vrf");
  const { accountId, address } = account;
  await database().verifier.create({ data: { id, accountId, address, displayName: "Leaves" } });
  expect(await listProfilePaths()).toContain(`/people/${username}`);
  expect([await isClosedAccount(username), await isClosedAccount("nobody")]).toEqual([false, false]);
  await closeAccount(await getActorOf(username), { username, locale: "en" });
  expect(await findPersonProfile(username)).toBeNull();
  expect(await isClosedAccount(username)).toBe(true);
  expect(await listProfilePaths()).not.toContain(`/people/${username}`);
});
