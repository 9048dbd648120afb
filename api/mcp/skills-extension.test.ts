import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { beforeAll, describe, expect, test } from "vitest";
import { McpMarket } from "@/api/mcp/testing/mcp-market";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testRunner } from "@/lib/running/testing/test-runner";
import { buildVibeLifeSkill } from "@/lib/running/testing/vibelife-skill";
import { sha256Hex } from "@/lib/kernel/digest";
import {
  buildSkillPackage,
  makeAccount,
  makeAdministrator,
  publishNow,
  type TestAccount,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testRunner();
const market = new McpMarket();

const MODES = [["legacy"], [{ pin: "2026-07-28" }]] as const;
const uriOf = (slug: string, path = "SKILL.md") => `skill://${slug}/${path}`;

let owner: TestAccount;
let skill: { slug: string; bytes: Map<string, Uint8Array> };
let vibelife: string;
beforeAll(async () => {
  owner = await makeAccount();
  const name = uniqueName("served");
  const files = {
    "references/a b&c.md": "# Über\r\n",
    "references/deep/bom.md": "\uFEFFtext",
    "assets/pixel.bin": new Uint8Array([0, 255, 254, 10]),
  };
  const made = buildSkillPackage({ name, files });
  skill = {
    slug: (await publishNow(made, owner)).slug,
    bytes: new Map(made.files.map(({ path, bytes }) => [path, bytes])),
  };
  vibelife = (await publishNow(buildVibeLifeSkill(), owner)).slug;
});

async function hostOf(mode: (typeof MODES)[number][0], search: Record<string, string> = {}) {
  const { client } = await market.connectAnew({ search }, mode);
  return { client, skills: new SkillsClient(client) };
}

describe.each(MODES)("a host that speaks %s", (mode) => {
  test("is given each file with the digest and the size of its bytes, and reads these", async () => {
    const { skills } = await hostOf(mode);
    const { skill: entry } = await skills.get(uriOf(skill.slug));
    const listed = entry.resources as { uri: string; digest: string; size: number }[];
    expect(listed).toHaveLength(skill.bytes.size);
    for (const [path, bytes] of skill.bytes) {
      const uri = uriOf(skill.slug, path.split("/").map(encodeURIComponent).join("/"));
      expect(listed).toContainEqual({ uri, digest: `sha256:${sha256Hex(bytes)}`, size: bytes.length });
      const read = await skills.read(entry, uri);
      expect(read.verified).toBe(true);
      expect(Buffer.from(read.bytes)).toEqual(Buffer.from(bytes));
    }
  });

  test("is told of price, audit, vetting and permissions beside the entry", async () => {
    const { skills } = await hostOf(mode);
    const { skill: entry } = await skills.get(uriOf(skill.slug));
    const { packageDigest } = await database().skillVersion.findFirstOrThrow({
      where: { skill: { slug: skill.slug } },
    });
    expect(entry["_meta"]).toMatchObject({
      "emporion/skill": {
        version: "1.0.0",
        price_lamports: "0",
        audit_state: "Unverified",
        vetting_status: "approved",
        permissions: expect.anything() as unknown,
        package_digest: packageDigest,
        seals: [],
        vetting: { report_digest: expect.stringMatching(/^sha256:/) as string },
      },
    });
  });

  test("reads directories, each child once", async () => {
    const { skills } = await hostOf(mode);
    const names = async (uri: string) =>
      (await skills.readDirectory(uri)).resources.map(({ name, mimeType }) => [name, mimeType]);
    const root = await names(`skill://${skill.slug}`);
    expect(root).toContainEqual(["SKILL.md", "text/markdown"]);
    expect(root.filter(([name]) => name === "references")).toEqual([["references", "inode/directory"]]);
    expect(await names(uriOf(skill.slug, "references"))).toEqual([
      ["a b&c.md", "text/markdown"],
      ["deep", "inode/directory"],
    ]);
  });

  test("finds by the conditions in the address, and walks to the end", async () => {
    const found = async (search: Record<string, string>) =>
      (await (await hostOf(mode, search)).skills.list()).skills.map(({ frontmatter }) => frontmatter.name);
    expect(await found({ q: skill.slug })).toEqual([skill.slug]);
    expect(await found({ author: owner.username })).toEqual([skill.slug]);
    expect(await found({ author: owner.username, price: "paid" })).toEqual([]);
    expect(await found({ audit: "Audited" })).toEqual([]);
    const { client } = await hostOf(mode, { audit: "Splendid" });
    await expect(new SkillsClient(client).list()).rejects.toThrow('"Splendid" is not one of');
  });

  test("meets one that is no Agent Skill in no list, is told why, and reads its files", async () => {
    const { client, skills } = await hostOf(mode);
    const listed = (await skills.list()).skills.map(({ uri }) => uri);
    expect(listed).toContain(uriOf(skill.slug));
    expect(listed).not.toContain(uriOf(vibelife));
    await expect(skills.get(uriOf(vibelife))).rejects.toThrow("is not served as an Agent Skill");
    const { contents } = await client.readResource({ uri: uriOf(vibelife) });
    expect(contents).toHaveLength(1);
  });

  test.each([
    ["a skill that is not there", uriOf("no-such-skill")],
    ["a file that is no SKILL.md", "skill://%s/references/deep/bom.md"],
    ["a path that leads out", "skill://%s/../x/SKILL.md"],
    ["a name that is code", "skill://<script>/SKILL.md"],
    ["another scheme", "file:///etc/passwd"],
    ["half an escape", "skill://%s/%E0%A4"],
    ["nothing", ""],
    ["more than an address has", `skill://a/${"x".repeat(1_900)}`],
  ])("is refused %s", async (_name, uri) => {
    const { client, skills } = await hostOf(mode);
    const asked = uri.replace("%s", skill.slug);
    await expect(skills.get(asked)).rejects.toMatchObject({ code: -32_602 });
    if (!asked.includes("bom.md"))
      await expect(client.readResource({ uri: asked })).rejects.toMatchObject({ code: -32_602 });
    await expect(skills.readDirectory(asked)).rejects.toMatchObject({ code: -32_602 });
  });

  test("is refused a cursor that is none", async () => {
    const { skills } = await hostOf(mode);
    for (const cursor of ["x", "MC4xMjM0NTY3ODkwMQ", "9".repeat(1_500)])
      await expect(skills.list({ cursor })).rejects.toMatchObject({ code: -32_602 });
  });
});

type Gone = (named: { slug: string; by: TestAccount }) => Promise<unknown>;
test.each<[string, Gone]>([
  [
    "in quarantine",
    async ({ slug }) =>
      quarantineSkill({ actor: await makeAdministrator(), skill: slug, reason: "It gives orders." }),
  ],
  [
    "withdrawn",
    ({ slug, by }) => yankVersion({ actor: by, skill: slug, version: "1.0.0", reason: "Wrong." }),
  ],
])("a skill that is %s is served to nobody, whoever had read it before", async (_name, go) => {
  const by = await makeAccount();
  const { slug } = await publishNow(buildSkillPackage({ name: uniqueName("gone") }), by);
  const hosts = await Promise.all(MODES.map(([mode]) => hostOf(mode)));
  for (const { skills } of hosts) {
    expect((await skills.list()).skills.map(({ uri }) => uri)).toContain(uriOf(slug));
    await skills.read((await skills.get(uriOf(slug))).skill);
  }
  await go({ slug, by });
  for (const { client, skills } of await Promise.all(MODES.map(([mode]) => hostOf(mode)))) {
    expect((await skills.list()).skills.map(({ uri }) => uri)).not.toContain(uriOf(slug));
    await expect(skills.get(uriOf(slug))).rejects.toMatchObject({ code: -32_602 });
    await expect(client.readResource({ uri: uriOf(slug) })).rejects.toMatchObject({ code: -32_602 });
    await expect(skills.readDirectory(`skill://${slug}`)).rejects.toMatchObject({ code: -32_602 });
  }
});

test("one that is back from quarantine is served again, and a new version at once", async () => {
  const by = await makeAccount();
  const name = uniqueName("back");
  await publishNow(buildSkillPackage({ name }), by);
  const actor = await makeAdministrator();
  await quarantineSkill({ actor, skill: name, reason: "It may be wrong." });
  await releaseSkill({ actor, skill: name, reason: "It is not." });
  const read = async () => {
    const { skills } = await hostOf({ pin: "2026-07-28" });
    const { skill: entry } = await skills.get(uriOf(name));
    return (entry["_meta"] as { "emporion/skill": { version: string } })["emporion/skill"].version;
  };
  expect(await read()).toBe("1.0.0");
  await publishNow(buildSkillPackage({ name, version: "1.1.0" }), by);
  expect(await read()).toBe("1.1.0");
});
