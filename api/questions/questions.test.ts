import { beforeAll, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { buildSkillPackage, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const PATH = "/v1/skills/echo-text/questions";
let owner: Awaited<ReturnType<typeof makeKeyHolder>>;
let reader: Awaited<ReturnType<typeof makeKeyHolder>>;

beforeAll(async () => {
  [owner, reader] = [await makeKeyHolder(), await makeKeyHolder()];
  await publishNow(buildSkillPackage({ name: "echo-text" }), owner);
});

let addresses = 0;
const send = (method: string, path: string, key: string | undefined, json?: unknown) =>
  call(method, path, {
    json,
    remoteAddress: `198.51.100.${++addresses}`,
    ...(key === undefined ? {} : { key }),
  });

test("a question is asked, answered, read, followed, reported and taken back", async () => {
  const asked = await send("POST", PATH, reader.key, { text: "Is <b>it</b> fast?" });
  expect(asked.status).toBe(201);
  const question = `${PATH}/${asked.body["question_id"] as string}`;
  const answered = await send("POST", `${question}/answers`, owner.key, { text: "Yes." });
  expect(answered.status).toBe(201);
  const one = {
    username: reader.username,
    text: "Is <b>it</b> fast?",
    role: null,
    answers_count: 1,
    answers: [expect.objectContaining({ username: owner.username, text: "Yes.", role: "owner" })],
  };
  expect((await call("GET", PATH)).body).toMatchObject({ name: "echo-text", results: [one] });
  expect((await call("GET", question)).body).toMatchObject({ question: one, next_cursor: null });
  const feed = await call("GET", "/feed.xml?of=questions&skill=echo-text");
  const text = new TextDecoder().decode(feed.bytes);
  expect(text).toContain("<summary>Is &lt;b&gt;it&lt;/b&gt; fast?</summary>");
  expect(text.match(/<entry>/g)).toHaveLength(2);
  const reported = await send("POST", `${question}/reports`, undefined, { reason: "spam", text: "Look." });
  expect(reported.status).toBe(201);
  const state = await call("GET", `/v1/reports/${reported.body["report_id"] as string}`);
  expect(state.body).toMatchObject({ about: "post", name: "echo-text", state: "open" });
  expectProblem(await send("DELETE", question, owner.key), 403, "PERMISSION_DENIED");
  expect((await send("DELETE", question, reader.key)).status).toBe(200);
  expect((await call("GET", question)).body).toMatchObject({ question: { username: null, text: null } });
});

test.each<[string, string, unknown, number, string]>([
  ["POST", PATH, { text: "" }, 400, "REQUEST_INVALID"],
  ["POST", PATH, { text: "x".repeat(2001) }, 400, "REQUEST_INVALID"],
  ["POST", "/v1/skills/no-such/questions", { text: "Why?" }, 404, "SKILL_NOT_FOUND"],
  ["POST", `${PATH}/pst_00000000000000000000000000/answers`, { text: "So." }, 404, "NOT_FOUND"],
  ["POST", `${PATH}/nothing/reports`, { reason: "spam", text: "x" }, 404, "NOT_FOUND"],
  ["DELETE", `${PATH}/nothing`, undefined, 404, "NOT_FOUND"],
  ["GET", `${PATH}/nothing`, undefined, 404, "NOT_FOUND"],
  ["GET", `${PATH}?cursor=nothing`, undefined, 400, "REQUEST_INVALID"],
  ["GET", "/feed.xml?of=questions", undefined, 400, "REQUEST_INVALID"],
])("%s %s %j is refused", async (method, path, json, status, code) => {
  const key = method === "GET" ? undefined : reader.key;
  expectProblem(await send(method, path, key, json), status, code);
});

test("an account asks ten questions in an hour, from whichever address", async () => {
  const { key } = await makeKeyHolder();
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++)
    statuses.push((await send("POST", PATH, key, { text: `${count}?` })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
  expectProblem(await send("POST", PATH, undefined, { text: "Why?" }), 401, "AUTH_REQUIRED");
});
