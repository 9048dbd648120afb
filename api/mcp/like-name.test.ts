import { expect, test } from "vitest";
import { McpMarket } from "@/api/mcp/testing/mcp-market";
import { testRunner } from "@/lib/running/testing/test-runner";
import { buildSkillPackage, makeAccount, publishNow, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testRunner();
const market = new McpMarket();

test("a model that activates a skill by a slip of another's name is told which one it may have meant", async () => {
  const [name, ann] = [uniqueName("meant"), await makeAccount()];
  await publishNow(buildSkillPackage({ name }), ann);
  await publishNow(buildSkillPackage({ name: `${name}s` }), await makeAccount());
  const client = await market.connect();
  const { content } = await client.call("activate_skills", { ids: [name, `${name}s`] });
  const [meant, slip] = (content as { activated: object[] }).activated;
  expect(meant).not.toHaveProperty("resembles");
  expect(JSON.stringify(slip)).toContain(`almost like ${name} by ${ann.username}`);
});
