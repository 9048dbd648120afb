import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { isAgentRequest } from "@/api/is-agent-request";
import { env } from "@/lib/platform/config/env";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { readZipFiles } from "@/lib/package";
import { yankVersion } from "@/lib/publishing/yank-version";
import type { Marketplace, MarketplacePlugin } from "@/lib/catalogue/plugins/list-marketplace";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

const MARKET = `emporion-${new URL(env().APP_URL).host.replaceAll(/[.:]/g, "-")}`;
const MARKETPLACE = "/.claude-plugin/marketplace.json";
let publisher: TestAccount;
let slug: string;
beforeAll(async () => {
  publisher = await makeAccount();
  ({ slug } = await publishNow(buildSkillPackage(), publisher));
});

async function marketplaceOf(path: string): Promise<Marketplace> {
  const { status, body } = await call("GET", path);
  expect(status).toBe(200);
  return body as unknown as Marketplace;
}
const pluginsOf = async (path: string) => (await marketplaceOf(path)).plugins;
const named = (plugins: MarketplacePlugin[], name: string) => plugins.find((each) => each.name === name);
const pathOf = (plugin: MarketplacePlugin | undefined) => new URL(plugin?.source.url ?? "").pathname;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function unpack(bytes: Uint8Array): Map<string, string> {
  const read = readZipFiles(bytes, { maxArchiveBytes: 1e8, maxUnpackedBytes: 1e8, maxEntries: 10_000 });
  if (!read.ok) throw new Error(JSON.stringify(read));
  return new Map(read.files.map((file) => [file.path, Buffer.from(file.bytes).toString()]));
}

describe("the marketplace of the catalogue", () => {
  test("names each skill as an archive that lies there under the digest it states", async () => {
    const plugin = named(await pluginsOf(MARKETPLACE), slug);
    expect(plugin).toMatchObject({
      version: "1.0.0",
      author: { name: publisher.username },
      homepage: `${env().APP_URL}/skills/${slug}`,
      category: "developer-tools",
      source: { source: "archive" },
    });
    const { bytes, headers } = await call("GET", pathOf(plugin));
    expect(sha256(bytes)).toBe(plugin?.source.sha256);
    expect(headers.get("x-skill-version")).toBe("1.0.0");
  });

  test("says audit state and price before the author's own words", async () => {
    const account = await makeAccount();
    const paid = buildSkillPackage({ paid: { lamports: 5000, payee: account.address } });
    const priced = await publishNow(paid, account);
    const plugins = await pluginsOf(MARKETPLACE);
    expect(named(plugins, slug)?.description).toBe(
      "[Unverified; free] Gives back the text it is given, unchanged.",
    );
    expect(named(plugins, priced.slug)?.description).toMatch(
      /^\[Unverified; a call here costs 0\.000005 SOL\. .+\]/,
    );
  });

  test("an archive holds both manifests, and the skill as it was published", async () => {
    const plugin = named(await pluginsOf(MARKETPLACE), slug);
    const files = unpack((await call("GET", pathOf(plugin))).bytes);
    expect([...files.keys()].sort()).toEqual(
      [
        ".claude-plugin/plugin.json",
        "plugin.json",
        `skills/${slug}/SKILL.md`,
        `skills/${slug}/scripts/main.py`,
      ].sort(),
    );
    const common = { name: slug, version: "1.0.0", license: "MIT", keywords: ["echo"] };
    expect(JSON.parse(files.get(".claude-plugin/plugin.json") ?? "")).toMatchObject(common);
    expect(JSON.parse(files.get("plugin.json") ?? "")).toMatchObject({
      $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
      ...common,
    });
    const published = await call("GET", `/v1/agent/skills/${slug}/download`);
    const original = unpack(published.bytes);
    const skillMd = [...original].find(([path]) => path.endsWith("SKILL.md"));
    expect(files.get(`skills/${slug}/SKILL.md`)).toBe(skillMd?.[1]);
  });

  test("the digest stays when the archive is made again", async () => {
    const before = named(await pluginsOf(MARKETPLACE), slug);
    await database().convertedPackage.deleteMany();
    const after = named(await pluginsOf(`${MARKETPLACE}?q=${slug}`), slug);
    expect(after?.source).toEqual(before?.source);
  });

  test("is another one for each search, so that a client keeps both", async () => {
    const names = await Promise.all(
      ["", "?q=csv", "?q=csv&price=free", "?price=free&q=csv", "?audit=audited"].map(
        async (query) => (await marketplaceOf(MARKETPLACE + query)).name,
      ),
    );
    expect(new Set(names).size).toBe(4);
    expect(names[0]).toBe(MARKET);
    expect(names[2]).toBe(names[3]);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  });

  test.each([
    ["?audit=unverified", true],
    ["?audit=optimistic", false],
    ["?audit=audited", false],
    ["?category=developer-tools", true],
    ["?category=finance", false],
    ["?without=network", true],
  ])("%s lists an unaudited skill: %s", async (query, listed) => {
    expect(named(await pluginsOf(MARKETPLACE + query), slug) !== undefined).toBe(listed);
  });

  test.each(["?audit=Audited,Optimistic", "?audit=best", "?price=cheap", `?q=${"x".repeat(300)}`])(
    "%s is refused with the parameter",
    async (query) => {
      const { status, body } = await call("GET", MARKETPLACE + query);
      expect({ status, code: body["error_code"] }).toEqual({ status: 400, code: "REQUEST_INVALID" });
    },
  );
});

describe("the marketplace of a person", () => {
  test.each(["", "/ko", "/zh-Hans"])("lists what they publish alone, below %s/people", async (language) => {
    const other = await publishNow(buildSkillPackage(), await makeAccount());
    const path = `${language}/people/${publisher.username}${MARKETPLACE}`;
    expect(isAgentRequest({ method: "GET", url: path })).toBe(true);
    const { name, plugins } = await marketplaceOf(path);
    expect(name).toBe(`${MARKET}-by-${publisher.username}`);
    expect(named(plugins, slug)).toBeDefined();
    expect(named(plugins, other.slug)).toBeUndefined();
  });

  test("is not there for nobody", async () => {
    expectProblem(await call("GET", `/people/nobody-here${MARKETPLACE}`), 404, "NOT_FOUND");
  });
});

describe("only what anybody may see", () => {
  test("a skill in quarantine is not listed, and its plugin is not sent", async () => {
    const bad = await publishNow(buildSkillPackage(), publisher);
    const plugin = named(await pluginsOf(MARKETPLACE), bad.slug);
    await quarantineSkill({ actor: await makeAdministrator(), skill: bad.slug, reason: "harmful in a test" });
    expect(named(await pluginsOf(`${MARKETPLACE}?q=${bad.slug}`), bad.slug)).toBeUndefined();
    expectProblem(await call("GET", pathOf(plugin)), 403, "SKILL_QUARANTINED");
  });

  test("a yanked version is not listed, and its plugin is not sent", async () => {
    const account = await makeAccount();
    const gone = await publishNow(buildSkillPackage(), account);
    const plugin = named(await pluginsOf(MARKETPLACE), gone.slug);
    const actor = await getActorOf(account.username);
    await yankVersion({ actor, skill: gone.slug, version: "1.0.0", reason: "a fault" });
    expect(named(await pluginsOf(`${MARKETPLACE}?q=${gone.slug}`), gone.slug)).toBeUndefined();
    expectProblem(await call("GET", pathOf(plugin)), 409, "VERSION_NOT_AVAILABLE");
  });

  test.each(["/plugins/skills/no-such-skill/1.0.0/plugin.zip", "/plugins/skills/SLUG/9.9.9/plugin.zip"])(
    "%s is not found",
    async (path) => {
      expect((await call("GET", path.replace("SLUG", slug))).status).toBe(404);
    },
  );
});
