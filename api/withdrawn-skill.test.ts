import { beforeAll, describe, expect, test } from "vitest";
import { McpMarket } from "@/api/mcp/testing/mcp-market";
import { call, expectProblem } from "@/api/testing/client";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { yankVersion } from "@/lib/publishing/yank-version";
import {
  buildSkillPackage,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();
const market = new McpMarket();

async function publishOne() {
  const owner = await makeAccount();
  const { slug } = await publishNow(buildSkillPackage(), owner);
  const yank = () => yankVersion({ actor: owner, skill: slug, version: "1.0.0", reason: "it leaks keys" });
  return { slug, yank };
}

type Client = Awaited<ReturnType<McpMarket["connect"]>>;
const activate = (client: Client, slug: string) => client.call("activate_skills", { ids: [slug] });
const readText = (client: Client, slug: string) => client.call("read", { skill: slug, file: "SKILL.md" });

describe("a skill whose only version was withdrawn", () => {
  let slug: string;
  beforeAll(async () => {
    const own = await publishOne();
    await own.yank();
    slug = own.slug;
  });

  test("is not handed out at any address, with the reason", async () => {
    const addresses = [
      ...["skills", "agent/skills"].flatMap((base) => [
        `/v1/${base}/${slug}/download`,
        `/v1/${base}/${slug}/download?version=1.0.0`,
      ]),
      `/v1/skills/${slug}/install-guide`,
      `/v1/agent/skills/${slug}/schema`,
      `/skills/${slug}/.well-known/agent-skills/index.json`,
      `/.well-known/agent-skills/${slug}/1.0.0/skill.zip`,
    ];
    for (const address of addresses) {
      const answer = await call("GET", address);
      expectProblem(answer, 409, "VERSION_NOT_AVAILABLE");
      expect(answer.body["detail"], address).toContain("it leaks keys");
    }
    for (const address of [`download?slug=${slug}`, `skills/${slug}/file?path=SKILL.md`]) {
      expect((await call("GET", `/api/v1/${address}`)).status, address).toBe(409);
    }
  });

  test("is told of all the same", async () => {
    expect((await call("GET", `/v1/skills/${slug}`)).status).toBe(200);
  });

  test("is not loaded into a model's conversation", async () => {
    const client = await market.connect();
    const { content } = await activate(client, slug);
    expect(content).toMatchObject({
      activated: [],
      failed: [{ id: slug, error_code: "VERSION_NOT_AVAILABLE" }],
    });
  });
});

describe("a skill that a conversation has activated", () => {
  test("is not read any more once it is in quarantine", async () => {
    const { slug } = await publishOne();
    const client = await market.connect();
    await activate(client, slug);
    expect((await readText(client, slug)).isError).toBe(false);
    await quarantineSkill({ actor: await makeAdministrator(), skill: slug, reason: "it steals" });
    expect((await readText(client, slug)).content).toMatchObject({ error_code: "SKILL_QUARANTINED" });
  });

  test("nor once it is withdrawn", async () => {
    const { slug, yank } = await publishOne();
    const client = await market.connect();
    await activate(client, slug);
    await yank();
    expect((await readText(client, slug)).content).toMatchObject({ error_code: "VERSION_NOT_AVAILABLE" });
  });
});
