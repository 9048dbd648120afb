import { beforeEach, expect, test } from "vitest";
import { openChallenge } from "@/lib/audits/challenges";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { DOUBTFUL } from "@/lib/log/events/notices/testing/owner";
import type { Actor } from "@/lib/identity/actor";
import { DAY_MS, fakeClock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { decideReport, reportSkill } from "@/lib/moderation/reports";
import { listWaiting } from "@/lib/moderation/list-waiting";
import { quarantineSkill } from "@/lib/moderation/quarantine";
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

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

const daysAgo = (days: number) => fakeClock(new Date(Date.now() - days * DAY_MS));
const makeActor = async () => getActorOf((await makeAccount()).username);

let judge: Actor;
let owner: Actor;
beforeEach(async () => {
  await database().account.updateMany({ where: { role: "administrator" }, data: { role: "member" } });
  judge = await makeAdministrator();
  owner = await makeActor();
});

/** One case of each kind, oldest last in the order they are made. */
async function makeCases(): Promise<Record<string, string>> {
  const publish = (parts = {}) => publishNow(buildSkillPackage({ name: uniqueName(), ...parts }), owner);
  const held = await publish(DOUBTFUL);
  const challenged = await publish();
  await (await makeVerifier()).audit(challenged.versionId);
  const { accountId } = await makeActor();
  const { challengeId } = await openChallenge(
    { accountId, versionId: challenged.versionId, claim: "It is wrong.", evidence: "Run it." },
    daysAgo(2),
  );
  const application = newId("vap");
  const applicant = { accountId, address: newAddress(), displayName: "Reader", about: "I read." };
  const createdAt = daysAgo(3).now();
  await database().verifierApplication.create({ data: { id: application, ...applicant, createdAt } });
  const appealed = await publish();
  await quarantineSkill({ actor: judge, skill: appealed.slug, reason: "A look." });
  const appeal = { actor: owner, skill: appealed.slug, text: "Look again." };
  const { appealId } = await appealDecision(appeal, daysAgo(13));
  const { slug: skill } = await publish();
  const report = { skill, reason: "spam", text: "It is.", caller: { address: "203.0.113.7" } };
  const { reportId } = await reportSkill(report, daysAgo(15));
  return { version: held.versionId, challenge: challengeId, application, appeal: appealId, report: reportId };
}

const waitingOf = async (actor: Actor, made: Record<string, string>) =>
  (await listWaiting(actor)).filter(({ id }) => Object.values(made).includes(id));

test("every kind of case waits in one order, the oldest first, and is late after fourteen days", async () => {
  const made = await makeCases();
  const waiting = await waitingOf(judge, made);
  expect(waiting.map(({ kind, id, late }) => [kind, id === made[kind], late])).toEqual([
    ["report", true, true],
    ["appeal", true, false],
    ["application", true, false],
    ["challenge", true, false],
    ["version", true, false],
  ]);
  for (const { since, due } of waiting) expect(Date.parse(due) - Date.parse(since)).toBe(14 * DAY_MS);
  await decideReport({
    actor: judge,
    reportId: made["report"] ?? "",
    decision: "dismiss",
    text: "It is not.",
  });
  expect((await waitingOf(judge, made)).map(({ kind }) => kind)[0]).toBe("appeal");
});

test("what an administrator leaves to others is not theirs to go on to; nobody else sees any of it", async () => {
  const made = await makeCases();
  await expect(listWaiting(owner)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  await database().account.update({ where: { id: owner.accountId }, data: { role: "administrator" } });
  const own = await waitingOf({ ...owner, role: "administrator" }, made);
  expect(own.map(({ kind }) => kind)).toEqual(["application"]);
  expect(await waitingOf(judge, made)).toHaveLength(5);
});
