import { beforeAll, describe, expect, test } from "vitest";
import { app } from "@/api/app";
import { McpMarket } from "@/api/mcp/testing/mcp-market";
import { call, expectProblem } from "@/api/testing/client";
import { NOT_OF_A_VERSION, VERSION_ADDRESSES, type AddressedVersion } from "@/api/testing/version-addresses";
import { openAgentServer, skillWithWord, walkVersion } from "@/api/testing/walk-version";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { yankVersion } from "@/lib/publishing/yank-version";
import { saveSet } from "@/lib/registry/sets/save-set";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { getActorOf, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { StockGit } from "@/lib/testing/stock-git";

const database = testDatabase();
const { publisher, publish } = testPublisher();
const mcp = new McpMarket();
const git = new StockGit();
/** Stands in everything that the version says of itself. */
const SECRET = "zqxsecretword";
const name = uniqueName();
let market: string;
let key: string;
let version: AddressedVersion;

const withSecret = (number: string, word: string) => ({ ...skillWithWord(word), name, version: number });

beforeAll(async () => {
  market = await openAgentServer();
  await publish(withSecret("1.0.0", "plainword"));
  const published = await publish(withSecret("1.1.0", SECRET));
  const owner = publisher();
  const actor = await getActorOf(owner.username);
  key = (await createApiKey(actor, "test")).key;
  const set = uniqueName("set");
  await saveSet({ actor, name: set, description: "Both.", parts: [{ skill: name, range: "*" }] });
  const row = await database().skillVersion.findUniqueOrThrow({ where: { id: published.versionId } });
  version = {
    slug: name,
    skillId: published.skillId,
    version: "1.1.0",
    versionId: published.versionId,
    digest: row.packageDigest,
    vettingJobId: published.vettingJobId,
    publisher: owner.username,
    set,
    file: `${SECRET}.txt`,
  };
});

const walk = () => walkVersion(market, version, key);

test("every route with the name of a skill or a version in it is on the list", () => {
  const routes = new Set(
    app.routes
      .filter(({ method, path }) => method === "GET" && /:(id|slug|name|version|job)\b/.test(path))
      .map(({ path }) => path.replace(/^\/(en|zh-Hans|ko)(?=\/)/, "")),
  );
  const known = new Set([...Object.keys(VERSION_ADDRESSES), ...Object.keys(NOT_OF_A_VERSION)]);
  expect([...routes].filter((route) => !known.has(route))).toEqual([]);
  expect([...known].filter((route) => !routes.has(route))).toEqual([]);
});

test("before it is withdrawn the walk meets its text at most of the addresses", async () => {
  const met = (await walk()).filter(({ text }) => text.includes(SECRET));
  expect(met.length).toBeGreaterThan(30);
});

describe("a version that was withdrawn as holding a secret", () => {
  beforeAll(async () => {
    await yankVersion({ actor: publisher(), skill: name, version: "1.1.0", reason: "slow" });
    const download = `/v1/skills/${name}/download?version=1.1.0&digest=${version.digest}`;
    expect((await call("GET", download)).status).toBe(200);
    const path = `/v1/skills/${name}/versions/1.1.0/yank`;
    const json = { reason: "a password is in it", reason_kind: "secret" };
    const raised = await call("POST", path, { json, key });
    expect(raised.body).toMatchObject({ reason: "a password is in it", reason_kind: "secret" });
    const lowered = await call("POST", path, { json: { reason: "no", reason_kind: "broken" }, key });
    expect(lowered.body).toMatchObject({ reason: "a password is in it", reason_kind: "secret" });
  });

  test("its text is at no address, for its owner neither, and each one that names it says why", async () => {
    const answers = await walk();
    expect(answers.filter(({ text }) => text.includes(SECRET)).map(({ address }) => address)).toEqual([]);
    for (const { address, kind, status, text } of answers) {
      expect(status, address).toBeLessThan(500);
      if (kind !== "gone") continue;
      expect([404, 410], address).toContain(status);
      expect(text, address).toContain("a password is in it");
    }
  });

  test("who installed it is told by an advisory, beside that of the first withdrawal", async () => {
    const { versionId } = version;
    const advisories = await database().advisory.findMany({ where: { causeId: versionId } });
    expect(advisories.map(({ kind }) => kind).sort()).toEqual(["secret-exposed", "version-withdrawn"]);
  });

  test("its number, digest and reason stay listed", async () => {
    const { body } = await call("GET", `/v1/skills/${name}/versions`);
    expect(body["results"]).toContainEqual(
      expect.objectContaining({
        version: "1.1.0",
        package_digest: version.digest,
        yank_kind: "secret",
        yank_reason: "a password is in it",
        changelog: null,
      }),
    );
  });

  test("a model is not given it, and a clone does not have it", async () => {
    const client = await mcp.connect();
    const { content } = await client.call("activate_skills", { ids: [name], version: "1.1.0" });
    expect(JSON.stringify(content)).not.toContain(SECRET);
    await git.run(["clone", `${market}/skills/${name}.git`, "clone"]);
    expect((await git.try(["grep", "-r", SECRET], "clone")).out).toBe("");
    expect(await git.run(["log", "--all", "-p"], "clone")).not.toContain(SECRET);
  });

  test("the version before is offered as ever", async () => {
    expect((await call("GET", `/v1/skills/${name}`)).body["version"]).toBe("1.0.0");
    const answer = await call("POST", `/v1/skills/${name}/call`, {
      json: { version: "1.1.0", input: { text: "a" } },
    });
    expectProblem(answer, 410, "VERSION_CLOSED");
  });
});

test("of a skill whose only version is closed nothing but the reason is left", async () => {
  const alone = uniqueName();
  const { versionId } = await publish({ ...withSecret("1.0.0", SECRET), name: alone });
  await yankVersion({ actor: publisher(), skill: alone, version: "1.0.0", reason: "leaked", kind: "secret" });
  expectProblem(await call("GET", `/v1/skills/${alone}`), 410, "VERSION_CLOSED");
  const row = await database().skill.findFirstOrThrow({ where: { latestVersionId: versionId } });
  expect(JSON.stringify(row)).not.toContain(SECRET);
  expect((await git.try(["ls-remote", `${market}/skills/${alone}.git`])).err).toContain("leaked");
});
