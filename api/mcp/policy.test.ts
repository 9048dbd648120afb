import { beforeAll, expect, test } from "vitest";
import { McpMarket } from "@/api/mcp/testing/mcp-market";
import { makeKeyHolder } from "@/api/testing/keys";
import { findActorByUsername } from "@/lib/identity/accounts/accounts";
import { setOwnPolicy } from "@/lib/identity/policies/account-policies";
import { testRunner } from "@/lib/running/testing/test-runner";
import { buildVibeLifeSkill, toolNames } from "@/lib/running/testing/vibelife-skill";
import { makeAccount, publishNow } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";

testDatabase();
testRunner();
const market = new McpMarket();

let letters: string;
let publisher: string;
let key: string;
let free: string;
beforeAll(async () => {
  const account = await makeAccount();
  publisher = account.username;
  letters = (await publishNow(buildVibeLifeSkill(), account)).slug;
  free = (await makeKeyHolder()).key;
  key = await holderOf({ trustedPublishers: ["somebody-else"] });
});

async function holderOf(rules: object): Promise<string> {
  const holder = await makeKeyHolder();
  const actor = await findActorByUsername(holder.username);
  if (!actor) throw new Error("the account was just made");
  await setOwnPolicy(actor, { policy: { policyVersion: 1, ...rules }, isPublic: false, expected: 0 });
  return holder.key;
}

const REFUSED = /refused by trustedPublishers of your account's policy .*asked is somebody-else, found is/;

test("a search marks what the policy of the key refuses, for this key alone", async () => {
  const found = async (by?: string) => {
    const client = await market.connect(by === undefined ? {} : { key: by });
    const { content } = await client.call("search", { query: letters, price: "free" });
    return (content["skills"] as { id: string; refused_by_policy?: string[] }[]).find(
      ({ id }) => id === letters,
    );
  };
  expect((await found(key))?.refused_by_policy).toEqual([expect.stringMatching(REFUSED)]);
  expect(await found(free)).not.toHaveProperty("refused_by_policy");
  expect(await found()).not.toHaveProperty("refused_by_policy");
  expect(await found(await holderOf({ trustedPublishers: [publisher] }))).not.toHaveProperty(
    "refused_by_policy",
  );
});

test("a refused skill becomes active in no session, neither by its tool nor by the address", async () => {
  const client = await market.connect({ key });
  const { isError, content } = await client.call("activate_skills", { ids: [letters] });
  expect(isError).toBe(true);
  expect(content).toMatchObject({
    activated: [],
    failed: [{ id: letters, error_code: "POLICY_REFUSED", error: expect.stringMatching(REFUSED) as string }],
  });
  const { compute } = toolNames(letters);
  const toolsOf = async (by: string) => {
    const { tools } = await (await market.connect({ key: by, skills: letters })).client.listTools();
    return tools.map(({ name }) => name);
  };
  expect(await toolsOf(free)).toContain(compute);
  expect(await toolsOf(key)).not.toContain(compute);
});

test("without a session it is neither called, nor read, nor listed, whoever asked for the same address before", async () => {
  const { compute } = toolNames(letters);
  const args = { skill: letters, tool: compute, arguments: { name: "金明" } };
  const open = await market.connectAnew({ key: free, skills: letters });
  expect((await open.call("call_tool", args)).isError).toBe(false);
  const { call, client } = await market.connectAnew({ key, skills: letters });
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain(compute);
  for (const [tool, given] of [
    ["call_tool", args],
    ["read", { skill: letters, file: "SKILL.md" }],
  ] as const) {
    const answer = await call(tool, given);
    expect(answer.content).toMatchObject({
      error_code: "POLICY_REFUSED",
      reason: "trustedPublishers",
      error: expect.stringMatching(REFUSED) as string,
    });
  }
});

test("a skill that was active before the policy is not called any more", async () => {
  const holder = await makeKeyHolder();
  const client = await market.connect({ key: holder.key });
  await client.call("activate_skills", { ids: [letters] });
  const { compute } = toolNames(letters);
  expect((await client.call(compute, { name: "金明" })).isError).toBe(false);
  const actor = await findActorByUsername(holder.username);
  if (!actor) throw new Error("the account was just made");
  const policy = { policyVersion: 1, leastAudit: "audited" } as const;
  await setOwnPolicy(actor, { policy, isPublic: false, expected: 0 });
  expect((await client.call(compute, { name: "金明" })).content).toMatchObject({
    error_code: "POLICY_REFUSED",
    reason: "leastAudit",
  });
});
