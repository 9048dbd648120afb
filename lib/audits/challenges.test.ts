import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChallengesOfBond } from "@/lib/audits/bond/moves-repository";
import {
  answerChallenge,
  MAX_ANSWER_CHARACTERS,
  whyNotAnswer,
  decideChallenge,
  lapseChallenges,
  hasUpheldChallenge,
  listChallenges,
  listOpenChallenges,
  openChallenge,
  claimOf,
} from "@/lib/audits/challenges";
import { getReview } from "@/lib/audits/review/get-review";
import { listOwnAudits } from "@/lib/audits/seals";
import { revokeAudit } from "@/lib/audits/sign-audit";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { fakeClock, systemClock } from "@/lib/kernel/clock";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import { countWaiting } from "@/lib/moderation/list-waiting";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { searchSkills } from "@/lib/search/search-skills";
import { makeAccount, makeAdministrator, uniqueName, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publisher: author, publish } = testPublisher();

let verifier: TestVerifier;
let challenger: TestAccount;
let administrator: Actor;
let name: string;
let versionId: string;

beforeAll(async () => {
  [verifier, administrator] = [await makeVerifier(), await makeAdministrator()];
});

beforeEach(async () => {
  challenger = await makeAccount();
  name = uniqueName("challenged");
  ({ versionId } = await publish({ name }));
  await verifier.audit(versionId);
});

const challenge = (account = challenger, of = versionId) =>
  openChallenge({
    accountId: account.accountId,
    versionId: of,
    claim: "It sends the text to a third party.",
    evidence: "Run it behind a proxy: scripts/main.py, line 2.",
  });
const decide = (challengeId: string, decision: "upheld" | "rejected", actor = administrator) =>
  decideChallenge(actor, { challengeId, decision, outcome: "Looked at and confirmed." });
const states = async () =>
  Object.fromEntries((await listVersions(name)).map((row) => [row.version, row.auditState]));

describe("a challenge", () => {
  test("leaves the state until it is decided; upheld, it ends the seal everywhere, also for patches", async () => {
    await publish({ name, version: "1.0.1", body: "# Patch\n" });
    const { challengeId } = await challenge();
    expect(await states()).toEqual({ "1.0.1": "Audited", "1.0.0": "Audited" });
    const counted = async (version: string) => (await getSkill(name, { version })).challenges;
    expect(await counted("1.0.0")).toEqual({ open: 0, quiet: 1, upheld: 0, carried: 0 });
    expect(await counted("1.0.1")).toEqual({ open: 0, quiet: 0, upheld: 0, carried: 0 });
    await decide(challengeId, "upheld");
    expect(await states()).toEqual({ "1.0.1": "Unverified", "1.0.0": "Unverified" });
    expect(await getSkill(name)).toMatchObject({ auditState: "Unverified", trustLevel: "community" });
    expect((await searchSkills({ q: name, audit: ["Audited"] })).total).toBe(0);
    expect((await getSkill(name, { version: "1.0.0" })).seals[0]?.counts).toBe(false);
    expect(await counted("1.0.0")).toEqual({ open: 0, quiet: 0, upheld: 1, carried: 0 });
    expect((await listChallenges({ versionId }))[0]).toMatchObject({ state: "upheld", slug: name });
  });

  test("upheld against a patch ends what it carried, not the seal of the version before, and passes to no later patch", async () => {
    const patch = await publish({ name, version: "1.0.1", body: "# Patch\n" });
    await decide((await challenge(challenger, patch.versionId)).challengeId, "upheld");
    expect(await states()).toEqual({ "1.0.1": "Unverified", "1.0.0": "Audited" });
    expect((await searchSkills({ q: name, audit: ["Audited"] })).total).toBe(0);
    await publish({ name, version: "1.0.2", body: "# Again\n" });
    expect(await states()).toMatchObject({ "1.0.2": "Unverified" });
  });

  test("a seal signed after it was upheld counts again; one rejected changes nothing", async () => {
    await decide((await challenge()).challengeId, "rejected");
    expect(await states()).toEqual({ "1.0.0": "Audited" });
    await decide((await challenge()).challengeId, "upheld");
    expect(await states()).toEqual({ "1.0.0": "Unverified" });
    await verifier.audit(versionId);
    expect(await states()).toEqual({ "1.0.0": "Audited" });
  });

  test("upheld, it is no seal any more to the verifier who signed it, until they sign again", async () => {
    const own = async () => [
      (await getReview(verifier.accountId, versionId)).auditState,
      (await getReview(verifier.accountId, versionId)).signed?.ended,
      (await listOwnAudits(verifier.accountId)).audits.map(
        ({ slug, overturned }) => slug === name && overturned,
      )[0],
    ];
    const { challengeId } = await challenge();
    expect(await own()).toEqual(["Audited", false, false]);
    await decide(challengeId, "upheld");
    expect(await own()).toEqual(["Unverified", true, true]);
    await verifier.audit(versionId);
    expect(await own()).toEqual(["Audited", false, false]);
  });

  test("is not decided by whose seal it would end, also on a patch, while another administrator could", async () => {
    const patch = await publish({ name, version: "1.0.1", body: "# Patch\n" });
    const sealer: Actor = { ...administrator, accountId: verifier.accountId };
    const left = async () =>
      (await listOpenChallenges(sealer)).flatMap(({ slug, leftToOthers }) =>
        slug === name ? [leftToOthers] : [],
      );
    const opened = [await challenge(), await challenge(challenger, patch.versionId)];
    expect(await left()).toEqual([true, true]);
    for (const { challengeId } of opened)
      await expect(decide(challengeId, "rejected", sealer)).rejects.toMatchObject({
        code: "DECISION_NOT_ALLOWED",
      });
    const others = { where: { role: "administrator" } } as const;
    const ids = (await database().account.findMany(others)).map(({ id }) => id);
    await database().account.updateMany({ ...others, data: { role: "member" } });
    try {
      expect(await left()).toEqual([false, false]);
      await decide(opened[0]!.challengeId, "rejected", sealer);
    } finally {
      await database().account.updateMany({ where: { id: { in: ids } }, data: { role: "administrator" } });
    }
    const [entry] = await database().logEntry.findMany({
      where: { kind: "challenge:decided", subjectId: versionId },
    });
    expect(JSON.parse(entry?.body ?? "{}")).toMatchObject({ data: { decidedBy: "verifier" } });
  });

  test("waits with the one that lapses first before the others, and its own challenger decides none", async () => {
    const { challengeId } = await challenge();
    const later = await challenge(await makeAccount());
    const asks = { ...administrator, accountId: challenger.accountId };
    const here = async (actor: Actor) =>
      (await listOpenChallenges(actor)).flatMap(({ id, slug, leftToOthers }) =>
        slug === name ? [[id, leftToOthers]] : [],
      );
    expect(await here(administrator)).toEqual([
      [challengeId, false],
      [later.challengeId, false],
    ]);
    expect((await here(asks))[0]).toEqual([challengeId, true]);
    expect((await here({ ...administrator, accountId: author().accountId })).map(([, left]) => left)).toEqual(
      [true, true],
    );
    await expect(here({ ...administrator, role: "member" })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });

  test("that was upheld is known of, whatever number was opened and rejected since", async () => {
    await decide((await challenge()).challengeId, "rejected");
    expect(await hasUpheldChallenge(versionId)).toBe(false);
    const { challengeId } = await challenge();
    await decide(challengeId, "upheld");
    const upheld = await database().challenge.findUniqueOrThrow({ where: { id: challengeId } });
    const openedAt = new Date(upheld.openedAt.getTime() + 1000);
    const since = Array.from({ length: 120 }, () => ({ id: newId("chl"), state: "rejected", openedAt }));
    await database().challenge.createMany({ data: since.map((each) => ({ ...upheld, ...each })) });
    expect(await hasUpheldChallenge(versionId)).toBe(true);
  });

  test("is not possible for one's own, an Unverified version, twice at once, or without evidence", async () => {
    const refused = { code: "CHALLENGE_NOT_ALLOWED" };
    await expect(challenge(author())).rejects.toMatchObject(refused);
    const plain = await publish({ name: uniqueName() });
    await expect(challenge(challenger, plain.versionId)).rejects.toMatchObject(refused);
    const attempts = await Promise.allSettled([challenge(), challenge(), challenge()]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const empty = { accountId: challenger.accountId, versionId, claim: "x", evidence: " " };
    await expect(openChallenge(empty)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  });

  test("is decided once, by an administrator, and lapses when nobody decides in time", async () => {
    const { challengeId } = await challenge();
    const member = { ...administrator, role: "member" as const };
    await expect(decide(challengeId, "upheld", member)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(decide("chl_nobody_knows", "upheld")).rejects.toMatchObject({ code: "CHALLENGE_NOT_FOUND" });
    const both = await Promise.allSettled([decide(challengeId, "upheld"), decide(challengeId, "rejected")]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await verifier.audit(versionId);
    await challenge();
    const clock = fakeClock(systemClock.now());
    clock.advanceMs(15 * 86_400_000);
    await lapseChallenges(clock);
    expect(await listChallenges({ versionId })).toMatchObject([{ state: "lapsed" }, {}]);
    const kinds = (await database().logEntry.findMany({ where: { subjectId: versionId } })).map(
      ({ kind }) => kind,
    );
    expect(kinds.filter((kind) => kind.startsWith("challenge:"))).toHaveLength(4);
  });
});

describe("a signed verdict `challenge`", () => {
  const NOTE = "It sends the text to a third party.\nRun it behind a proxy: scripts/main.py, line 2.";
  const objecting = { verdict: "challenge", note: NOTE } as const;

  test("opens a challenge of a version that has a state, for an administrator to decide; until then nothing changes", async () => {
    const reader = await makeVerifier();
    const auditId = await reader.audit(versionId, objecting);
    expect(await listChallenges({ versionId })).toMatchObject([
      {
        state: "open",
        claim: "It sends the text to a third party.",
        evidence: NOTE,
        auditId,
        takenBack: null,
      },
    ]);
    expect(await states()).toEqual({ "1.0.0": "Audited" });
    const [opened] = await database().logEntry.findMany({
      where: { kind: "challenge:opened", subjectId: versionId },
    });
    expect(JSON.parse(opened?.body ?? "{}")).toMatchObject({ data: { auditId } });
    const [open] = await listChallenges({ versionId });
    await decide(open?.id ?? "", "upheld");
    expect(await states()).toEqual({ "1.0.0": "Unverified" });
  });

  test("opens none where nothing is vouched for, and no second one for the same verifier", async () => {
    const plain = await publish({ name: uniqueName() });
    await verifier.audit(plain.versionId, objecting);
    expect(await listChallenges({ versionId: plain.versionId })).toEqual([]);
    await verifier.audit(versionId, objecting);
    await verifier.audit(versionId, objecting);
    expect(await listChallenges({ versionId })).toHaveLength(1);
  });

  test("cannot be signed without saying what is wrong", async () => {
    for (const note of [null, "  "]) {
      await expect(verifier.prepare(versionId, { verdict: "challenge", note })).rejects.toMatchObject({
        code: "REQUEST_INVALID",
      });
    }
  });

  test("that was taken back is still decided, and says that it was", async () => {
    const auditId = await verifier.audit(versionId, objecting);
    await revokeAudit({ accountId: verifier.accountId, auditId, reason: "I misread it." });
    expect(await listChallenges({ versionId })).toMatchObject([
      { state: "open", takenBack: "I misread it." },
    ]);
  });

  test("is paid, once upheld, where it was signed, whatever other wallets its verifier has", async () => {
    const reader = await makeVerifier();
    await database().wallet.create({ data: { address: `1${newId("wal")}`, accountId: reader.accountId } });
    await reader.audit(versionId, objecting);
    expect(await findChallengesOfBond(database(), versionId)).toEqual([
      { state: "open", wallet: reader.address },
    ]);
  });

  test("is decided by an administrator who neither signed it nor owns the skill", async () => {
    await verifier.audit(versionId, objecting);
    const [open] = await listChallenges({ versionId });
    for (const { accountId } of [verifier, author()]) {
      const own = decide(open?.id ?? "", "upheld", { ...administrator, accountId });
      await expect(own).rejects.toMatchObject({ code: "CHALLENGE_NOT_ALLOWED" });
    }
    expect(await states()).toEqual({ "1.0.0": "Audited" });
  });

  test("is counted among what waits for administrators", async () => {
    const before = await countWaiting(administrator);
    await verifier.audit(versionId, objecting);
    expect(await countWaiting(administrator)).toEqual({ ...before, audits: before.audits + 1 });
    await expect(countWaiting({ ...administrator, role: "member" })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });
});

test.each([
  ["One line.", "One line."],
  ["\n  First.  \r\nSecond.", "First."],
  ["🦊".repeat(300), `${"🦊".repeat(99)}…`],
  ["x".repeat(200), "x".repeat(200)],
])("what a challenge claims is the first line of the note, as long as a claim may be", (note, claim) => {
  expect(claimOf(note)).toBe(claim);
  expect(claim.length).toBeLessThanOrEqual(200);
});

describe("the accused", () => {
  const answer = (challengeId: string, accountId = author().accountId, text = "It does not.") =>
    answerChallenge({ accountId, challengeId, answer: text });

  test("answers in public while it is open, and who decides reads it; the last answer stands", async () => {
    const { challengeId } = await challenge();
    await answer(challengeId);
    await answer(challengeId, author().accountId, "It does not, see line 9.");
    const told = { id: challengeId, answer: "It does not, see line 9.", state: "open" };
    expect(await listChallenges({ versionId })).toMatchObject([told]);
    expect(await listOpenChallenges(administrator)).toContainEqual(expect.objectContaining(told));
    await decide(challengeId, "rejected");
    await expect(answer(challengeId)).rejects.toMatchObject({ code: "CHALLENGE_NOT_ALLOWED" });
    expect((await listChallenges({ versionId }))[0]?.answer).toBe(told.answer);
  });

  test.each<[string, (challengeId: string) => Promise<unknown>, string]>([
    ["the challenger", (id) => answer(id, challenger.accountId), "CHALLENGE_NOT_ALLOWED"],
    ["an administrator", (id) => answer(id, administrator.accountId), "CHALLENGE_NOT_ALLOWED"],
    ["who writes nothing", (id) => answer(id, author().accountId, " "), "REQUEST_INVALID"],
    [
      "who writes too much",
      (id) => answer(id, author().accountId, "x".repeat(MAX_ANSWER_CHARACTERS + 1)),
      "REQUEST_INVALID",
    ],
    ["who names none", () => answer("chl_none"), "CHALLENGE_NOT_FOUND"],
  ])("is not %s", async (_name, send, code) => {
    const { challengeId } = await challenge();
    await expect(send(challengeId)).rejects.toMatchObject({ code });
    expect(await listChallenges({ versionId })).toMatchObject([{ answer: null, answeredAt: null }]);
  });
});

test.each([
  ["open", ["ann"], "ann", null],
  ["open", ["ann", "bob"], "bob", null],
  ["open", ["ann"], "eve", /Only the owner/],
  ["open", [], "ann", /Only the owner/],
  ["upheld", ["ann"], "ann", /already been decided/],
  ["rejected", ["ann"], "ann", /already been decided/],
  ["lapsed", ["ann"], "ann", /already been decided/],
  ["upheld", ["ann"], "eve", /Only the owner/],
] as const)("%s, of %j: %s answers or not", (state, publishers, accountId, why) => {
  const said = whyNotAnswer({ state, publishers: [...publishers] }, accountId);
  if (why === null) expect(said).toBeNull();
  else expect(said).toMatch(why);
});
