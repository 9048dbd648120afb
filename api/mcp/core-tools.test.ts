import { beforeAll, describe, expect, test } from "vitest";
import { McpMarket } from "@/api/mcp/testing/mcp-market";
import { makeKeyHolder } from "@/api/testing/keys";
import { testRunner } from "@/lib/running/testing/test-runner";
import { buildVibeLifeSkill, toolNames } from "@/lib/running/testing/vibelife-skill";
import { makeAccount, publishNow } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";

testDatabase();
testRunner();
const market = new McpMarket();

let letters: string;
beforeAll(async () => {
  letters = (await publishNow(buildVibeLifeSkill(), await makeAccount())).slug;
});

describe("searching", () => {
  test("finds what active skills bring, with its place, and the market beside it; before that the market alone", async () => {
    const client = await market.connect();
    const before = await client.call("search", { query: "空格" });
    expect(before.content).toMatchObject({ passages: [] });
    await client.call("activate_skills", { ids: [letters] });
    const { content } = await client.call("search", { query: "空格不计" });
    expect(content["found_in"]).toContain("active skills");
    expect((content["passages"] as object[])[0]).toMatchObject({
      skill: letters,
      file: "rules/counting.md",
      line: 3,
      kind: "rule",
      text: "空格不计。",
    });
    const asked = await client.call("search", { query: letters, price: "free" });
    expect(asked.content).toMatchObject({ found_in: ["market"], passages: [], skills: [{ id: letters }] });
    expect((await client.call("search", { query: "qzxv qzxv" })).content).toMatchObject({
      found_in: [],
      passages: [],
      skills: [],
    });
  });
});

describe("asking the person", () => {
  test("goes through a client that can ask, with the fields as a form", async () => {
    const asked: [string, object][] = [];
    const client = await market.connect({
      person: (question, fields) => {
        asked.push([question, fields]);
        return { action: "accept", content: { city: "Seoul", year: 1990 } };
      },
    });
    const fields = [
      { name: "city", options: ["Seoul", "上海"] },
      { name: "year", type: "integer" },
    ];
    expect((await client.call("ask", { question: "Where and when?", fields })).content).toEqual({
      status: "answered",
      data: { city: "Seoul", year: 1990 },
    });
    expect(asked).toMatchObject([["Where and when?", { properties: { city: { enum: ["Seoul", "上海"] } } }]]);
  });

  test("is left to the model where the client cannot", async () => {
    const client = await market.connect();
    expect(await client.call("ask", { question: "Your name?" })).toMatchObject({
      isError: false,
      content: { status: "ask_person", question: "Your name?", fields: { required: ["answer"] } },
    });
  });

  test("may be declined", async () => {
    const client = await market.connect({ person: () => ({ action: "decline" }) });
    expect((await client.call("ask", { question: "?" })).content).toEqual({
      status: "declined",
      reason: "declined",
    });
  });

  test("is what a collect tool does", async () => {
    const forms: object[] = [];
    const client = await market.connect({
      person: (_question, fields) => {
        forms.push(fields);
        return { action: "accept", content: { name: "李四" } };
      },
    });
    await client.call("activate_skills", { ids: [letters] });
    const answer = await client.call(toolNames(letters).collect, { form_type: "name" });
    expect(answer.content).toEqual({ status: "answered", data: { name: "李四" } });
    expect(forms).toMatchObject([{ properties: { name: { type: "string" }, unit: { enum: ["字", "划"] } } }]);
  });
});

describe("what is kept for a person", () => {
  test("stays with the account, over conversations, and is read by its skills", async () => {
    const { key } = await makeKeyHolder();
    const first = await market.connect({ key });
    await first.call("save", { section: "identity", data: { name: "欧阳修" } });
    await first.call("remind", { action: "add", text: "call home", due: "2020-01-01T00:00:00Z" });

    const second = await market.connect({ key });
    expect((await second.call("read")).content).toMatchObject({
      profile: { identity: { name: "欧阳修" } },
      due_reminders: [{ text: "call home" }],
    });
    await second.call("activate_skills", { ids: [letters] });
    expect((await second.call(toolNames(letters).compute)).content).toMatchObject({
      card: { data_source: { data: { name: "欧阳修", letters: 3 } } },
    });
    const { content } = await second.call("remind", { action: "list" });
    const [reminder] = content["reminders"] as { id: string }[];
    expect((await second.call("remind", { action: "end", id: reminder?.id })).content).toMatchObject({
      status: "ended",
    });

    const stranger = await market.connect({ key: (await makeKeyHolder()).key });
    expect((await stranger.call("read")).content).toMatchObject({ profile: {}, due_reminders: [] });
    expect((await stranger.call("read", { section: "identity" })).content).toEqual({
      section: "identity",
      data: null,
    });
  });

  test("needs somebody to keep it for", async () => {
    const client = await market.connect();
    for (const [tool, args] of [
      ["save", { section: "a", data: {} }],
      ["read", {}],
      ["remind", { action: "list" }],
    ] as const) {
      expect(await client.call(tool, args)).toMatchObject({
        isError: true,
        content: { error_code: "AUTH_REQUIRED" },
      });
    }
  });
});

test("a card is handed back for the client to draw", async () => {
  const client = await market.connect();
  const { content, text } = await client.call("show", {
    title: "Today",
    data: [{ a: 1 }],
    component_id: "list_view",
  });
  expect(content).toEqual({
    card: {
      card_type: "custom",
      title: "Today",
      data_source: { type: "inline", data: [{ a: 1 }] },
      options: { componentId: "list_view" },
    },
  });
  expect(JSON.parse(text)).toEqual(content);
});
