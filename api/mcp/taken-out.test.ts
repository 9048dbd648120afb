import { expect, test, vi } from "vitest";
import { McpMarket } from "@/api/mcp/testing/mcp-market";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testRunner } from "@/lib/running/testing/test-runner";
import { buildVibeLifeSkill, toolNames } from "@/lib/running/testing/vibelife-skill";

import {
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
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

const MARK = "INJECTMARK";
/** All that a model reads of the market through MCP and beside it, but for pages that say why a skill is gone. */
async function wordsFor(client: Awaited<ReturnType<typeof market.connect>>, slug: string) {
  const { collect, compute, display } = toolNames(slug);
  const quiet = <T>(read: Promise<T>) => read.catch((error: unknown) => String(error));
  const asked = (path: string) => quiet(fetch(new URL(path, market.url)).then((answer) => answer.text()));
  const pinned = await market.connect({ skills: slug });
  const entries: [string, unknown][] = [
    ["tools/list", await client.client.listTools()],
    ["resources/list", await client.client.listResources()],
    ["resources/templates/list", await client.client.listResourceTemplates()],
    ["resources/read", await quiet(client.client.readResource({ uri: `skill://${slug}/SKILL.md` }))],
    ["a tool that collects", await client.call(collect, { form_type: "name" })],
    ["a tool that computes", await client.call(compute, NAME)],
    ["a tool that shows", await client.call(display, { chart_data: { letters: 3 } })],
    ["a tool that there is not", await client.call("no_such_tool")],
    ["read", await client.call("read", { skill: slug, file: "SKILL.md" })],
    ["activate_skills", await client.call("activate_skills", { ids: [slug] })],
    ["search", await client.call("search", { query: slug })],
    ["instructions of another session", pinned.client.getInstructions()],
    ["tools of another session", await pinned.client.listTools()],
  ];
  for (const path of [
    "/llms.txt",
    "/.well-known/agent-skills/index.json",
    `/skills/${slug}/.well-known/agent-skills/index.json`,
    `/v1/skills?q=${slug}`,
    `/v1/agent/search?q=${slug}`,
    `/v1/agent/skills/${slug}/schema`,
    `/v1/skills/${slug}/install-guide`,
    `/api/search?q=${slug}`,
    "/feed.xml",
  ])
    entries.push([path, await asked(path)]);
  return entries;
}
/** Where the words of its publisher stand, or the names of its tools. */
const speakingOf = (words: [string, unknown][], slug: string) =>
  words
    .filter(([, said]) => JSON.stringify(said).includes(MARK) || isToolOf(slug, said))
    .map(([where]) => where);
const isToolOf = (slug: string, said: unknown) =>
  JSON.stringify(said).includes(`"${toolNames(slug).compute}"`);

type Gone = (skill: { slug: string; owner: TestAccount }) => Promise<unknown>;
const WAYS: [string, Gone][] = [
  [
    "comes into quarantine",
    async ({ slug: skill }) =>
      quarantineSkill({ actor: await makeAdministrator(), skill, reason: "It gives orders." }),
  ],
  [
    "is withdrawn",
    ({ slug: skill, owner: actor }) => yankVersion({ actor, skill, version: "1.0.0", reason: "Wrong." }),
  ],
  [
    "has no owner any more",
    async ({ owner: { username } }) => closeAccount(await getActorOf(username), { username, locale: "en" }),
  ],
];

test.each(WAYS)(
  "once a skill %s, no word of its publisher reaches a model, in open sessions neither",
  async (_, go) => {
    const owner = await makeAccount();
    const slug = uniqueName("letters");
    const description = `${MARK} 数姓名的字数。\n工具：${Object.values(toolNames(slug)).join(", ")}`;
    const skillPackage = buildVibeLifeSkill({ id: slug, frontMatter: { description } });
    await publishNow(skillPackage, owner);
    const client = await market.connect();
    await client.call("activate_skills", { ids: [slug] });
    expect(speakingOf(await wordsFor(client, slug), slug)).toEqual(
      expect.arrayContaining(["tools/list", "resources/read", "read", "search", "tools of another session"]),
    );
    await go({ slug, owner });
    expect(speakingOf(await wordsFor(client, slug), slug)).toEqual([]);
    expect(JSON.stringify(await client.client.listResources())).not.toContain(slug);
  },
);

test("an open session is told that its tools are other ones, and has them again once the skill is back", async () => {
  const { slug } = await publishNow(buildVibeLifeSkill(), await makeAccount());
  const other = await publishNow(buildVibeLifeSkill(), await makeAccount());
  const client = await market.connect();
  await client.call("activate_skills", { ids: [slug, other.slug] });
  const { compute } = toolNames(slug);
  expect(await client.tools()).toContain(compute);
  const [told, actor] = [client.listChanges, await makeAdministrator()];
  await quarantineSkill({ actor, skill: slug, reason: "It asks for secrets." });
  await client.call("search", { query: "anything" });
  expect(client.listChanges).toBe(told + 1);
  expect(await client.tools()).not.toContain(compute);
  expect(await client.tools()).toContain(toolNames(other.slug).compute);
  await client.call("search", { query: "anything" });
  expect(client.listChanges).toBe(told + 1);
  await releaseSkill({ actor, skill: slug, reason: "It does not." });
  await client.call("search", { query: "anything" });
  expect(client.listChanges).toBe(told + 2);
  expect(await client.tools()).toContain(compute);
});
