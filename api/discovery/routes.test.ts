import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { renameAccount } from "@/lib/identity/accounts/rename-account";
import { readArchive } from "@/lib/package";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { refreshStatistics } from "@/lib/registry/statistics/refresh-statistics";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { yankVersion } from "@/lib/publishing/yank-version";

testDatabase();
const INDEX = "/.well-known/agent-skills/index.json";
interface Entry {
  name: string;
  type: string;
  description: string;
  url: string;
  digest: string;
}
let publisher: TestAccount;
let slug: string;
beforeAll(async () => {
  publisher = await makeAccount();
  ({ slug } = await publishNow(
    buildSkillPackage({ description: `Line one\nline two. ${"x".repeat(1000)}` }),
    publisher,
  ));
});

async function entriesOf(path: string, headers = {}): Promise<Entry[]> {
  const { status, body } = await call("GET", path, { headers });
  expect(status).toBe(200);
  expect(body["$schema"]).toBe("https://schemas.agentskills.io/discovery/0.2.0/schema.json");
  return body["skills"] as Entry[];
}

const digestOf = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

describe("the index of a skill", () => {
  test.each(["", "/ko", "/zh-Hans"])(
    "names one archive with SKILL.md at its root, below %s/skills",
    async (language) => {
      const [entry, ...rest] = await entriesOf(`${language}/skills/${slug}${INDEX}`);
      expect(rest).toEqual([]);
      expect(entry).toMatchObject({ name: slug, type: "archive" });
      expect(entry?.description.length).toBeLessThanOrEqual(1024);
      expect(entry?.description).not.toContain("\n");
      const { bytes, headers } = await call("GET", entry?.url ?? "");
      expect(digestOf(bytes)).toBe(entry?.digest);
      const read = readArchive(bytes);
      expect(read.ok && read.package.rootDirectory).toBeUndefined();
      expect(read.ok && read.package.digest).toBe(headers.get("x-skill-package-digest"));
    },
  );

  test("is had for a version of its own, and not for one that is yanked or unknown", async () => {
    const [entry] = await entriesOf(`/skills/${slug}/v/1.0.0${INDEX}`);
    expect(entry?.url).toContain("/1.0.0/");
    expectProblem(await call("GET", `/skills/${slug}/v/9.9.9${INDEX}`), 404, "VERSION_NOT_FOUND");
    expectProblem(await call("GET", `/skills/no-such-skill${INDEX}`), 404, "SKILL_NOT_FOUND");
  });

  test("disappears with its archive while the skill is in quarantine", async () => {
    const bad = await publishNow(buildSkillPackage(), publisher);
    const [entry] = await entriesOf(`/skills/${bad.slug}${INDEX}`);
    await quarantineSkill({ actor: await makeAdministrator(), skill: bad.slug, reason: "harmful in a test" });
    expectProblem(await call("GET", `/skills/${bad.slug}${INDEX}`), 403, "SKILL_QUARANTINED");
    expectProblem(await call("GET", entry?.url ?? ""), 403, "SKILL_QUARANTINED");
  });
});

describe("downloads", () => {
  const countOf = async (name: string) => {
    await refreshStatistics(new Date());
    return (await getSkill(name)).downloadsTotal;
  };

  test("count when a skill was asked for by its name, and not for a look whether there is an update", async () => {
    const own = await publishNow(buildSkillPackage(), publisher);
    const [entry] = await entriesOf(`/skills/${own.slug}${INDEX}`);
    await call("GET", entry?.url ?? "", { headers: { "x-skills-update-check": "1" } });
    expect(await countOf(own.slug)).toBe(0);
    await call("GET", entry?.url ?? "");
    expect(await countOf(own.slug)).toBe(1);
  });

  test("never count when a client fetches whatever an index of many skills names", async () => {
    const somebody = await makeAccount();
    const own = await publishNow(buildSkillPackage(), somebody);
    const [entry] = await entriesOf(`/publishers/${somebody.username}${INDEX}`);
    expect(entry?.name).toBe(own.slug);
    expect((await call("GET", entry?.url ?? "")).status).toBe(200);
    expect(await countOf(own.slug)).toBe(0);
  });
});

describe("the index of a publisher", () => {
  test("holds that publisher's skills and nobody else's", async () => {
    const somebody = await makeAccount();
    const names = [uniqueName(), uniqueName()];
    for (const name of names) await publishNow(buildSkillPackage({ name }), somebody);
    const entries = await entriesOf(`/publishers/${somebody.username}${INDEX}`);
    expect(entries.map(({ name }) => name).sort()).toEqual(names.sort());
    expectProblem(await call("GET", `/publishers/nobody-at-all${INDEX}`), 404, "NOT_FOUND");
  });

  test("is theirs under a name they had before, whoever would like to have that name", async () => {
    const somebody = await makeAccount();
    const { slug } = await publishNow(buildSkillPackage(), somebody);
    await renameAccount(await getActorOf(somebody.username), uniqueName("user"));
    const entries = await entriesOf(`/publishers/${somebody.username}${INDEX}`);
    expect(entries.map(({ name }) => name)).toEqual([slug]);
  });
});

describe("a skill with a price", () => {
  const lamports = 1500;
  let priced: string;
  let digest: string;
  beforeAll(async () => {
    const skill = buildSkillPackage({ paid: { lamports, payee: publisher.address } });
    ({ slug: priced } = await publishNow(skill, publisher));
    digest = (await getSkill(priced)).packageDigest;
  });

  test.each([
    ["/v1/skills/NAME/download", "nobody asks for a price"],
    ["/v1/agent/skills/NAME/download", "an agent"],
    ["/api/v1/download?slug=NAME", "clawhub"],
    ["/.well-known/agent-skills/NAME/1.0.0/skill.zip", "skills"],
    ["/.well-known/agent-skills/shared/NAME/1.0.0/skill.zip", "skills, from an index of many"],
  ])("gives the same files at %s without a payment (%s)", async (path) => {
    const { status, bytes } = await call("GET", path.replace("NAME", priced));
    expect(status).toBe(200);
    const read = readArchive(bytes);
    expect(read.ok && read.package.digest).toBe(digest);
  });

  const sentence = priceSentence({ priceLamports: "1500" });
  test.each([
    [`/skills/NAME${INDEX}`, "description"],
    [`/publishers/PUBLISHER${INDEX}`, "description"],
    ["/v1/skills/NAME", "price_buys"],
    ["/api/v1/skills/NAME", "summary"],
    ["/api/v1/skills/NAME/verify", "priceBuys"],
  ])("says what its price buys at %s, in %s", async (path, member) => {
    const address = path.replace("NAME", priced).replace("PUBLISHER", publisher.username);
    const { body } = await call("GET", address);
    const said: string[] = [];
    JSON.stringify(body, (name, value: unknown) => {
      if (name === member) said.push(String(value));
      return value;
    });
    expect(said.join("\n")).toContain(sentence);
  });
});

describe("by its name", () => {
  const versionsAt = async (path: string) => (await call("GET", path)).body;

  test("a skill's SKILL.md and versions are had, withdrawn ones left out", async () => {
    const name = uniqueName();
    for (const version of ["1.0.0", "1.0.1", "1.1.0"])
      await publishNow(buildSkillPackage({ name, version }), publisher);
    await yankVersion({
      actor: await getActorOf(publisher.username),
      skill: name,
      version: "1.0.1",
      reason: "x",
    });
    const expected = { latest: "1.1.0", versions: ["1.1.0", "1.0.0"] };
    expect(await versionsAt(`/.well-known/agent-skills/${name}/versions.json`)).toEqual(expected);
    expect(await versionsAt(`/ko/skills/${name}/.well-known/agent-skills/versions.json`)).toEqual(expected);
    const [entry] = await entriesOf(`/skills/${name}/.well-known/agent-skills/v1.0.0/index.json`);
    expect(entry?.url).toBe(`/.well-known/agent-skills/${name}/1.0.0/skill.zip`);
    const text = await call("GET", `/.well-known/agent-skills/${name}/SKILL.md`);
    expect(text.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(Buffer.from(text.bytes).toString()).toContain("version: 1.1.0");
    const etag = text.headers.get("etag") ?? "";
    const again = { headers: { "if-none-match": etag } };
    expect((await call("GET", `/.well-known/agent-skills/${name}/SKILL.md`, again)).status).toBe(304);
  });

  test.each(["SKILL.md", "versions.json"])(
    "%s of no skill, and of one in quarantine, is refused",
    async (file) => {
      const at = (name: string) => call("GET", `/.well-known/agent-skills/${name}/${file}`);
      expectProblem(await at("no-such-skill"), 404, "SKILL_NOT_FOUND");
      const { slug: bad } = await publishNow(buildSkillPackage(), publisher);
      await quarantineSkill({ actor: await makeAdministrator(), skill: bad, reason: "harmful in a test" });
      expectProblem(await at(bad), 403, "SKILL_QUARANTINED");
    },
  );
});

test("the index of the market is small and free", async () => {
  const entries = await entriesOf(INDEX);
  expect(entries.length).toBeLessThanOrEqual(6);
  for (const entry of entries) expect(entry.type).toBe("archive");
});

test("a search finds skills under the address they are installed from", async () => {
  const { body } = await call("GET", `/api/search?q=${slug}&limit=20`);
  expect(body["skills"]).toEqual([
    expect.objectContaining({ name: slug, source: `http://127.0.0.1:3000/skills/${slug}` }),
  ]);
  expect((await call("GET", `/api/search?q=%00&limit=x`)).status).toBe(200);
});

test("a password manager is led to where the password is changed", async () => {
  const { status, headers } = await call("GET", "/.well-known/change-password");
  expect(status).toBe(303);
  expect(headers.get("location")).toBe("/settings#password");
});

test("a market whose operator names no contact for its safety has no security.txt", async () => {
  expect((await call("GET", "/.well-known/security.txt")).status).toBe(404);
});
