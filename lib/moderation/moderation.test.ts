import { beforeAll, describe, expect, test } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { setRole } from "@/lib/identity/accounts/set-role";
import { appealDecision, listOwnAppeals } from "@/lib/moderation/appeal-decision";
import { decideAppeal, listAppeals, type AppealDecision } from "@/lib/moderation/decide-appeal";
import { decideReport, listReports, getReport, reportSkill } from "@/lib/moderation/reports";
import { findQuarantine, listQuarantined, quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { listAttention } from "@/lib/catalogue/dashboard/get-dashboard";
import { searchSkills } from "@/lib/search/search-skills";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
  type SkillParts,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

let administrator: Actor;
let owner: Actor;
beforeAll(async () => {
  administrator = await makeAdministrator();
  owner = await getActorOf((await makeAccount()).username);
});

const publish = (parts: SkillParts = {}) =>
  publishNow(buildSkillPackage({ name: uniqueName(), ...parts }), owner);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (isDomainError(error) ? error.code : String(error)),
  );
const isListed = async (q: string) => (await searchSkills({ q })).rows.some(({ slug }) => slug === q);
/** Kind and actor of what is on record about a subject. */
const eventsOf = async (subjectId: string) => {
  const rows = await database().event.findMany({ where: { subjectId } });
  return rows.map(({ kind, actor }) => [kind, actor]);
};

describe("a quarantine", () => {
  test("takes a skill with all its versions out of the market and gives it back unchanged", async () => {
    const { slug, skillId } = await publish();
    const act = { actor: administrator, skill: slug, reason: "  sends files away  " };
    await quarantineSkill(act);
    expect(await findQuarantine(slug)).toMatchObject({ slug, reason: "sends files away" });
    expect((await listQuarantined(administrator)).map((row) => row.slug)).toContain(slug);
    expect(await isListed(slug)).toBe(false);
    for (const read of [
      () => getSkill(slug),
      () => getSkill(skillId),
      () => getSkill(slug, { version: "1.0.0" }),
      () => listVersions(slug),
    ]) {
      expect(await codeOf(read())).toBe("SKILL_QUARANTINED");
    }
    await releaseSkill({ ...act, reason: "it was a mistake" });
    expect([await isListed(slug), await findQuarantine(slug)]).toEqual([true, null]);
    expect((await getSkill(slug)).version).toBe("1.0.0");
    expect(await eventsOf(skillId)).toEqual(
      expect.arrayContaining([
        ["skill:quarantined", administrator.accountId],
        ["skill:released", administrator.accountId],
      ]),
    );
  });

  test("is not lifted by a new version, which appears when it ends", async () => {
    const { slug } = await publish();
    await quarantineSkill({ actor: administrator, skill: slug, reason: "x" });
    await publish({ name: slug, version: "1.1.0" });
    expect([await isListed(slug), await codeOf(getSkill(slug))]).toEqual([false, "SKILL_QUARANTINED"]);
    await releaseSkill({ actor: administrator, skill: slug, reason: "x" });
    expect((await getSkill(slug)).version).toBe("1.1.0");
  });

  test("is an administrator's, needs a reason and a skill, and is made and ended once", async () => {
    const { slug } = await publish();
    const act = { actor: administrator, skill: slug, reason: "x" };
    expect(await codeOf(quarantineSkill({ ...act, actor: owner }))).toBe("PERMISSION_DENIED");
    expect(await codeOf(quarantineSkill({ ...act, reason: " " }))).toBe("REQUEST_INVALID");
    expect(await codeOf(quarantineSkill({ ...act, skill: "nope" }))).toBe("SKILL_NOT_FOUND");
    expect(await codeOf(releaseSkill(act))).toBe("DECISION_NOT_POSSIBLE");
    const twice = await Promise.all([codeOf(quarantineSkill(act)), codeOf(quarantineSkill(act))]);
    expect(twice.sort()).toEqual(["DECISION_NOT_POSSIBLE", "none"]);
    expect(await codeOf(listQuarantined(owner))).toBe("PERMISSION_DENIED");
  });
});

describe("a report", () => {
  const report = (skill: string, address = "203.0.113.1", rest = {}) =>
    reportSkill({ skill, reason: "malware", text: "It opens a socket.", caller: { address }, ...rest });

  test("is shown to administrators with the name of who sent it, where that is an account", async () => {
    const { slug } = await publish();
    const reporter = await makeAccount();
    const sent = await report(slug, "203.0.113.7", {
      caller: { address: "203.0.113.7", accountId: reporter.accountId },
    });
    const { reportId: unsigned } = await report(slug, "203.0.113.8");
    const listed = await listReports(administrator);
    const reporterOf = (id: string) => listed.find((each) => each.id === id)?.reporter;
    expect([reporterOf(sent.reportId), reporterOf(unsigned)]).toEqual([reporter.username, null]);
  });

  test("by anybody waits for a written decision, which can quarantine the skill in the same act", async () => {
    const { slug, skillId } = await publish();
    const { reportId } = await report(slug);
    expect(await listReports(administrator)).toContainEqual(
      expect.objectContaining({ id: reportId, reason: "malware", text: "It opens a socket." }),
    );
    const decision = { actor: administrator, reportId, decision: "quarantine", text: "confirmed" } as const;
    expect(await codeOf(decideReport({ ...decision, text: "" }))).toBe("REQUEST_INVALID");
    await decideReport(decision);
    expect((await findQuarantine(slug))?.reason).toBe("confirmed");
    expect(await codeOf(decideReport(decision))).toBe("DECISION_NOT_POSSIBLE");
    expect(await eventsOf(skillId)).toEqual(
      expect.arrayContaining([
        ["skill:reported", null],
        ["skill:quarantined", administrator.accountId],
        ["report:decided", administrator.accountId],
      ]),
    );
    const { reportId: second } = await report(slug, "203.0.113.2");
    await decideReport({ ...decision, reportId: second });
    expect((await findQuarantine(slug))?.reason).toBe("confirmed");
  });

  test("that is dismissed or only upheld changes nothing about the skill", async () => {
    const { slug } = await publish();
    for (const [decision, state] of [
      ["dismiss", "dismissed"],
      ["uphold", "upheld"],
    ] as const) {
      const { reportId } = await report(slug, `198.51.100.${decision.length}`);
      await decideReport({ actor: administrator, reportId, decision, text: "seen" });
      expect(await database().report.findUniqueOrThrow({ where: { id: reportId } })).toMatchObject({
        state,
        decision: "seen",
        decidedById: administrator.accountId,
      });
    }
    expect(await isListed(slug)).toBe(true);
  });

  test("is filed once for each skill, caller and day, also when sent at once", async () => {
    const { slug } = await publish();
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(report(slug, "192.0.2.1"))));
    expect(codes.filter((code) => code === "none")).toHaveLength(1);
    expect(codes.filter((code) => code === "REPORT_ALREADY_FILED")).toHaveLength(4);
    const named = { caller: { address: "192.0.2.1", agentName: "made-up" } };
    expect(await codeOf(report(slug, "", named))).toBe("REPORT_ALREADY_FILED");
  });

  test("needs a known reason, a text and a skill, and is read by administrators only", async () => {
    const { slug } = await publish();
    expect(await codeOf(report(slug, "192.0.2.2", { reason: "boring" }))).toBe("REQUEST_INVALID");
    expect(await codeOf(report(slug, "192.0.2.2", { text: " " }))).toBe("REQUEST_INVALID");
    expect(await codeOf(report("nope", "192.0.2.2"))).toBe("SKILL_NOT_FOUND");
    expect(await codeOf(listReports(owner))).toBe("PERMISSION_DENIED");
    const { reportId } = await report(slug, "192.0.2.3");
    const decision = { actor: owner, reportId, decision: "dismiss", text: "no" } as const;
    expect(await codeOf(decideReport(decision))).toBe("PERMISSION_DENIED");
  });
});

describe("an appeal", () => {
  const decide = (appealId: string, rest: Partial<AppealDecision> = {}) =>
    decideAppeal({ actor: administrator, appealId, decision: "grant", text: "You are right.", ...rest });

  test("against a quarantine, granted, ends it; the owner reads the answer", async () => {
    const { slug, skillId } = await publish();
    await quarantineSkill({ actor: administrator, skill: slug, reason: "x" });
    const { appealId } = await appealDecision({ actor: owner, skill: slug, text: "It is a test server." });
    expect((await listAppeals(administrator)).map(({ id }) => id)).toContain(appealId);
    await decide(appealId);
    expect(await isListed(slug)).toBe(true);
    expect(await listOwnAppeals(skillId, owner.accountId)).toMatchObject([
      { state: "granted", decision: "You are right." },
    ]);
    // Their dashboard leads to the answer for a week.
    const toldAt = async (days: number) =>
      (await listAttention(owner.accountId, { now: () => new Date(Date.now() + days * 86_400_000) })).filter(
        (item) => item.slug === slug && item.kind === "answered",
      ).length;
    expect([await toldAt(0), await toldAt(8)]).toEqual([1, 0]);
    expect(await eventsOf(skillId)).toEqual(
      expect.arrayContaining([
        ["appeal:filed", owner.accountId],
        ["skill:released", administrator.accountId],
        ["appeal:decided", administrator.accountId],
      ]),
    );
    expect(await codeOf(decide(appealId))).toBe("DECISION_NOT_POSSIBLE");
  });

  test("denied leaves the quarantine, and another one can be filed", async () => {
    const { slug } = await publish();
    await quarantineSkill({ actor: administrator, skill: slug, reason: "x" });
    const appeal = () => appealDecision({ actor: owner, skill: slug, text: "Please look again." });
    const { appealId } = await appeal();
    expect(await codeOf(appeal())).toBe("APPEAL_NOT_POSSIBLE");
    await decide(appealId, { decision: "deny" });
    expect(await isListed(slug)).toBe(false);
    expect(await codeOf(appeal())).toBe("none");
  });

  test("against a rejection, granted, publishes the version", async () => {
    const { slug, versionId } = await publish();
    await database().skillVersion.update({
      where: { id: versionId },
      data: { vettingStatus: "rejected", publishedAt: null },
    });
    await database().skill.updateMany({ where: { slug }, data: { publishedAt: null } });
    const appeal = { actor: owner, skill: slug, version: "1.0.0", text: "A false alarm." };
    const { appealId } = await appealDecision(appeal);
    await decide(appealId);
    expect((await getSkill(slug)).vettingStatus).toBe("approved");
    expect(await isListed(slug)).toBe(true);
    expect(await codeOf(appealDecision(appeal))).toBe("APPEAL_NOT_POSSIBLE");
  });

  test("is the owner's, about something that was decided, and decided by administrators", async () => {
    const { slug } = await publish();
    const appeal = { actor: owner, skill: slug, text: "Why?" };
    expect(await codeOf(appealDecision(appeal))).toBe("APPEAL_NOT_POSSIBLE");
    expect(await codeOf(appealDecision({ ...appeal, skill: "nope" }))).toBe("SKILL_NOT_FOUND");
    expect(await codeOf(appealDecision({ ...appeal, actor: administrator }))).toBe("PERMISSION_DENIED");
    expect(await codeOf(appealDecision({ ...appeal, text: "" }))).toBe("REQUEST_INVALID");
    expect(await codeOf(listAppeals(owner))).toBe("PERMISSION_DENIED");
    expect(await codeOf(decide("apl_x", { actor: owner }))).toBe("PERMISSION_DENIED");
    expect(await codeOf(decide("apl_x"))).toBe("DECISION_NOT_POSSIBLE");
  });
});

describe("roles", () => {
  test("are given and taken by administrators, on record, and one always stays", async () => {
    const { accountId } = await makeAccount();
    expect(await codeOf(setRole(owner, accountId, "administrator"))).toBe("PERMISSION_DENIED");
    await setRole(administrator, accountId, "administrator");
    await setRole(administrator, accountId, "member");
    // Its owner is told each time as well.
    const onRecord = (await eventsOf(accountId)).filter(([kind]) => kind !== "account:access-changed");
    expect(onRecord).toEqual([
      ["account:role-changed", administrator.accountId],
      ["account:role-changed", administrator.accountId],
    ]);
    expect(await codeOf(setRole(administrator, administrator.accountId, "member"))).toBe("REQUEST_INVALID");
  });

  test("two administrators cannot dismiss each other at the same moment", async () => {
    const other = await makeAdministrator();
    const codes = await Promise.all([
      codeOf(setRole(administrator, other.accountId, "member")),
      codeOf(setRole(other, administrator.accountId, "member")),
    ]);
    // Whoever was dismissed first has no session any more to dismiss the other in.
    expect(codes.sort()).toEqual(["CONFIRMATION_REQUIRED", "none"]);
  });
});

describe("who has the number of a report", () => {
  test("learns how it was decided, and neither its text nor who wrote it", async () => {
    const { slug } = await publish();
    const caller = { address: "192.0.2.77" };
    const { reportId } = await reportSkill({
      skill: slug,
      reason: "malware",
      text: "It phones home.",
      caller,
    });
    expect(await getReport(reportId)).toMatchObject({
      about: "skill",
      name: slug,
      reason: "malware",
      state: "open",
      decision: null,
    });
    await decideReport({ actor: administrator, reportId, decision: "dismiss", text: "It does not." });
    const told = await getReport(reportId);
    expect(told).toMatchObject({ state: "dismissed", decision: "It does not." });
    expect(told.decidedAt).not.toBeNull();
    expect(JSON.stringify(told)).not.toMatch(/phones home|192\.0\.2|identity|account/i);
  });

  test("and nobody else does", async () => {
    expect(await codeOf(getReport("rpt_0000000000"))).toBe("REPORT_NOT_FOUND");
  });
});
