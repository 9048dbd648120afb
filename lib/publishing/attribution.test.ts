import { beforeAll, describe, expect, test } from "vitest";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { createAgentSecret, hashAgentSecret } from "@/lib/identity/agents/prove-agent";
import { newId } from "@/lib/kernel/ids";
import { publishVersion } from "@/lib/publishing/publish-version";
import { testPublisher } from "@/lib/registry/testing/publisher";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
const { publisher } = testPublisher();

let stranger: TestAccount;
beforeAll(async () => {
  stranger = await makeAccount();
});

/** An agent with a secret; claimed by an account, or nobody's yet. */
async function makeAgent(owner: TestAccount | null) {
  const name = uniqueName("bot");
  const secret = createAgentSecret();
  await database().agentAuthorIdentity.create({
    data: {
      id: newId("agt"),
      name,
      canonicalName: name,
      secretHmac: hashAgentSecret(name, secret),
      ...(owner ? { state: "claimed", accountId: owner.accountId, claimedAt: new Date() } : {}),
    },
  });
  return { name, secret };
}

const attributionOf = async (account: TestAccount, name: string, secret: { agentSecret?: string } = {}) => {
  const { slug } = await publishNow(buildSkillPackage(), account, { authorAgent: { name }, ...secret });
  return (await getSkill(slug)).authorAgent;
};

describe("the name of an agent that another account has claimed", () => {
  test.each([
    ["without its secret", () => undefined, "AGENT_SECRET_REQUIRED"],
    ["with an empty secret", () => "", "AGENT_SECRET_REQUIRED"],
    ["with a wrong secret", (secret: string) => `${secret.slice(0, -1)}!`, "AGENT_SECRET_INVALID"],
    ["with the secret of another agent", createAgentSecret, "AGENT_SECRET_INVALID"],
  ])("is refused %s, in any capitals", async (_how, given, code) => {
    const { name, secret } = await makeAgent(publisher());
    const request = {
      actor: await getActorOf(stranger.username),
      package: buildSkillPackage(),
      source: "json_content" as const,
      authorAgent: { name: name.toUpperCase() },
      agentSecret: given(secret),
    };
    expect((await refusal(publishVersion(request))).code).toBe(code);
  });

  test("is carried by its owner, and by whoever has its secret, and is proven then", async () => {
    const { name, secret } = await makeAgent(publisher());
    expect(await attributionOf(publisher(), name)).toEqual({ name, proven: true });
    expect(await attributionOf(stranger, name, { agentSecret: secret })).toEqual({ name, proven: true });
  });
});

test("the name of nobody, or of an agent that nobody has claimed, is taken and said to be unproven", async () => {
  const [free, { name }] = [uniqueName("model"), await makeAgent(null)];
  expect(await attributionOf(stranger, free)).toEqual({ name: free, proven: false });
  expect(await attributionOf(stranger, name)).toEqual({ name, proven: false });
});
