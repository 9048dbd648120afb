import { beforeAll, expect, test } from "vitest";
import { McpMarket } from "@/api/mcp/testing/mcp-market";
import { askForName } from "@/lib/registry/names/ask-for-name";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { testRunner } from "@/lib/running/testing/test-runner";
import { getActorOf, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testRunner();
const { publisher, publish } = testPublisher();
const market = new McpMarket();

const [before, after] = [uniqueName("before"), uniqueName("after")];
beforeAll(async () => {
  await publish({ name: before });
  await askForName({ actor: await getActorOf(publisher().username), skill: before, name: after });
  await publish({ name: after, version: "1.1.0" });
});

test("the old name of a renamed skill activates it under its present one, and says so", async () => {
  const client = await market.connect();
  const first = await client.call("activate_skills", { ids: [before] });
  expect(first.isError).toBe(false);
  expect(first.content).toMatchObject({
    activated: [{ id: after, version: "1.1.0" }],
    unknown: [],
    failed: [],
    renamed: [{ id: before, now: after }],
  });
  const again = await client.call("activate_skills", { ids: [before, after] });
  expect(again.content).toMatchObject({ activated: [], already_active: [after], unknown: [] });
});

test("its texts are read by the old name too, whatever it was activated by", async () => {
  const client = await market.connect();
  await client.call("activate_skills", { ids: [after] });
  const { content } = await client.call("read", { skill: before, file: "SKILL.md" });
  expect(content["text"]).toContain(`name: ${after}`);
  const { contents } = await client.client.readResource({ uri: `skill://${before}/SKILL.md` });
  expect(JSON.stringify(contents)).toContain(`name: ${after}`);
});

test("an address of the server that was written down with it goes on working", async () => {
  const client = await market.connect({ skills: before });
  expect(client.client.getInstructions()).toContain(`Active from the start: ${after}.`);
  expect(client.client.getInstructions()).not.toContain("not available");
});

test("a name that no skill had is still unknown", async () => {
  const client = await market.connect();
  const { isError, content } = await client.call("activate_skills", { ids: [uniqueName("never")] });
  expect(isError).toBe(true);
  expect(content).not.toHaveProperty("renamed");
});
