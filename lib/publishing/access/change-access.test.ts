import { beforeEach, describe, expect, test } from "vitest";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { marketHandlers } from "@/lib/duties/market-handlers";
import type { Actor } from "@/lib/identity/actor";
import { CONFIRMED_FOR_MINUTES } from "@/lib/identity/confirmation/confirmation";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { wrongMember, isDomainError } from "@/lib/kernel/errors";
import { letMaintain } from "@/lib/ownership/maintainers/testing/market";
import { publishFor, staffed } from "@/lib/ownership/organisations/testing/organisation";
import { drainJobs } from "@/lib/platform/jobs/work";
import { changeAccess, listAccess, MAX_ACCESS_CHANGES_A_DAY } from "@/lib/publishing/access/change-access";
import { publishVersion } from "@/lib/publishing/publish-version";
import { follow } from "@/lib/catalogue/following/follow";
import { listOwnReadingRights, makeReadToken } from "@/lib/registry/access/reading-rights";
import type { SkillAccess } from "@/lib/registry/views";
import { searchSkills } from "@/lib/search/search-skills";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

process.env["RUNNER"] = "disabled";
const database = testDatabase();
testBlobStore();

let owner: Actor;
let [skill, skillId, digest] = ["", "", ""];
beforeEach(async () => {
  ({ actor: owner } = await mailOwner());
  skill = uniqueName();
  ({ skillId, packageDigest: digest } = await publishNow(buildSkillPackage({ name: skill }), owner));
});

const change = (access: SkillAccess, actor: Actor = owner) => changeAccess({ actor, skill, access });
const stored = async () => (await database().skill.findUniqueOrThrow({ where: { id: skillId } })).access;
const setPrivate = () => database().skill.update({ where: { id: skillId }, data: { access: "private" } });
const jobs = () => ({ kind: "notify_of_access", payload: { path: ["skillId"], equals: skillId } });
const logged = async () => {
  const rows = await database().logEntry.findMany({
    where: { subjectId: skillId, kind: "skill:access-changed" },
    orderBy: { seq: "asc" },
  });
  return rows.map(({ body }) => (JSON.parse(body) as { data: object }).data);
};
const stale = () => getActorOf(owner.username, new Date(Date.now() - CONFIRMED_FOR_MINUTES * 60_000));
const asProgram = async (actor: Actor) => authenticateApiKey((await createApiKey(actor, "agent")).key);
const refusedMember = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return isDomainError(error, "REQUEST_INVALID") ? wrongMember(error) : error;
};

const INSTRUCTIONS_ALONE = {
  interface: undefined,
  input_schema: undefined,
  output_schema: undefined,
  examples: [],
};

describe("a skill that is called and not installed", () => {
  test("stands in the log with who, from and to, and those who use it are mailed once", async () => {
    const { actor: user, email } = await mailOwner();
    await follow(user.accountId, { kind: "skill", name: skill });
    expect(await change("call_only")).toEqual({ slug: skill, access: "call_only" });
    expect(await logged()).toEqual([
      {
        slug: skill,
        by: owner.username,
        before: "public",
        access: "call_only",
        version: "1.0.0",
        packageDigest: digest,
      },
    ]);
    await drainJobs(marketHandlers);
    const told = async () => (await mailsTo(email)).filter(({ subject }) => subject.startsWith(skill));
    expect((await told()).map(({ subject }) => subject)).toEqual([
      `${skill} is called and not installed any more`,
    ]);
    // Told again, as after a process that ended before it could say that it was done.
    await database().job.updateMany({ where: jobs(), data: { doneAt: null, lockedUntil: null } });
    await drainJobs(marketHandlers);
    expect(await told()).toHaveLength(1);
    expect(await listAccess(owner.accountId)).toEqual([{ slug: skill, access: "call_only" }]);
  });

  test("set again changes nothing and says nothing; opened again, nobody is mailed", async () => {
    await change("call_only");
    await change("call_only");
    await change("public");
    expect(await logged()).toHaveLength(2);
    expect(await database().job.count({ where: jobs() })).toBe(1);
  });

  test("has to be callable here", async () => {
    const name = uniqueName();
    await publishNow(buildSkillPackage({ name, frontMatter: INSTRUCTIONS_ALONE }), owner);
    const error = await refusal(changeAccess({ actor: owner, skill: name, access: "call_only" }));
    expect(error.message).toContain("has to be callable here");
    expect(error.details).toMatchObject({ errors: [{ pointer: "#/access" }] });
  });
});

describe("a private skill", () => {
  test("is what was never shown, and no other", async () => {
    expect(await refusedMember(change("private"))).toBe("access");
    await change("call_only");
    expect(await refusedMember(change("private"))).toBe("access");
    const name = uniqueName();
    await publishVersion({ actor: owner, package: buildSkillPackage({ name }), source: "multipart" });
    expect(await changeAccess({ actor: owner, skill: name, access: "private" })).toMatchObject({
      access: "private",
    });
    const { id } = await database().skill.findUniqueOrThrow({ where: { slug: name } });
    expect(await database().logEntry.count({ where: { subjectId: id } })).toBe(0);
  });

  test.each(["public", "call_only"] as const)(
    "becomes %s, is listed, and named in the log",
    async (access) => {
      await setPrivate();
      await change(access);
      expect((await searchSkills({ q: skill })).rows.map(({ slug }) => slug)).toContain(skill);
      expect(await logged()).toMatchObject([{ before: "private", access, packageDigest: digest }]);
      expect(await database().job.count({ where: jobs() })).toBe(0);
    },
  );
});

describe("who may not", () => {
  test("strangers, maintainers, and both with a key", async () => {
    const stranger = await getActorOf((await makeAccount()).username);
    const bob = await getActorOf((await makeAccount()).username);
    await letMaintain(owner, bob, skill);
    for (const actor of [stranger, await asProgram(stranger), bob, await asProgram(bob)])
      expect((await refusal(change("call_only", actor))).code).toBe("PERMISSION_DENIED");
    expect([await stored(), await logged()]).toEqual(["public", []]);
  });

  test("an old session changes nothing; a program closes, and never opens", async () => {
    expect((await refusal(change("call_only", await stale()))).code).toBe("CONFIRMATION_REQUIRED");
    const program = await asProgram(owner);
    await change("call_only", program);
    expect((await refusal(change("public", program))).code).toBe("CONFIRMATION_REQUIRED");
    expect((await refusal(change("public", await stale()))).code).toBe("CONFIRMATION_REQUIRED");
    expect(await stored()).toBe("call_only");
    await change("public");
    await setPrivate();
    expect((await refusal(change("call_only", program))).code).toBe("CONFIRMATION_REQUIRED");
  });

  test("more often than five times a day", async () => {
    const steps: SkillAccess[] = ["call_only", "public", "call_only", "public", "call_only"];
    expect(steps).toHaveLength(MAX_ACCESS_CHANGES_A_DAY);
    for (const access of steps) await change(access);
    expect((await refusal(change("public"))).code).toBe("RATE_LIMITED");
  });

  test("a skill that is not there", async () => {
    expect(
      (await refusal(changeAccess({ actor: owner, skill: "no-such-skill", access: "public" }))).code,
    ).toBe("SKILL_NOT_FOUND");
  });
});

test("an owner of an organisation sees and changes who sees its skills, and no other member does", async () => {
  const { owner: boss, organisation, maintainer, money } = await staffed();
  const { name } = await publishFor(boss, organisation);
  expect(await listAccess(boss.accountId)).toEqual([{ slug: name, access: "public" }]);
  await makeReadToken({ actor: boss, skill: name, name: "build", days: 30 });
  expect(await listOwnReadingRights(boss.accountId)).toMatchObject([{ slug: name, name: "build" }]);
  for (const member of [maintainer, money]) {
    expect([await listAccess(member.accountId), await listOwnReadingRights(member.accountId)]).toEqual([
      [],
      [],
    ]);
    const refused = await refusal(changeAccess({ actor: member, skill: name, access: "call_only" }));
    expect(refused.code).toBe("PERMISSION_DENIED");
  }
  expect(await changeAccess({ actor: boss, skill: name, access: "call_only" })).toMatchObject({
    access: "call_only",
  });
});
