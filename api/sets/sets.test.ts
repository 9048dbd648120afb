import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem, type Answer } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { readZipFiles } from "@/lib/package";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { withdrawSet } from "@/lib/registry/sets/save-set";
import { yankVersion } from "@/lib/publishing/yank-version";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
  type SkillParts,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

let owner: TestAccount & { key: string };
beforeAll(async () => {
  owner = await makeKeyHolder();
});

const publish = (parts: SkillParts = {}, account: TestAccount = owner) =>
  publishNow(buildSkillPackage(parts), account);
const save = (name: string, json: object, key = owner.key) => call("PUT", `/v1/sets/${name}`, { json, key });
const ofParts = (...parts: [string, string][]) => ({
  description: "Things that belong together.",
  parts: parts.map(([skill, range]) => ({ skill, range })),
});
const partsOf = ({ body }: Answer) => body["parts"] as Record<string, unknown>[];

/** A set of these skills, each with every release. */
async function makeSet(...skills: string[]): Promise<string> {
  const name = uniqueName("set");
  expect((await save(name, ofParts(...skills.map((skill): [string, string] => [skill, "*"])))).status).toBe(
    200,
  );
  return name;
}

function filesOf(bytes: Uint8Array): Map<string, string> {
  const read = readZipFiles(bytes, { maxArchiveBytes: 1e8, maxUnpackedBytes: 1e8, maxEntries: 10_000 });
  if (!read.ok) throw new Error(read.issue.message);
  return new Map(read.files.map(({ path, bytes: content }) => [path, Buffer.from(content).toString()]));
}

/** As a browser reads it; what is no text stays as it is written. */
function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

describe("saving a set", () => {
  test("gives it a version, and each further content the next one", async () => {
    const [one, two] = [await publish(), await publish()];
    const name = uniqueName("set");
    const first = await save(name, ofParts([one.slug, "^1.0.0"]));
    expect(first.body).toMatchObject({ name, version: "1.0.0", owner: owner.username, withdrawn: null });
    expect((await save(name, ofParts([one.slug, "^1.0.0"]))).body).toMatchObject({ version: "1.0.0" });
    const second = await save(name, ofParts([one.slug, "^1.0.0"], [two.slug, "*"]));
    expect(second.body).toMatchObject({ version: "1.1.0" });
    expect((second.body["versions"] as { version: string }[]).map(({ version }) => version)).toEqual([
      "1.1.0",
      "1.0.0",
    ]);
    const before = await call("GET", `/v1/sets/${name}?version=1.0.0`);
    expect(partsOf(before).map(({ skill }) => skill)).toEqual([one.slug]);
    expect((await save(name, { ...ofParts([two.slug, "*"]), version: "2.0.0" })).body).toMatchObject({
      version: "2.0.0",
    });
  });

  test("at once from many places keeps each, under numbers of their own", async () => {
    const skills = await Promise.all([1, 2, 3].map(() => publish()));
    const name = await makeSet(skills[0]?.slug ?? "");
    const answers = await Promise.all(skills.slice(1).map(({ slug }) => save(name, ofParts([slug, "*"]))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await call("GET", `/v1/sets/${name}`);
    expect(body["versions"]).toHaveLength(3);
  });

  test("is its owner's alone, also under a name that differs by hyphens", async () => {
    const { slug } = await publish();
    const name = await makeSet(slug);
    const other = await makeKeyHolder();
    for (const wanted of [name, name.replace("-", "")])
      expectProblem(await save(wanted, ofParts([slug, "*"]), other.key), 409, "SKILL_NAME_TAKEN");
  });

  test("takes no name of another account's skill, and one's own", async () => {
    const other = await makeKeyHolder();
    const { slug } = await publish();
    expectProblem(await save(slug, ofParts([slug, "*"]), other.key), 409, "SKILL_NAME_TAKEN");
    expect((await save(slug, ofParts([slug, "*"]))).status).toBe(200);
  });

  test("under one new name by two at once is one's", async () => {
    const [{ slug }, other, name] = [await publish(), await makeKeyHolder(), uniqueName("set")];
    const answers = await Promise.all(
      [owner.key, other.key].map((key) => save(name, ofParts([slug, "*"]), key)),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await database().skillSet.count({ where: { name } })).toBe(1);
  });

  test.each<[string, (slug: string) => object, string]>([
    ["no part", () => ofParts(), "#/parts"],
    ["a skill that is not there", () => ofParts(["no-such-skill", "*"]), "#/parts/0/skill"],
    ["a skill twice", (slug) => ofParts([slug, "*"], [slug, "^1.0.0"]), "#/parts/1/skill"],
    ["what is no range", (slug) => ofParts([slug, ">=1 <2"]), "#/parts/0/range"],
    ["no description", (slug) => ({ ...ofParts([slug, "*"]), description: " " }), "#/description"],
    [
      "the market's voice",
      (slug) => ({ ...ofParts([slug, "*"]), description: "Official." }),
      "#/description",
    ],
    ["no version", (slug) => ({ ...ofParts([slug, "*"]), version: "one" }), "#/version"],
    [
      "65 parts",
      (slug) => ofParts(...Array.from({ length: 65 }, (_, i): [string, string] => [`${slug}-${i}`, "*"])),
      "#/parts",
    ],
  ])("refuses %s, at its place", async (_name, given, pointer) => {
    const { slug } = await publish();
    const answer = await save(uniqueName("set"), given(slug));
    expectProblem(answer, 400, "REQUEST_INVALID");
    expect(answer.body["errors"]).toContainEqual(expect.objectContaining({ pointer }));
  });

  test.each([
    ["emporion", "SKILL_NAME_RESERVED"],
    ["Not-Kebab", "REQUEST_INVALID"],
    ["con", "SKILL_NAME_RESERVED"],
    ["a".repeat(61), "REQUEST_INVALID"],
  ])("refuses the name %s", async (name, code) => {
    const { slug } = await publish();
    expect((await save(name, ofParts([slug, "*"]))).body["error_code"]).toBe(code);
  });

  test("tells nobody of a skill that was never published", async () => {
    const { slug } = await publish();
    await database().skill.update({ where: { slug }, data: { latestVersionId: null } });
    const other = await makeKeyHolder();
    expectProblem(await save(uniqueName("set"), ofParts([slug, "*"]), other.key), 400, "REQUEST_INVALID");
  });
});

test.each(["%00", "a%00b", "x".repeat(500), "%F0%9F%98%80", "..%2F..", "%ED%A0%80"])(
  "a hostile name or version (%s) is refused or not found, everywhere",
  async (hostile) => {
    const { slug } = await publish();
    const name = await makeSet(slug);
    const answers = await Promise.all([
      call("GET", `/v1/sets/${hostile}`),
      call("GET", `/v1/sets/${name}?version=${hostile}`),
      call("GET", `/v1/sets/${hostile}/download?platform=Cursor`),
      call("GET", `/sets/${hostile}/.claude-plugin/marketplace.json`),
      call("GET", `/plugins/sets/${hostile}/plugin.zip`),
      call("GET", `/plugins/skills/${slug}/${hostile}/plugin.zip`),
      call("GET", `/people/${hostile}/.claude-plugin/marketplace.json`),
      call("GET", `/.claude-plugin/marketplace.json?category=${hostile}`),
      save(hostile, ofParts([slug, "*"])),
      save(name, ofParts([decodeLoosely(hostile), "*"])),
      save(name, ofParts([slug, decodeLoosely(hostile)])),
      call("POST", `/v1/sets/${hostile}/withdraw`, { json: { reason: "x" }, key: owner.key }),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    expect(answers.slice(0, 7).every(({ status }) => status >= 400)).toBe(true);
  },
);

describe("what a set shows", () => {
  test("is each part's version, access, price and audit, their sum and the weakest", async () => {
    const account = await makeAccount();
    const open = await publish({
      frontMatter: {
        permissions: { network: true, filesystem: false, subprocess: false, env_vars: ["TOKEN"] },
      },
    });
    const paid = await publish({ paid: { lamports: 5000, payee: account.address } }, account);
    const name = uniqueName("set");
    const { body } = await save(name, ofParts([open.slug, "^1.0.0"], [paid.slug, "~1.0.0"]));
    expect(body).toMatchObject({ weakest_audit: "Unverified", access: { network: true } });
    expect((body["access"] as { env_vars: string[] }).env_vars).toEqual(["TOKEN"]);
    expect(body["parts"]).toMatchObject([
      { skill: open.slug, state: "given", version: "1.0.0", audit_state: "Unverified", price_lamports: "0" },
      { skill: paid.slug, state: "given", access: { network: false } },
    ]);
  });

  test("follows new releases that are in the range, and no others", async () => {
    const { slug } = await publish();
    const name = uniqueName("set");
    await save(name, ofParts([slug, "^1.0.0"]));
    await publish({ name: slug, version: "1.0.1" });
    expect(partsOf(await call("GET", `/v1/sets/${name}`))[0]).toMatchObject({ version: "1.0.1" });
    await publish({ name: slug, version: "2.0.0" });
    expect(partsOf(await call("GET", `/v1/sets/${name}`))[0]).toMatchObject({ version: "1.0.1" });
  });

  test("a part that is withdrawn, held, or has nothing in its range is there as such", async () => {
    const skills = await Promise.all([1, 2, 3, 4].map(() => publish()));
    const [good, yanked, held, none] = skills.map(({ slug }) => slug) as [string, string, string, string];
    const name = uniqueName("set");
    await save(name, ofParts([good, "*"], [yanked, "*"], [held, "*"], [none, "^3.0.0"]));
    const actor = await getActorOf(owner.username);
    await yankVersion({ actor, skill: yanked, version: "1.0.0", reason: "a fault" });
    await quarantineSkill({ actor: await makeAdministrator(), skill: held, reason: "harmful in a test" });
    expect(partsOf(await call("GET", `/v1/sets/${name}`))).toMatchObject([
      { state: "given" },
      { state: "withdrawn", reason: "a fault", version: null },
      { state: "quarantined", reason: "harmful in a test", version: null },
      { state: "no_version", version: null },
    ]);
    const { bytes } = await call("GET", `/plugins/sets/${name}/plugin.zip`);
    const files = filesOf(bytes);
    expect([...files.keys()].filter((path) => path.endsWith("SKILL.md"))).toEqual([
      `skills/${good}/SKILL.md`,
    ]);
    const { description } = JSON.parse(files.get("plugin.json") ?? "") as { description: string };
    expect(description).toContain(
      `Left out: ${yanked} (withdrawn: a fault), ${held} (quarantined: harmful in a test), ${none} (no version).`,
    );
  });

  test("is not found under a name or version that is not there", async () => {
    const name = await makeSet((await publish()).slug);
    expectProblem(await call("GET", "/v1/sets/no-such-set"), 404, "NOT_FOUND");
    expectProblem(await call("GET", `/v1/sets/${name}?version=9.9.9`), 404, "NOT_FOUND");
  });
});

describe("the plugin of a set", () => {
  test("is named by a marketplace of its own, under the digest of what lies there", async () => {
    const name = await makeSet((await publish()).slug, (await publish()).slug);
    const { body } = await call("GET", `/ko/sets/${name}/.claude-plugin/marketplace.json`);
    const [plugin] = body["plugins"] as {
      name: string;
      version: string;
      source: { url: string; sha256: string };
    }[];
    expect(plugin?.name).toBe(name);
    expect(plugin?.version).toMatch(/^1\.0\.0\+[0-9a-f]{12}$/);
    const { bytes } = await call("GET", new URL(plugin?.source.url ?? "").pathname);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(plugin?.source.sha256);
    expect(JSON.parse(filesOf(bytes).get(".claude-plugin/plugin.json") ?? "")).toMatchObject({
      name,
      version: plugin?.version,
    });
  });

  test("has another version once a part has one", async () => {
    const { slug } = await publish();
    const name = await makeSet(slug);
    const versionOf = async () => {
      const { body } = await call("GET", `/sets/${name}/.claude-plugin/marketplace.json`);
      return (body["plugins"] as { version: string }[])[0]?.version;
    };
    const before = await versionOf();
    expect(await versionOf()).toBe(before);
    await publish({ name: slug, version: "1.1.0" });
    expect(await versionOf()).not.toBe(before);
  });
});

describe("the packages of a set for a platform", () => {
  test.each(["Cursor", "ClaudeCode", "GeminiCLI"])(
    "are one archive for %s, each where it lies alone",
    async (platform) => {
      const [one, two] = [await publish(), await publish()];
      const name = await makeSet(one.slug, two.slug);
      const path = `/v1/sets/${name}/download?platform=${platform}`;
      const { bytes, headers } = await call("GET", path);
      const together = filesOf(bytes);
      for (const { slug } of [one, two]) {
        const alone = await call("GET", `/v1/agent/skills/${slug}/download?platform=${platform}`);
        for (const [file, text] of filesOf(alone.bytes)) expect(together.get(file)).toBe(text);
      }
      expect(headers.get("x-left-out")).toBeNull();
      expect((await call("GET", path)).headers.get("etag")).toBe(headers.get("etag"));
    },
  );

  test("name what is not in them, and are not there for nothing", async () => {
    const [one, picky] = [
      await publish(),
      await publish({ frontMatter: { platform_compatibility: ["OpenClaw"] } }),
    ];
    const name = await makeSet(one.slug, picky.slug);
    const { headers } = await call("GET", `/v1/sets/${name}/download?platform=Cursor`);
    expect(headers.get("x-left-out")).toBe(`${picky.slug};why=not%20converted%20for%20Cursor`);
    const only = await makeSet(picky.slug);
    expectProblem(
      await call("GET", `/v1/sets/${only}/download?platform=Cursor`),
      409,
      "VERSION_NOT_AVAILABLE",
    );
    expectProblem(await call("GET", `/v1/sets/${only}/download?platform=Emacs`), 400, "REQUEST_INVALID");
  });
});

describe("withdrawing a set", () => {
  test("is its owner's or an administrator's; it stays readable, with the reason, and is given no more", async () => {
    const { slug } = await publish();
    const name = await makeSet(slug);
    const other = await makeKeyHolder();
    const withdraw = (key: string, json: object = { reason: "Not kept up." }) =>
      call("POST", `/v1/sets/${name}/withdraw`, { json, key });
    expectProblem(await withdraw(other.key), 403, "PERMISSION_DENIED");
    expectProblem(await withdraw(owner.key, { reason: "" }), 400, "REQUEST_INVALID");
    expect((await withdraw(owner.key)).body).toMatchObject({ withdrawn: "Not kept up." });
    expectProblem(await call("GET", `/plugins/sets/${name}/plugin.zip`), 409, "VERSION_NOT_AVAILABLE");
    expectProblem(await save(name, ofParts([slug, "^1.0.0"])), 403, "PERMISSION_DENIED");
    const second = await makeSet(slug);
    await withdrawSet({ actor: await makeAdministrator(), name: second, reason: "Misleading." });
    expect((await call("GET", `/v1/sets/${second}`)).body).toMatchObject({ withdrawn: "Misleading." });
  });
});

test("sets are found by words of their names; a withdrawn one is not", async () => {
  const { slug } = await publish();
  const mark = uniqueName("mark").replace("-", "");
  const names = [`alpha-${mark}`, `beta-${mark}-kit`];
  for (const name of names) await save(name, ofParts([slug, "*"]));
  const found = async (q: string) => {
    const { body } = await call("GET", `/v1/sets?q=${encodeURIComponent(q)}`);
    return (body["results"] as { name: string }[]).map(({ name }) => name);
  };
  expect(await found(mark)).toEqual(names);
  expect(await found(`Kit, ${mark.toUpperCase()}`)).toEqual(names.slice(1));
  for (const hostile of ["%", "_", "'", "字"]) expect(await found(`${mark}x ${hostile}`)).toEqual([]);
  const actor = await getActorOf(owner.username);
  await withdrawSet({ actor, name: names[0] ?? "", reason: "Not kept up." });
  expect(await found(mark)).toEqual(names.slice(1));
});

test("an account sees its own sets", async () => {
  const account = await makeKeyHolder();
  const { slug } = await publish();
  const name = uniqueName("set");
  await save(name, ofParts([slug, "*"]), account.key);
  const { body } = await call("GET", "/v1/account/sets", { key: account.key });
  expect(body["results"]).toEqual([
    { name, version: "1.0.0", description: "Things that belong together.", parts: 1 },
  ]);
});
