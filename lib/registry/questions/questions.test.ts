import { describe, expect, test } from "vitest";
import { listAttention } from "@/lib/catalogue/dashboard/get-dashboard";
import { setMailSettings } from "@/lib/identity/accounts/contact-email";
import { isDomainError } from "@/lib/kernel/errors";
import { makeOwner } from "@/lib/log/events/notices/testing/owner";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { give, somebody } from "@/lib/ownership/transfers/testing/market";
import { eraseVersion } from "@/lib/ownership/erasure/erase-version";
import { letMaintain } from "@/lib/ownership/maintainers/testing/market";
import { yankVersion } from "@/lib/publishing/yank-version";
import { getQuestion, listNewestPosts, listQuestions } from "@/lib/registry/questions/list-questions";
import { withdrawPost } from "@/lib/registry/questions/withdraw-posts";
import {
  answerQuestion,
  askQuestion,
  MAX_ANSWERS,
  MAX_POST_CHARACTERS,
} from "@/lib/registry/questions/write-post";
import { testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { newId } from "@/lib/kernel/ids";
import { withoutLifecycle } from "@/lib/testing/without-lifecycle";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (isDomainError(error) ? error.code : error),
  );

/** An owner with a skill, and a question under it by somebody else; both can be mailed. */
async function asked(text = "Does it read commas?") {
  const [owner, asker] = [await makeOwner(), await makeOwner()];
  const { slug, skillId, versionId } = await owner.publish();
  const { questionId } = await askQuestion({ actor: asker.actor, skill: slug, text });
  const answer = (actor: { accountId: string }, words = "It does.") =>
    answerQuestion({ actor, skill: slug, question: questionId, text: words });
  return { owner, asker, slug, skillId, versionId, questionId, answer };
}

describe("a question", () => {
  test("is told to the owner, in no words of who asks, and its answer to who asked", async () => {
    const { owner, asker, slug, questionId, answer } = await asked("Is my key sk_live_1 safe?");
    expect(await owner.told()).toEqual([`A question about ${slug}`]);
    expect(await owner.lastText()).toContain(`/skills/${slug}/questions?question=${questionId}`);
    expect(await owner.lastText()).not.toContain("sk_live_1");
    expect(await listAttention(owner.actor.accountId)).toContainEqual(
      expect.objectContaining({ kind: "asked", slug, number: 1 }),
    );
    await answer(owner.actor);
    expect(await asker.told()).toEqual([`An answer to your question about ${slug}`]);
    expect(await asker.lastText()).not.toContain("It does.");
    expect((await listAttention(owner.actor.accountId)).map(({ kind }) => kind)).not.toContain("asked");
    expect(await listAttention(asker.actor.accountId)).toContainEqual(
      expect.objectContaining({ kind: "replied", slug, number: 1 }),
    );
  });

  test("waits for the owner also when somebody else has answered, who is not told of it", async () => {
    const { owner, asker, slug, answer } = await asked();
    await answer(await somebody());
    await answer(asker.actor, "I meant decimal commas.");
    expect(await owner.told()).toHaveLength(1);
    expect(await asker.told()).toHaveLength(1);
    expect(await listAttention(owner.actor.accountId)).toContainEqual(
      expect.objectContaining({ kind: "asked", slug }),
    );
  });

  test("is mailed to nobody who switched such mails off", async () => {
    const { owner, asker, slug, answer } = await asked();
    await setMailSettings(owner.actor, { notices: false, locale: "en" });
    await setMailSettings(asker.actor, { notices: false, locale: "en" });
    await askQuestion({ actor: await somebody(), skill: slug, text: "And tabs?" });
    await answer(owner.actor);
    expect([await owner.told(), await asker.told()].map(({ length }) => length)).toEqual([1, 0]);
  });

  test.each<[string, string, string | null]>([
    ["no text", " \n", "REQUEST_INVALID"],
    ["the longest text", "é".repeat(MAX_POST_CHARACTERS), null],
    ["one character more", "é".repeat(MAX_POST_CHARACTERS + 1), "REQUEST_INVALID"],
    ["what steers a terminal", "a\u001b[2J", "REQUEST_INVALID"],
  ])("with %s", async (_name, text, code) => {
    const { slug } = await asked();
    expect(await codeOf(askQuestion({ actor: await somebody(), skill: slug, text }))).toBe(code);
  });

  test("is not asked under a draft, under no skill, or by a closed account", async () => {
    const { slug, skillId, owner } = await asked();
    const ask = async (skill: string, actor = owner.actor) =>
      codeOf(askQuestion({ actor, skill, text: "Why?" }));
    expect(await ask("no-such-skill")).toBe("SKILL_NOT_FOUND");
    const other = await somebody();
    await closeAccount(other, { username: other.username, locale: "en" });
    expect(await ask(slug, other)).toBe("AUTH_FAILED");
    const data = { claimStatus: "draft", ownerId: null, claimExpiresAt: new Date(Date.now() + 1e8) } as const;
    await withoutLifecycle("Skills", (tx) => tx.skill.update({ where: { id: skillId }, data }));
    expect(await ask(slug)).toBe("QUESTION_NOT_ALLOWED");
  });

  test("gets no more answers than anybody reads, and none under another skill", async () => {
    const { owner, slug, skillId, questionId, answer } = await asked();
    const { accountId } = await somebody();
    const other = await asked();
    const elsewhere = { actor: owner.actor, skill: other.slug, question: questionId, text: "Yes." };
    expect(await codeOf(answerQuestion(elsewhere))).toBe("NOT_FOUND");
    const createdAt = new Date();
    await database().skillPost.createMany({
      data: Array.from({ length: MAX_ANSWERS - 1 }, () => {
        return { id: newId("pst"), skillId, questionId, accountId, text: "Same here.", createdAt };
      }),
    });
    const [last, beyond] = [await codeOf(answer(owner.actor)), await codeOf(answer(owner.actor))];
    expect([last, beyond]).toEqual([null, "QUESTION_NOT_ALLOWED"]);
    expect((await listQuestions(slug)).questions[0]).toMatchObject({ answersCount: MAX_ANSWERS });
  });
});

test("answers of who speaks for the skill come first and are marked; after a transfer those of the new owner", async () => {
  const { owner, slug, answer } = await asked();
  const [other, maintainer] = [await somebody(), await somebody()];
  await letMaintain(owner.actor, maintainer, slug);
  await answer(other, "I think so.");
  await answer(maintainer, "Yes.");
  await answer(owner.actor, "Since 1.0.0.");
  const roles = async () =>
    (await listQuestions(slug)).questions[0]?.answers.map(({ username, role }) => [username, role]);
  expect(await roles()).toEqual([
    [maintainer.username, "maintainer"],
    [owner.actor.username, "owner"],
    [other.username, null],
  ]);
  await give(owner.actor, other, slug);
  expect(await roles()).toContainEqual([other.username, "owner"]);
  expect(await roles()).toContainEqual([owner.actor.username, null]);
  await askQuestion({ actor: maintainer, skill: slug, text: "Who answers now?" });
  expect((await listAttention(other.accountId)).map(({ kind }) => kind)).toContain("asked");
});

describe("taken back", () => {
  test("by its author alone; a question stays as a place while an answer is left", async () => {
    const { owner, asker, slug, questionId, answer } = await asked("My name is Ann.");
    const { answerId } = await answer(owner.actor);
    const take = (actor: { accountId: string }, post: string) => withdrawPost({ actor, skill: slug, post });
    expect(await codeOf(take(owner.actor, questionId))).toBe("PERMISSION_DENIED");
    expect(await codeOf(take(owner.actor, newId("pst")))).toBe("NOT_FOUND");
    await take(asker.actor, questionId);
    expect((await listQuestions(slug)).questions).toMatchObject([
      { id: questionId, username: null, text: null, answers: [{ text: "It does." }] },
    ]);
    expect(JSON.stringify(await database().skillPost.findMany())).not.toContain("My name is Ann.");
    expect(await codeOf(answer(owner.actor))).toBe("NOT_FOUND");
    expect((await listNewestPosts(slug)).posts.map(({ id }) => id)).toEqual([answerId]);
    await take(owner.actor, answerId);
    expect((await listQuestions(slug)).questions).toEqual([]);
    expect(await codeOf(getQuestion(slug, questionId))).toBe("NOT_FOUND");
  });

  test("with the account; what others wrote stays", async () => {
    const { owner, asker, slug, questionId, answer } = await asked();
    await answer(asker.actor, "Nobody?");
    await answer(owner.actor);
    await closeAccount(asker.actor, { username: asker.actor.username, locale: "en" });
    const { question } = await getQuestion(slug, questionId);
    expect(question).toMatchObject({ username: null, text: null, answersCount: 1 });
    expect(question.answers.map(({ username }) => username)).toEqual([owner.actor.username]);
  });
});

test("questions stay when a version is withdrawn or erased: they are of the skill", async () => {
  const { owner, slug, questionId } = await asked();
  await yankVersion({ actor: owner.actor, skill: slug, version: "1.0.0", reason: "It is broken." });
  expect((await getQuestion(slug, questionId)).question.text).toBe("Does it read commas?");
  await eraseVersion({ skill: slug, version: "1.0.0", reason: "Ordered." });
  expect((await listQuestions(slug)).questions).toHaveLength(1);
});

test("each page of a list begins behind the last one shown, whatever is asked meanwhile", async () => {
  const owner = await makeOwner();
  const { slug } = await owner.publish();
  const actor = await somebody();
  const start = Date.now();
  const texts = Array.from({ length: 5 }, (_, place) => `${uniqueName("question")} ${place}`);
  for (const [place, text] of texts.entries())
    await askQuestion({ actor, skill: slug, text }, { now: () => new Date(start + place) });
  const seen: (string | null)[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page++) {
    const part = await listQuestions(slug, { limit: 2, cursor });
    seen.push(...part.questions.map(({ text }) => text));
    if (page === 0) await askQuestion({ actor, skill: slug, text: "Meanwhile." });
    cursor = part.nextCursor ?? undefined;
  }
  expect(seen).toEqual(texts.toReversed());
  expect(cursor).toBeUndefined();
  expect(await codeOf(listQuestions(slug, { cursor: "pst_0' OR 1=1" }))).toBe("REQUEST_INVALID");
});

test("what is public of a question says nothing of its author but the user name", async () => {
  const { asker, slug, questionId } = await asked();
  const shown = JSON.stringify([
    await listQuestions(slug),
    await getQuestion(slug, questionId),
    await listNewestPosts(slug),
  ]);
  for (const own of [asker.email, asker.actor.accountId]) expect(shown).not.toContain(own);
});
