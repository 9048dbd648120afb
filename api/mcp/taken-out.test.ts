import { expect, test, vi } from "vitest";
import { McpMarket } from "@/api/mcp/testing/mcp-market";
import { quarantineSkill } from "@/lib/moderation/quarantine-skill";
import { yankVersion } from "@/lib/registry/versions/yank-version";
import { testRunner } from "@/lib/running/testing/test-runner";
import { buildVibeLifeSkill, toolNames } from "@/lib/running/testing/vibelife-skill";
import { makeAccount, makeAdministrator, publishNow } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testRunner();
const market = new McpMarket();

const NAME = { name: "王小明" };

/** A conversation in which a skill of a new account is active, with a person who answers whatever is asked. */
async function active() {
  const owner = await makeAccount();
  const { slug } = await publishNow(buildVibeLifeSkill(), owner);
  const person = vi.fn(() => ({ action: "accept" as const, content: NAME }));
  const client = await market.connect({ person });
  await client.call("activate_skills", { ids: [slug] });
  const { collect, compute, display } = toolNames(slug);
  expect(await client.call(collect, { form_type: "name" })).toMatchObject({ isError: false });
  expect(person).toHaveBeenCalledTimes(1);
  const use = () =>
    Promise.all([
      client.call(collect, { form_type: "name" }),
      client.call(display, { chart_data: { letters: 3 } }),
      client.call(compute, NAME),
      client.call("read", { skill: slug, file: "rules/counting.md" }),
    ]);
  return { owner, slug, person, use };
}

test("a skill that comes into quarantine asks nobody anything any more, shows nothing and runs nothing, also where it is active", async () => {
  const { slug, person, use } = await active();
  await quarantineSkill({ actor: await makeAdministrator(), skill: slug, reason: "It asks for secrets." });
  for (const answer of await use())
    expect(answer).toMatchObject({ isError: true, content: { error_code: "SKILL_QUARANTINED" } });
  expect(person).toHaveBeenCalledTimes(1);
});

test("nor does a version that is withdrawn", async () => {
  const { owner, slug, person, use } = await active();
  await yankVersion({ actor: owner, skill: slug, version: "1.0.0", reason: "Wrong." });
  for (const answer of await use())
    expect(answer).toMatchObject({ isError: true, content: { error_code: "VERSION_NOT_AVAILABLE" } });
  expect(person).toHaveBeenCalledTimes(1);
});
