import { beforeAll, expect, test } from "vitest";
import { searchSkills, listMatches, suggestSkills } from "@/lib/search/search-skills";
import { embedSkills } from "@/lib/search/meaning/embed-skills";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { testModel, type AskedOfModel } from "@/lib/testing/model-server";

const database = testDatabase();
testBlobStore();

/** What each text is about, and where that lies. */
const MEANINGS: [RegExp, number[]][] = [
  [/thunder|umbrella/i, [1, 0.1, 0, 0.2]],
  [/forecast/i, [0.9, 0.2, 0, 0.1]],
  [/invoice/i, [-0.1, 1, -0.3, 0]],
  [/./, [-0.2, -0.3, 1, -0.1]],
];
const vectorOf = (text: string) => MEANINGS.find(([about]) => about.test(text))?.[1] ?? [];

const rightly = (input: readonly string[]) => {
  const data = input.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }));
  return { status: 200, body: JSON.stringify({ object: "list", data: data.reverse() }) };
};
const inputOf = ({ body }: AskedOfModel) => body["input"] as string[];

const model = testModel("EMBEDDINGS", (asked) =>
  asked.path === "/v1/embeddings" ? rightly(inputOf(asked)) : { status: 404, body: "" },
);
const { asked } = model;

beforeAll(async () => {
  const owner = await makeAccount();
  for (const [name, description] of [
    ["sky-report", "Forecast for the next ten days."],
    ["bill-maker", "Writes an invoice from a list of hours."],
    ["umbrella-shop", "Orders what keeps you dry."],
    ["tea-timer", "Says when the leaves have had enough."],
  ] as const)
    await publishNow(buildSkillPackage({ name, description }), owner);
});
const found = async (q: string) => (await searchSkills({ q })).rows.map(({ slug }) => slug);

test("a batch is refused text by text, and the others get their vectors; what does not answer is tried again", async () => {
  model.answer = () => ({ status: 503, body: "" });
  await expect(embedSkills()).rejects.toThrow("503");
  expect([asked.length, await database().skillVector.count()]).toEqual([1, 0]);
  model.answer = (question) => {
    const input = inputOf(question);
    return input.some((text) => /invoice/.test(text)) ? { status: 400, body: "" } : rightly(input);
  };
  expect([await embedSkills(), asked.length]).toEqual([3, 1 + 1 + 4]);
  expect(asked.at(-1)).toMatchObject({ body: { model: "fixed" }, key: "Bearer key-of-the-model" });
});

test("a text that the model refused is sent again once it is another, or the model is", async () => {
  expect([await embedSkills(), asked.length]).toEqual([0, 0]);
  expect(await found("umbrella")).not.toContain("bill-maker");
  asked.length = 0;
  const bill = { where: { slug: "bill-maker" } };
  await database().skill.update({ ...bill, data: { description: "Writes an invoice." } });
  expect([await embedSkills(), await embedSkills()]).toEqual([1, 0]);
  expect(asked.map(inputOf)).toEqual([["bill-maker\nWrites an invoice."]]);
});

test("only what has changed is asked for again", async () => {
  await database().skill.update({ where: { slug: "tea-timer" }, data: { updatedAt: new Date() } });
  expect([await embedSkills(), asked.length]).toEqual([0, 0]);
  await database().skill.update({ where: { slug: "tea-timer" }, data: { description: "Counts minutes." } });
  expect([await embedSkills(), asked.length, await embedSkills()]).toEqual([1, 1, 0]);
});

test.each([
  ["fewer vectors than texts", { data: [] }],
  ["a vector of nothing", { data: [{ index: 0, embedding: [0, 0, 0, 0] }] }],
  ["no vectors", { error: "none" }],
])("an answer with %s stores nothing", async (_, body) => {
  const before = await database().skillVector.findMany();
  await database().skill.update({ where: { slug: "tea-timer" }, data: { description: `Counts ${_}.` } });
  model.answer = () => ({ status: 200, body: JSON.stringify(body) });
  await expect(embedSkills()).rejects.toThrow();
  expect(await database().skillVector.findMany()).toEqual(before);
});

test("what is near is found beside what has the words, and each list counts", async () => {
  expect(await found("thunder")).toEqual(["umbrella-shop", "sky-report"]);
  expect(await found("umbrella forecast")).toEqual(["umbrella-shop", "sky-report"]);
  expect((await searchSkills({ q: "thunder" })).total).toBe(2);
  // Near to it is another, and yet it is called so.
  expect(await found("bill-maker")).toEqual(["bill-maker", "tea-timer"]);
});

test("the same words are sent once, half words and those of pages never", async () => {
  await found("Thunder and rain");
  await found("thunder and rain");
  expect(asked.map(inputOf)).toEqual([["thunder and rain"]]);
  await suggestSkills("thund");
  await listMatches({ q: "another thing", limit: 3 }, { byMeaning: false });
  expect(asked).toHaveLength(1);
});

test("without an answer in time the words alone are searched, and the model is left alone for a while", async () => {
  model.answer = () => null;
  expect(await found("forecast of next week")).toEqual(["sky-report"]);
  expect(asked).toHaveLength(1);
  model.answer = (question) => rightly(inputOf(question));
  expect(await found("forecast of tomorrow")).toEqual(["sky-report"]);
  expect(asked).toHaveLength(1);
});
