import { beforeAll, describe, expect, test } from "vitest";
import { HOUR_MS } from "@/lib/kernel/clock";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { listFailures, noticeTime, notifyOfFailures } from "@/lib/running/failures/failures";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { getRun } from "@/lib/running/runs/get-run";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildSkillPackage, makeAccount, publishNow, uniqueName } from "@/lib/testing/builders";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const market = new CallMarket();
const now = new Date("2026-06-01T12:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

test.each([
  ["at once, who was never told", null, now],
  ["at once, who was told an hour ago", minutes(-60), now],
  ["when the hour is over, who was told just now", now, minutes(60)],
  ["when the hour is over, who was told a minute less than an hour ago", minutes(-59), minutes(1)],
])("an owner is told %s", (_, notifiedAt, expected) => {
  expect(noticeTime(notifiedAt, now)).toEqual(expected);
});

describe("paid calls that fail", () => {
  const address = `${uniqueName("owner")}@example.org`;
  let owner: { id: string };
  let skillId: string;
  beforeAll(async () => {
    const version = await market
      .database()
      .skillVersion.findUniqueOrThrow({ where: { id: market.skill.versionId }, include: { skill: true } });
    skillId = version.skillId;
    owner = await market.database().account.update({
      where: { id: version.skill.ownerId ?? "" },
      data: { email: address, emailVerifiedAt: new Date() },
    });
  });
  const fail = async () => runPaidCall(await market.buyCall({ complainBytes: 5, status: 3 }));
  const jobs = () =>
    market.database().job.findMany({ where: { kind: "notify_of_failures" }, orderBy: { runAt: "asc" } });
  const mails = async () => (await mailsTo(address)).length;

  test("their caller reads what the skill wrote, and its owner too; nobody else does", async () => {
    const run = await fail();
    expect(run).toMatchObject({ state: "FAILED", fault: "skill", errorOutput: "xxxxx" });
    expect((await getRun(run.id)).errorOutput).toBe("xxxxx");
    expect(await listFailures(owner.id)).toMatchObject([
      { slug: market.skill.slug, errorOutput: "xxxxx", paid: true, count: 1, paidCount: 1 },
    ]);
    expect(await listFailures((await makeAccount()).accountId)).toEqual([]);
  });

  test("the owner is told of the first at once, and of those of the hour after it together", async () => {
    await notifyOfFailures(skillId);
    expect(await mails()).toBe(1);
    await market.database().job.deleteMany({ where: { kind: "notify_of_failures" } });
    for (let count = 0; count < 3; count++) await fail();
    const waiting = await jobs();
    expect(waiting).toHaveLength(1);
    expect(waiting[0]?.runAt.getTime()).toBeGreaterThan(Date.now() + HOUR_MS - 60_000);
    await notifyOfFailures(skillId);
    expect(await mails()).toBe(1);
    await notifyOfFailures(skillId, { now: () => new Date(Date.now() + HOUR_MS + 1_000) });
    expect(await mails()).toBe(2);
    expect((await mailsTo(address))[0]?.subject).toContain(`${market.skill.slug} (3)`);
  });
});

test("what a free call put in is not shown to the owner, its caller reads it", async () => {
  const publisher = await makeAccount();
  const script = "import sys\nsys.stderr.write('got ' + sys.stdin.read())\nsys.exit(1)\n";
  const { slug } = await publishNow(buildSkillPackage({ files: { "scripts/main.py": script } }), publisher);
  const { run } = await runFreeSkill({ skill: slug, input: { text: "my secret plan" }, caller: "somebody" });
  expect(run.errorOutput).toContain("my secret plan");
  const [failure] = await listFailures(publisher.accountId);
  expect(failure?.errorOutput).toBe('got {"text": "[input]"}'.replace(": ", ":"));
  expect(JSON.stringify(failure)).not.toContain("my secret plan");
  expect(failure).toMatchObject({ paid: false, paidCount: 0 });
});
