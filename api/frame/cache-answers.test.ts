import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { database } from "@/lib/db/client";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { yankVersion } from "@/lib/publishing/yank-version";
import {
  buildSkillPackage,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const name = uniqueName();
const schema = `/v1/agent/skills/${name}/schema`;
const READS = [
  schema,
  `/v1/skills/${name}`,
  `/v1/skills/${name}/versions`,
  `/v1/skills/${name}/reviews`,
  `/v1/skills?q=${name}`,
  `/v1/agent/search?q=${name}`,
  "/v1/categories",
  "/feed.xml",
  "/.well-known/agent-skills/index.json",
];
/** What does not change while the process lives. */
const FIXED = ["/llms.txt", "/v1/openapi.json", "/docs/payment.md"];

/** How many statements are asked while `act` runs. */
async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await act();
  const asked = sent.mock.calls.length;
  sent.mockRestore();
  return asked;
}

beforeAll(async () => {
  await publishNow(buildSkillPackage({ name }), await makeAccount());
});

describe.each([...READS, ...FIXED])("GET %s", (path) => {
  test("costs one statement at most once it was made, says the same, and the same to who has it already", async () => {
    const first = await call("GET", path);
    expect(first.status).toBe(200);
    let again = first;
    expect(await statementsOf(async () => (again = await call("GET", path)))).toBe(
      FIXED.includes(path) ? 0 : 1,
    );
    expect(again.bytes).toEqual(first.bytes);
    for (const header of ["etag", "cache-control", "content-type", "x-revision", "vary"])
      expect([header, again.headers.get(header)]).toEqual([header, first.headers.get(header)]);
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    const known = await call("GET", path, {
      headers: { "if-none-match": String(first.headers.get("etag")) },
    });
    expect([known.status, known.bytes.length, known.headers.get("content-type")]).toEqual([304, 0, null]);
  });
});

test.each([
  { accept: "text/html" },
  { "accept-language": "ko" },
  { "accept-encoding": "identity;q=0, *;q=0" },
  { "accept-encoding": "x".repeat(2_000) },
  { host: "evil.example" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", forwarded: "host=evil.example" },
  { origin: "https://evil.example", referer: "https://evil.example/" },
  { "user-agent": "Googlebot" },
  { "if-modified-since": "Thu, 01 Jan 2099 00:00:00 GMT", "if-match": "*" },
  { "x-agent-platform": "openai", "x-requested-with": "x" },
  { "x-request-id": "a".repeat(32), traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
])("whoever comes first with %j makes no other answer for the next", async (headers) => {
  for (const path of READS) {
    const changed = () => database().change.create({ data: { scope: "*" } });
    const told = async () => {
      const { status, bytes, headers: answered } = await call("GET", path);
      return [path, status, bytes, answered.get("content-type"), answered.get("vary"), answered.get("etag")];
    };
    await changed();
    const alone = await told();
    await changed();
    await call("GET", path, { headers: Object.fromEntries(Object.entries(headers)) });
    expect(await told()).toEqual(alone);
  }
});

test("who sends a key is answered anew, and what they are told is cached for nobody", async () => {
  const { key } = await makeKeyHolder();
  expect(await statementsOf(() => call("GET", schema, { key }))).toBeGreaterThan(1);
});

test("the details tell the counters of the moment", async () => {
  const counted = async () => {
    const text = new TextDecoder().decode((await call("GET", `/v1/skills/${name}`)).bytes);
    return /"download_count":(\d+)/.exec(text)?.[1];
  };
  const before = Number(await counted());
  await database().skill.update({ where: { slug: name }, data: { downloadsTotal: { increment: 3 } } });
  expect(Number(await counted())).toBe(before + 3);
});

test("a package is counted for each who is sent it, once a day, and costs who is counted one statement", async () => {
  const path = `/v1/skills/${name}/download`;
  const download = (remoteAddress: string, headers = {}) => call("GET", path, { remoteAddress, headers });
  const count = () => database().download.count({ where: { skill: { slug: name } } });
  const first = await download("198.51.100.20");
  const again = await download("198.51.100.21");
  expect([again.bytes, await count()]).toEqual([first.bytes, 2]);
  expect(await statementsOf(() => download("198.51.100.21"))).toBe(1);
  const known = await download("198.51.100.22", { "if-none-match": String(first.headers.get("etag")) });
  expect([known.status, known.bytes.length, await count()]).toEqual([304, 0, 2]);
});

test("each who asks for what nobody has is counted: an empty list is not cached", async () => {
  const path = `/v1/skills?q=${uniqueName().replace("skill", "zxqv")}`;
  const counted = () => database().wantedSearch.count();
  const before = await counted();
  for (const remoteAddress of ["198.51.100.7", "203.0.113.9"]) await call("GET", path, { remoteAddress });
  expect(await counted()).toBe(before + 2);
});

test("what was withdrawn or put into quarantine is told at the next read", async () => {
  const gone = uniqueName();
  const owner = await makeAccount();
  await publishNow(buildSkillPackage({ name: gone }), owner);
  const detail = `/v1/skills/${gone}`;
  const search = `/v1/skills?q=${gone}`;
  const names = async () =>
    ((await call("GET", search)).body["results"] as { name: string }[]).map((row) => row.name);
  await call("GET", detail);
  expect(await names()).toContain(gone);
  await yankVersion({ actor: owner, skill: gone, version: "1.0.0", reason: "It is wrong." });
  expect(await names()).not.toContain(gone);
  await quarantineSkill({ actor: await makeAdministrator(), skill: gone, reason: "It harms." });
  expectProblem(await call("GET", detail), 403, "SKILL_QUARANTINED");
});
