import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import type { AddressedVersion } from "@/api/testing/version-addresses";
import { walkAs, withoutNames, type AskingReader } from "@/api/testing/walk-readers";
import { openAgentServer, skillWithWord } from "@/api/testing/walk-version";
import { sha256Hex } from "@/lib/kernel/digest";
import { newId } from "@/lib/kernel/ids";
import { DAY_MS } from "@/lib/kernel/clock";
import { drainJobs } from "@/lib/platform/jobs/work";
import { changeAccess } from "@/lib/publishing/access/change-access";
import { runVetting } from "@/lib/publishing/publish-version";
import { saveSet } from "@/lib/registry/sets/save-set";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { getActorOf, uniqueName, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["TRUSTED_PROXY_HOPS"] = "1";
process.env["RUNNER"] = "disabled";

const database = testDatabase();
const { publisher, publish, upload } = testPublisher();
/** Stands in everything that the skill says of itself. */
const MARK = "zqxmarkedword";
const token = `rt_${randomBytes(32).toString("hex")}`;

let market: string;
let readers: AskingReader[];
let version: AddressedVersion;
let readersOwner: TestAccount;
/** What no skill has: what is asked about it is answered in the words that a private one must be. */
let nothing: AddressedVersion;

/** One of the strangers publishes the same files later, under a name that is one letter away. */
beforeAll(async () => {
  market = await openAgentServer();
  const [stranger, verifier, owner] = [await makeKeyHolder(), await makeKeyHolder(), await makeKeyHolder()];
  readersOwner = owner;
  const name = uniqueName("zqprivate");
  const other = uniqueName();
  await publish({ name: other, version: "1.0.0" });
  const set = uniqueName("set");
  const actor = await getActorOf(publisher().username);
  await saveSet({ actor, name: set, description: "One.", parts: [{ skill: other, range: "*" }] });
  const uploaded = await upload({ ...skillWithWord(MARK), name, version: "1.0.0" }, owner);
  const { versionId, skillId, vettingJobId } = uploaded;
  await database().skill.update({ where: { id: skillId }, data: { access: "private" } });
  await drainJobs({ vet_version: ({ vettingJobId: id }) => runVetting(id) });
  const row = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  expect(row.publishedAt).not.toBeNull();
  const given = { skillId, givenById: owner.accountId, createdAt: new Date() };
  const right = (reader: object, days = 30) => ({
    id: newId("rdr"),
    ...given,
    ...reader,
    expiresAt: new Date(Date.now() + days * DAY_MS),
  });
  await database().readingRight.createMany({
    data: [right({ accountId: verifier.accountId }), right({ tokenHash: sha256Hex(token), name: "ci" })],
  });
  readers = [
    { name: "nobody", headers: {}, reads: false },
    { name: "a stranger", headers: { "x-api-key": stranger.key }, reads: false },
    { name: "the owner", headers: { "x-api-key": owner.key }, reads: true },
    { name: "an account with a right", headers: { "x-api-key": verifier.key }, reads: true },
    { name: "a read token", headers: { authorization: `Bearer ${token}` }, reads: true },
  ];
  const rest = { version: "1.0.0", publisher: owner.username, set };
  version = {
    ...rest,
    slug: name,
    skillId,
    versionId,
    digest: row.packageDigest,
    vettingJobId,
    file: `${MARK}.txt`,
  };
  nothing = {
    ...rest,
    slug: uniqueName("zqprivate"),
    skillId: newId("skl", Date.now()),
    versionId: newId("ver", Date.now()),
    digest: `sha256:${sha256Hex("nothing")}`,
    vettingJobId: newId("vet", Date.now()),
    file: "zqxmarkednothing.txt",
  };
});

/** What the walk counted, beside the results. */
const count = (line: string) => process.stdout.write(`${line}\n`);

/** Addresses at which those who may read are shown it; by the path without what is asked. */
const OPENED = [
  "/v1/skills/SLUG",
  "/v1/skills/SLUG/versions",
  "/v1/skills/SLUG/install-guide",
  "/v1/skills/SLUG/download",
  "/v1/agent/skills/SLUG/download",
  "/v1/agent/skills/SLUG/schema",
];
const pathOf = (address: string) =>
  (address.split("?")[0] ?? "").replace(version.slug, "SLUG").replace(version.skillId, "SLUG");

/** What tells of it where nobody has asked for it; its digest stands in the log. */
const namesOf = (address: string) => [
  MARK,
  version.slug,
  version.skillId,
  version.versionId,
  ...(address.startsWith("/v1/log/") ? [] : [version.digest]),
];
const isAskedFor = (address: string) =>
  [version.slug, version.skillId, version.versionId, version.vettingJobId, MARK].some((word) =>
    address.includes(word),
  );

describe("a private skill", () => {
  test("is at no address for who may not read it, as if there were none of its name", async () => {
    const met: string[] = [];
    let asked = 0;
    for (const reader of readers.filter(({ reads }) => !reads)) {
      const [answers, others] = [
        await walkAs(market, version, reader),
        await walkAs(market, nothing, reader),
      ];
      asked += answers.length;
      for (const [place, answer] of answers.entries()) {
        const other = others[place];
        const { address, status, text, isPost } = answer;
        const where = `${reader.name}: ${status} at ${address}`;
        if (status === 500) met.push(where);
        if (isPost || isAskedFor(address)) {
          const said = withoutNames(text, version);
          if (status !== other?.status || said !== withoutNames(other.text, nothing))
            met.push(`${where}, ${other?.status} where there is none: ${text}`);
          if (said.includes(MARK)) met.push(`${where}: its words`);
        } else if (namesOf(address).some((word) => text.includes(word))) met.push(`${where}: ${text}`);
      }
    }
    count(`asked ${asked} times, met it ${met.length} times`);
    expect(met).toEqual([]);
  });

  test("is shown to who may read it at the few addresses that open it, and nowhere else; nothing keeps that", async () => {
    let asked = 0;
    for (const reader of readers.filter(({ reads }) => reads)) {
      const answers = await walkAs(market, version, reader);
      asked += answers.length;
      const shown = answers.filter(({ text }) => text.includes(MARK));
      expect(new Set(shown.map(({ address }) => pathOf(address))), reader.name).toEqual(
        new Set(OPENED.filter((path) => !path.endsWith("/install-guide"))),
      );
      for (const answer of answers.filter(({ address }) => OPENED.includes(pathOf(address)))) {
        expect(answer.status, `${reader.name} ${answer.address}`).toBe(200);
        expect(answer.cacheControl, `${reader.name} ${answer.address}`).toBe("private, no-store");
      }
    }
    count(`asked ${asked} times by who may read it`);
  });

  test("is not shown for a token that was taken back", async () => {
    const ended = `rt_${randomBytes(32).toString("hex")}`;
    const response = await fetch(`${market}/v1/skills/${version.slug}`, {
      headers: { authorization: `Bearer ${ended}` },
    });
    expect(response.status).toBe(401);
  });

  test("is in the log by its digest alone", async () => {
    const entries = await database().logEntry.findMany({ where: { subjectId: version.versionId } });
    const bodies = entries.map(({ body }) => JSON.parse(body) as { kind: string; data: object });
    expect(bodies.map(({ kind, data }) => ({ kind, data }))).toEqual([
      { kind: "version:published", data: { packageDigest: version.digest } },
    ]);
  });

  test("leaks nothing to who publishes the same files", async () => {
    const { skillId } = await publish({ ...skillWithWord(MARK), name: `${version.slug}s`, version: "1.0.0" });
    expect(await database().event.count({ where: { kind: "skill:copied" } })).toBe(0);
    const response = await fetch(`${market}/v1/skills/${skillId}`);
    expect(await response.json()).toMatchObject({ same_content_as: null, resembles: null });
    await database().skill.update({ where: { id: skillId }, data: { access: "private", publishedAt: null } });
  });

  test("once it is made public it is met at most addresses, and the log names it", async () => {
    const owner = await database().skill.findUniqueOrThrow({
      where: { id: version.skillId },
      include: { owner: true },
    });
    const actor = await getActorOf(owner.owner?.username ?? "");
    await changeAccess({ actor, skill: version.slug, access: "public" });
    const nobody = readers[0];
    if (nobody === undefined) throw new Error("nobody asks");
    const met = (await walkAs(market, version, nobody)).filter(({ text }) => text.includes(MARK));
    expect(met.length).toBeGreaterThan(30);
    const log = await fetch(`${market}/v1/log/entries?start=0`);
    expect(await log.text()).toContain(version.slug);
    count(`made public, it is met ${met.length} times`);
  });
});

describe("a skill that is called here and not installed", () => {
  /** Stands in its files alone. */
  const IN_FILES = "zqxinfilesonly";
  let called: AddressedVersion;

  beforeAll(async () => {
    const slug = uniqueName("zqcalled");
    const body = `# Echo\n\n## 功能描述\n\n${IN_FILES}\n\n## 使用示例\n\n${IN_FILES}\n\n## 注意事项\n\nNo.\n`;
    const files = { "notes.md": `${IN_FILES}\n`, "LICENSE.txt": IN_FILES };
    const owner = readersOwner;
    const first = await publish({ name: slug, version: "1.0.0", body, files }, owner);
    await publish({ name: slug, version: "1.0.1", body: `${body}\nMore of ${IN_FILES}.\n`, files }, owner);
    const row = await database().skillVersion.findUniqueOrThrow({ where: { id: first.versionId } });
    const set = uniqueName("set");
    const actor = await getActorOf(publisher().username);
    await saveSet({ actor, name: set, description: "With it.", parts: [{ skill: slug, range: "*" }] });
    const { skillId, versionId, vettingJobId } = first;
    called = {
      ...version,
      slug,
      skillId,
      versionId,
      vettingJobId,
      set,
      digest: row.packageDigest,
      file: "notes.md",
    };
  });

  const nobody = (): AskingReader => ({ name: "nobody", headers: {}, reads: false });
  const met = async (reader: AskingReader) =>
    (await walkAs(market, called, reader)).filter(({ text }) => text.includes(IN_FILES));

  test("gives its files at many addresses while it is public", async () => {
    const shown = await met(nobody());
    expect(shown.length).toBeGreaterThan(25);
    count(`public, the texts of its files are met ${shown.length} times`);
  });

  test("gives them nowhere once it is call-only, and says what to do instead", async () => {
    await database().skill.update({ where: { id: called.skillId }, data: { access: "call_only" } });
    let asked = 0;
    // A token of another skill is a stranger's here.
    for (const reader of readers.filter(({ name }) => /nobody|stranger|token/.test(name))) {
      const answers = await walkAs(market, called, reader);
      asked += answers.length;
      expect(answers.filter(({ text }) => text.includes(IN_FILES)).map(({ address }) => address)).toEqual([]);
      expect(answers.filter(({ status }) => status === 500)).toEqual([]);
      const refused = answers.filter(
        ({ status, address }) =>
          status === 403 && address.includes(called.slug) && !address.includes("/appeals"),
      );
      expect(refused.length).toBeGreaterThan(15);
      for (const { text } of refused) {
        expect(text).toMatch(/"FILES_NOT_GIVEN"|called here, not installed/);
        expect(text).toContain(`/v1/skills/${called.slug}/call`);
      }
    }
    count(`asked ${asked} times`);
  });

  test("its page, schema and digests stay public", async () => {
    const detail = (await (await fetch(`${market}/v1/skills/${called.slug}`)).json()) as object;
    expect(detail).toMatchObject({ skill_access: "call_only", files_given: false, skill_md: "" });
    expect((await fetch(`${market}/v1/agent/skills/${called.slug}/schema`)).status).toBe(200);
    const refused = await call("GET", `/v1/skills/${called.slug}/download`);
    expectProblem(refused, 403, "FILES_NOT_GIVEN");
    const set = (await (await fetch(`${market}/v1/sets/${called.set}`)).json()) as object;
    expect(set).toMatchObject({ parts: [{ skill: called.slug, state: "call_only", version: null }] });
  });

  test("its owner is given them as ever", async () => {
    const owner = readers.filter(({ name }) => name === "the owner");
    for (const reader of owner) expect((await met(reader)).length).toBeGreaterThan(4);
  });
});
