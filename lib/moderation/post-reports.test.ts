import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { isDomainError } from "@/lib/kernel/errors";
import { makeOwner, type TestOwner } from "@/lib/log/events/notices/testing/owner";
import { countWaiting, listWaiting } from "@/lib/moderation/list-waiting";
import { listHidden, releaseAccount, showPost } from "@/lib/moderation/posts";
import {
  decideReport,
  getReport,
  listReports,
  reportPost,
  reportSkill,
  type ReportDecision,
} from "@/lib/moderation/reports";
import { listNewestPosts, listQuestions } from "@/lib/registry/questions/list-questions";
import { withdrawPost } from "@/lib/registry/questions/withdraw-posts";
import { answerQuestion, askQuestion } from "@/lib/registry/questions/write-post";
import { makeAdministrator, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (isDomainError(error) ? error.code : error),
  );
let administrator: Actor;
let second: Actor;
let owner: TestOwner;
let author: TestOwner;
let slug: string;
let questionId: string;
let addresses = 0;

beforeAll(async () => {
  [administrator, second] = [await makeAdministrator(), await makeAdministrator()];
});
beforeEach(async () => {
  [owner, author] = [await makeOwner(), await makeOwner()];
  ({ slug } = await owner.publish());
  ({ questionId } = await askQuestion({ actor: author.actor, skill: slug, text: "Buy elsewhere!" }));
});

const report = (post = questionId, address = `198.51.100.${++addresses}`) =>
  reportPost({ skill: slug, post, reason: "spam", text: "It advertises.", caller: { address } });
const decide = (reportId: string, decision: ReportDecision, actor = administrator) =>
  decideReport({ actor, reportId, decision, text: "It is an advertisement." });
const shown = async () => (await listQuestions(slug)).questions.map(({ id }) => id);

test("a report about a question waits with those about skills, and says how it stands", async () => {
  const before = (await countWaiting(administrator)).reports;
  const { reportId } = await report();
  expect((await countWaiting(administrator)).reports).toBe(before + 1);
  expect(await listWaiting(administrator)).toContainEqual(
    expect.objectContaining({ kind: "report", id: reportId, name: slug }),
  );
  expect((await listReports(administrator)).find(({ id }) => id === reportId)).toMatchObject({
    text: "It advertises.",
    post: { id: questionId, text: "Buy elsewhere!", account: { username: author.actor.username } },
  });
  expect(await getReport(reportId)).toMatchObject({ about: "post", name: slug, state: "open" });
});

test("one address reports each question once a day, and the skill beside it", async () => {
  const address = "192.0.2.40";
  await report(questionId, address);
  expect(await codeOf(report(questionId, address))).toBe("REPORT_ALREADY_FILED");
  const other = await askQuestion({ actor: author.actor, skill: slug, text: "And again!" });
  expect(await codeOf(report(other.questionId, address))).toBeNull();
  const ofSkill = () => reportSkill({ skill: slug, reason: "spam", text: "Look.", caller: { address } });
  expect([await codeOf(ofSkill()), await codeOf(ofSkill())]).toEqual([null, "REPORT_ALREADY_FILED"]);
});

describe("decided", () => {
  test("hide shows it to nobody, tells its author why, and is undone by any administrator", async () => {
    const { reportId } = await report();
    await decide(reportId, "hide");
    expect(await shown()).toEqual([]);
    expect((await listNewestPosts(slug)).posts).toEqual([]);
    expect(await author.told()).toEqual([`A text of yours under ${slug} was hidden`]);
    expect(await author.lastText()).toContain("> It is an advertisement.");
    expect(await getReport(reportId)).toMatchObject({ state: "upheld" });
    const answer = { actor: owner.actor, skill: slug, question: questionId, text: "No." };
    expect(await codeOf(answerQuestion(answer))).toBe("NOT_FOUND");
    expect(await codeOf(report())).toBe("NOT_FOUND");
    expect((await listHidden(second)).posts.map(({ id }) => id)).toContain(questionId);
    await showPost({ actor: second, postId: questionId, reason: "It is harmless." });
    expect(await shown()).toEqual([questionId]);
    expect(await codeOf(showPost({ actor: second, postId: questionId, reason: "x" }))).toBe(
      "DECISION_NOT_POSSIBLE",
    );
  });

  test("its author may take back what is hidden", async () => {
    await decide((await report()).reportId, "hide");
    await withdrawPost({ actor: author.actor, skill: slug, post: questionId });
    expect((await listHidden(administrator)).posts.find(({ id }) => id === questionId)?.text).toBeNull();
  });

  test("quarantine of the author hides all that they wrote, and stops more; its end shows the rest again", async () => {
    const kept = await askQuestion({ actor: author.actor, skill: slug, text: "Is it fast?" });
    await decide((await report()).reportId, "quarantine-author");
    expect(await shown()).toEqual([]);
    const ask = () => askQuestion({ actor: author.actor, skill: slug, text: "Hello?" });
    expect(await codeOf(ask())).toBe("QUESTION_NOT_ALLOWED");
    const { username } = author.actor;
    expect(await author.told()).toEqual([`Questions and answers of ${username} are in quarantine`]);
    expect((await listHidden(administrator)).accounts.map((each) => each.username)).toContain(username);
    await releaseAccount({ actor: second, username, reason: "A mistake." });
    expect(await shown()).toEqual([kept.questionId]);
    expect(await codeOf(ask())).toBeNull();
  });

  test.each(["uphold", "dismiss"] as const)("%s leaves it", async (decision) => {
    const { reportId } = await report();
    await decide(reportId, decision);
    expect(await shown()).toEqual([questionId]);
    expect(await author.told()).toEqual([]);
    expect(await codeOf(decide(reportId, "hide"))).toBe("DECISION_NOT_POSSIBLE");
  });

  test("only as what was reported can be: no skill is quarantined for a question, and none is hidden", async () => {
    const { reportId } = await report();
    expect(await codeOf(decide(reportId, "quarantine"))).toBe("DECISION_NOT_POSSIBLE");
    const caller = { address: `198.51.100.${++addresses}` };
    const ofSkill = await reportSkill({ skill: slug, reason: "spam", text: "Look.", caller });
    for (const decision of ["hide", "quarantine-author"] as const)
      expect(await codeOf(decide(ofSkill.reportId, decision))).toBe("DECISION_NOT_POSSIBLE");
  });

  test("by administrators, and by none about their own words or skill while there is another", async () => {
    const { reportId } = await report();
    expect(await codeOf(decide(reportId, "hide", owner.actor))).toBe("PERMISSION_DENIED");
    const { questionId: own } = await askQuestion({ actor: second, skill: slug, text: "Mine." });
    const ownReport = await report(own);
    expect(await codeOf(decide(ownReport.reportId, "dismiss", second))).toBe("DECISION_NOT_ALLOWED");
    await decide(ownReport.reportId, "quarantine-author");
    const release = (actor: Actor) => releaseAccount({ actor, username: second.username, reason: "Enough." });
    expect(await codeOf(release(second))).toBe("DECISION_NOT_ALLOWED");
    expect(await codeOf(release(owner.actor))).toBe("PERMISSION_DENIED");
    await release(administrator);
  });
});
