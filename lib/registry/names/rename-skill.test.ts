import { beforeEach, describe, expect, test } from "vitest";
import { makeOwner } from "@/lib/log/events/notices/testing/owner";
import { askForName, listOwnNames } from "@/lib/registry/names/ask-for-name";
import { findLastPrice } from "@/lib/catalogue/prices/prices";
import { findConfusableName } from "@/lib/registry/names/confusable-names";
import { getSkill, listClaimHistory } from "@/lib/catalogue/skill-page/get-skill";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { yankVersion } from "@/lib/publishing/yank-version";
import { searchSkills } from "@/lib/search/search-skills";
import { makeAccount, newAddress, uniqueName, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
const { publish, publisher, upload } = testPublisher();

let before: string;
let after: string;
const ask = (name: string, skill = before, actor: { accountId: string } = publisher()) =>
  askForName({ actor, skill, name });
const slugOf = async (name: string) => (await getSkill(name)).slug;

beforeEach(() => {
  before = uniqueName("old");
  after = uniqueName("new");
});

/** A skill that was published as `before` and is called `after`. */
async function renamed(by?: TestAccount) {
  const { skillId } = await publish({ name: before }, by);
  await ask(after, before, by);
  await publish({ name: after, version: "1.1.0" }, by);
  return skillId;
}

describe("a skill is renamed", () => {
  test("by a version that bears the name asked for, and by nothing before", async () => {
    const { skillId } = await publish({ name: before });
    expect(await ask(after)).toEqual({ skillId, slug: before, nextName: after });
    expect(await slugOf(before)).toBe(before);
    expect((await refusal(getSkill(after))).code).toBe("SKILL_NOT_FOUND");
    const uploaded = await upload({ name: after, version: "1.1.0" });
    expect(uploaded).toMatchObject({ skillId, slug: after });
    expect(await slugOf(before)).toBe(before);
  });

  test("and found under both names, in every version, and by its id", async () => {
    const skillId = await renamed();
    expect(await Promise.all([before, after, skillId].map(slugOf))).toEqual([after, after, after]);
    expect(await getSkill(before, { version: "1.0.0" })).toMatchObject({ slug: after, version: "1.0.0" });
    for (const q of [after, before]) {
      const { rows } = await searchSkills({ q });
      expect(rows.map(({ slug }) => slug)).toContain(after);
    }
    expect(await listOwnNames(publisher().accountId)).toContainEqual({
      slug: after,
      nextName: null,
      before: [before],
    });
  });

  test("which its history and the public log say", async () => {
    const skillId = await renamed();
    const told = (await listClaimHistory(skillId)).map(({ kind, renamed: names }) => ({ kind, names }));
    expect(told.at(-1)).toEqual({ kind: "skill:renamed", names: { before, slug: after } });
    const entry = await database().logEntry.findFirst({
      where: { subjectId: skillId },
      orderBy: { seq: "desc" },
    });
    expect(entry).toMatchObject({ kind: "skill:renamed" });
    expect(JSON.parse(entry?.body ?? "{}")).toMatchObject({ data: { before, slug: after } });
  });

  test("of which a mail tells its owner", async () => {
    const { actor, publish: release, told } = await makeOwner();
    await release({ name: before });
    await ask(after, before, actor);
    await release({ name: after, version: "1.1.0" });
    expect(await told()).toEqual([expect.stringContaining(`${before} → ${after}`)]);
  });

  test("in a minor release at least: no seal is carried on under another name", async () => {
    await publish({ name: before });
    await ask(after);
    const { code, message } = await refusal(upload({ name: after, version: "1.0.1" }));
    expect(code).toBe("VERSION_NOT_HIGHER");
    expect(message).toContain(`name: "${before}" → "${after}"`);
  });

  test("and costs what it did", async () => {
    const { skillId } = await publish({ name: before });
    await database().skill.update({
      where: { id: skillId },
      data: { askedLamports: 700, payeeAddress: newAddress() },
    });
    await ask(after);
    expect(await findLastPrice({ accountId: publisher().accountId, slug: after })).toBe(700n);
  });

  test("back, when the version of the new name is withdrawn", async () => {
    const skillId = await renamed();
    await yankVersion({ actor: publisher(), skill: before, version: "1.1.0", reason: "Broken." });
    expect(await Promise.all([before, after].map(slugOf))).toEqual([before, before]);
    expect((await listClaimHistory(skillId)).at(-1)).toMatchObject({
      renamed: { before: after, slug: before },
    });
  });
});

describe("an old name", () => {
  test("stays also of a skill that a process of before there was a table of names has made", async () => {
    await publish({ name: before });
    await database().skillName.delete({ where: { name: before } });
    await ask(after);
    await publish({ name: after, version: "1.1.0" });
    expect(await slugOf(before)).toBe(after);
  });

  test("is nobody else's, also with other hyphens, and not free for another skill of the same owner", async () => {
    await renamed();
    const other = await makeAccount();
    expect((await refusal(upload({ name: before }, other))).code).toBe("SKILL_NAME_TAKEN");
    expect((await refusal(upload({ name: before.replaceAll("-", "") }, other))).code).toBe(
      "SKILL_NAME_TAKEN",
    );
    const { slug } = await publish();
    expect((await refusal(ask(before, slug))).code).toBe("SKILL_NAME_TAKEN");
  });

  test("does not rename the skill by a slip, but when it is asked for again", async () => {
    await renamed();
    const { code, message } = await refusal(upload({ name: before, version: "1.2.0" }));
    expect([code, message]).toEqual(["SKILL_NAME_TAKEN", expect.stringContaining(`name: ${after}`)]);
    await ask(before, after);
    await publish({ name: before, version: "1.2.0" });
    expect(await slugOf(after)).toBe(before);
  });
});

describe("a name that is asked for", () => {
  test("is given up for another one, or for the present one", async () => {
    await publish({ name: before });
    const [first, other] = [uniqueName(), await makeAccount()];
    await ask(first);
    expect((await refusal(upload({ name: first }, other))).code).toBe("SKILL_NAME_TAKEN");
    await ask(after);
    await publish({ name: first }, other);
    expect(await ask(before)).toMatchObject({ nextName: null });
    await publish({ name: after }, other);
    expect((await refusal(ask(after))).code).toBe("SKILL_NAME_TAKEN");
  });

  test("is one of five at most", async () => {
    await publish({ name: before });
    for (const minor of [1, 2, 3, 4]) {
      const name = uniqueName();
      await ask(name);
      await upload({ name, version: `1.${minor}.0` });
    }
    expect(await refusal(ask(after))).toMatchObject({
      code: "REQUEST_INVALID",
      details: { errors: [{ pointer: "#/name", detail: "too_many" }] },
    });
    expect(await ask(before)).toMatchObject({ nextName: null });
  });

  test("is a name, not reserved, of one's own skill, and of none in quarantine", async () => {
    const { skillId } = await publish({ name: before });
    expect((await refusal(ask("Not A Name"))).code).toBe("REQUEST_INVALID");
    expect((await refusal(ask("official"))).code).toBe("SKILL_NAME_RESERVED");
    for (const device of ["con", "lpt1", "AUX", "nul.md"])
      expect(await refusal(ask(device))).toMatchObject({
        code: "SKILL_NAME_RESERVED",
        details: { errors: [{ pointer: "#/name" }] },
      });
    expect((await refusal(ask(after, before, await makeAccount()))).code).toBe("PERMISSION_DENIED");
    expect((await refusal(ask(after, uniqueName()))).code).toBe("SKILL_NOT_FOUND");
    await database().skill.update({
      where: { id: skillId },
      data: { quarantinedAt: new Date(), quarantineReason: "Looked at.", publishedAt: null },
    });
    expect((await refusal(ask(after))).code).toBe("SKILL_QUARANTINED");
  });

  test("goes to one of all who ask at once", async () => {
    const rivals = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const account = await makeAccount();
        return { account, slug: (await publish({}, account)).slug };
      }),
    );
    const asked = await Promise.allSettled(rivals.map(({ account, slug }) => ask(after, slug, account)));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a like name", () => {
  const found = async (slug: string) => findConfusableName({ slug, auditState: "Unverified" });

  test("of the skill itself from before is none, and one that was taken later by renaming is", async () => {
    const first = `${before}-tool`;
    await publish({ name: first });
    await ask(`${first}s`, first);
    await publish({ name: `${first}s`, version: "1.1.0" });
    expect(await found(`${first}s`)).toBeNull();
    const other = await makeAccount();
    await publish({ name: `${first}x` }, other);
    expect(await found(`${first}x`)).toMatchObject({ slug: first, publisher: publisher().username });
    // Older as a skill, but not under this name.
    const elder = await makeAccount();
    const { skillId, slug } = await publish({}, elder);
    await database().skill.update({ where: { id: skillId }, data: { createdAt: new Date(0) } });
    await ask(`${first}y`, slug, elder);
    await publish({ name: `${first}y`, version: "1.1.0" }, elder);
    expect(await found(`${first}y`)).toMatchObject({ slug: first });
  });
});
