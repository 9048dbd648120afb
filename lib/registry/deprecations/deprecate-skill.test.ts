import { beforeAll, describe, expect, test } from "vitest";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { wrongMember, isDomainError } from "@/lib/kernel/errors";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import {
  deprecateSkill,
  endDeprecation,
  listOwnDeprecations,
  MAX_SUCCESSORS,
} from "@/lib/registry/deprecations/deprecate-skill";
import { deprecationSentence } from "@/lib/registry/deprecations/describe-deprecation";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { searchSkills } from "@/lib/search/search-skills";
import { makeAccount, makeAdministrator, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
const { publisher, publish } = testPublisher();
const message = "It is not kept up any more.";

const publishNamed = async (by = publisher()) => {
  const name = uniqueName();
  await publish({ name }, by);
  return name;
};
const deprecate = (skill: string, successor?: string, actor: { accountId: string } = publisher()) =>
  deprecateSkill({ actor, skill, message, successor });
const refusedMember = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return isDomainError(error, "REQUEST_INVALID") ? wrongMember(error) : error;
};

describe("a skill that another one replaces", () => {
  let [old, next] = ["", ""];
  beforeAll(async () => {
    [old, next] = [await publishNamed(), await publishNamed(await makeAccount())];
    await deprecate(old, next);
  });

  test("is shown with its words and the successor, on its page, in a search and to its owner", async () => {
    const shown = { message, successor: next };
    expect((await getSkill(old)).deprecated).toMatchObject(shown);
    expect((await searchSkills({ q: old })).rows[0]?.deprecated).toMatchObject(shown);
    const own = await listOwnDeprecations(publisher().accountId);
    expect(own.find(({ slug }) => slug === old)?.deprecated).toMatchObject(shown);
    expect((await getSkill(next)).deprecated).toBeNull();
  });

  test("is in the log once, however often it is said, and again when it is said otherwise", async () => {
    const { id } = await database().skill.findUniqueOrThrow({ where: { slug: old } });
    const kinds = async () =>
      (await database().logEntry.findMany({ where: { subjectId: id }, orderBy: { seq: "asc" } })).map(
        ({ kind }) => kind,
      );
    const { deprecated: before } = await deprecate(old, next);
    expect(await kinds()).toEqual(["skill:deprecated"]);
    const { deprecated } = await deprecate(old);
    expect(deprecated).toEqual({ message, successor: null, since: before?.since });
    await endDeprecation({ actor: publisher(), skill: old });
    await endDeprecation({ actor: publisher(), skill: old });
    expect(await kinds()).toEqual(["skill:deprecated", "skill:deprecated", "skill:undeprecated"]);
    expect((await getSkill(old)).deprecated).toBeNull();
  });
});

describe("what is refused", () => {
  test("a stranger, and what is not there", async () => {
    const [old, stranger] = [await publishNamed(), await makeAccount()];
    expect(await refusal(deprecate(old, undefined, stranger))).toMatchObject({ code: "PERMISSION_DENIED" });
    expect(await refusal(endDeprecation({ actor: stranger, skill: old }))).toMatchObject({
      code: "PERMISSION_DENIED",
    });
    expect(await refusal(deprecate("no-such-skill"))).toMatchObject({ code: "SKILL_NOT_FOUND" });
  });

  test("a successor that is not there, is not listed, or is the skill itself", async () => {
    const [old, hidden] = [await publishNamed(), await publishNamed()];
    await quarantineSkill({ actor: await makeAdministrator(), skill: hidden, reason: "it steals" });
    for (const successor of ["no-such-skill", hidden, old])
      expect(await refusedMember(deprecate(old, successor)), successor).toBe("successor");
  });

  test("a circle, however long, and a chain of more than is followed", async () => {
    const chain: string[] = [];
    for (let count = 0; count < MAX_SUCCESSORS + 2; count++) chain.push(await publishNamed());
    const [first = "", second = "", ...rest] = chain;
    for (const [at, name] of rest.entries()) await deprecate([second, ...rest][at] ?? "", name);
    expect(await refusedMember(deprecate(rest[0] ?? "", second))).toBe("successor");
    expect(await refusedMember(deprecate(rest.at(-1) ?? "", second))).toBe("successor");
    await deprecate(first, second);
    expect(await refusedMember(deprecate(await publishNamed(), first))).toBe("successor");
  });
});

test.each([
  [null, null],
  [{ message: "Old.", successor: null, since: "" }, "Deprecated by its owner: Old."],
  [
    { message: "Old.", successor: "new-one", since: "" },
    "Deprecated by its owner: Old. Use new-one instead.",
  ],
])("as one sentence: %o", (deprecated, sentence) => {
  expect(deprecationSentence({ deprecated })).toBe(sentence);
});
