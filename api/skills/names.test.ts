import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem, type Answer } from "@/api/testing/client";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { readArchive } from "@/lib/package";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { testRunner } from "@/lib/running/testing/test-runner";
import { checkSkill } from "@/lib/skill-format";
import { getActorOf, makeAccount, uniqueName, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testRunner();
const { publisher: owner, publish } = testPublisher();

const before = uniqueName("before");
const after = uniqueName("after");
const names = (skill: string) => `/v1/skills/${skill}/names`;
let key: string;
let stranger: string;

const keyOf = async ({ username }: TestAccount) =>
  (await createApiKey(await getActorOf(username), "test")).key;

beforeAll(async () => {
  await publish({ name: before });
  key = await keyOf(owner());
  stranger = await keyOf(await makeAccount());
  const asked = await call("POST", names(before), { json: { name: after }, key });
  expect(asked.body).toMatchObject({ name: before, next_name: after });
  await publish({ name: after, version: "1.1.0" });
});

/** What SKILL.md in an archive calls the skill. */
function nameIn(bytes: Uint8Array): string | undefined {
  const read = readArchive(bytes);
  if (!read.ok) return undefined;
  const files = new Map(read.package.files.map(({ path, bytes: content }) => [path, content]));
  return checkSkill({ files }).manifest.slug;
}

test("401 without a key, 403 for anybody else, 409 for another's name, 400 for none", async () => {
  expectProblem(await call("POST", names(after), { json: { name: before } }), 401, "AUTH_REQUIRED");
  const other = await call("POST", names(after), { json: { name: before }, key: stranger });
  expectProblem(other, 403, "PERMISSION_DENIED");
  const { slug } = await publish({}, await makeAccount());
  const taken = await call("POST", names(after), { json: { name: slug }, key });
  expectProblem(taken, 409, "SKILL_NAME_TAKEN");
  const none = await call("POST", names(after), { json: { name: "No name" }, key });
  expectProblem(none, 400, "REQUEST_INVALID");
});

describe("by its old name a client goes on", () => {
  test.each([
    [`/v1/skills/${before}`],
    [`/v1/agent/skills/${before}/schema`],
    [`/v1/skills/${before}/versions`],
    [`/v1/skills/${before}/reviews`],
    [`/v1/skills/${before}/install-guide`],
    [`/v1/skills/${before}/challenges`],
    [`/api/v1/skills/${before}`],
    [`/api/v1/skills/${before}/versions`],
    [`/api/v1/skills/${before}/verify`],
    [`/skills/${before}/.well-known/agent-skills/index.json`],
  ])("GET %s", async (path) => {
    const [old, now] = [await call("GET", path), await call("GET", path.replace(before, after))];
    expect(old.status).toBe(200);
    // Some answers name the skill in their addresses as they were asked.
    const named = ({ body }: Answer) => JSON.stringify(body).replaceAll(before, after);
    expect(named(old)).toBe(named(now));
  });

  test("running it", async () => {
    const { status, body } = await call("POST", `/v1/skills/${before}/run`, {
      json: { input: { text: "hello" } },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ run: { skill: after, output: { echo: "hello" } } });
  });

  test("downloading it, each version as it calls itself, also for a platform", async () => {
    const download = async (query: string) =>
      nameIn((await call("GET", `/v1/agent/skills/${before}/download${query}`)).bytes);
    expect(await download("")).toBe(after);
    expect(await download("?version=1.0.0")).toBe(before);
    expect(await download("?version=1.0.0&platform=ClaudeCodeAgentSkill")).toBe(before);
  });

  test("with folders named like each version", async () => {
    const guide = await call("GET", `/v1/skills/${after}/install-guide?version=1.0.0&platform=Cursor`);
    expect(JSON.stringify(guide.body)).toContain(`.cursor/skills/${before}`);
    const index = await call("GET", `/skills/${after}/v/1.0.0/.well-known/agent-skills/index.json`);
    expect(index.body).toMatchObject({ skills: [{ name: before }] });
    const [{ url } = { url: "" }] = (index.body as { skills: { url: string }[] }).skills;
    expect((await call("GET", url)).status).toBe(200);
  });
});
