import { beforeEach, describe, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { JOB, testIssuer } from "@/lib/identity/workloads/testing/issuer";
import { audienceOf } from "@/lib/identity/workloads/verify-workload";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { systemClock } from "@/lib/kernel/clock";
import { isDomainError } from "@/lib/kernel/errors";
import { drainJobs } from "@/lib/platform/jobs/work";
import {
  discardPublication,
  publishPublication,
  shownOf,
} from "@/lib/publishing/publications/publish-publication";
import { changeSource } from "@/lib/publishing/publications/publication-steps";
import { listUnderWay, readPublication } from "@/lib/publishing/publications/read-publication";
import { MAX_STAGED } from "@/lib/publishing/publications/stage-upload";
import { vetPublication } from "@/lib/publishing/publications/vet-publication";
import { getProvenance } from "@/lib/publishing/trusted/get-provenance";
import { trustPublisher } from "@/lib/publishing/trusted/trusted-publishers";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { newClientAddress } from "@/lib/publishing/drafts/testing/draft-builders";
import { testDatabase } from "@/lib/testing/database";

const issuer = testIssuer();
const database = testDatabase();
testBlobStore();

let name: string;
let username: string;
let accountId: string;
/** A key of the owner that may only stage. */
let key: string;

beforeEach(async () => {
  name = uniqueName();
  const owner = await makeAccount();
  ({ username, accountId } = owner);
  await publishNow(buildSkillPackage({ name, version: "1.0.0" }), owner);
  key = (await createApiKey(await person(), "of a machine", systemClock, { mayOnlyStage: true })).key;
});

/** The owner, who has just signed in. */
const person = () => getActorOf(username);

const upload = async (version: string, { by = key, query = "" } = {}) => {
  const files = Object.fromEntries(
    buildSkillPackage({ name, version }).files.map(({ path, bytes }) => [
      path,
      Buffer.from(bytes).toString("utf8"),
    ]),
  );
  const { "SKILL.md": skill_md, ...others } = files;
  return call("POST", `/v1/skills/upload${query}`, {
    key: by,
    json: { skill_md, files: others },
    remoteAddress: newClientAddress(),
  });
};

const versions = async () =>
  (await database().skillVersion.findMany({ where: { skill: { slug: name } } })).map(
    ({ version }) => version,
  );

const release = async (confirmedAt = new Date()) => {
  const [staged] = await listUnderWay(accountId);
  const actor = await getActorOf(username, confirmedAt);
  return publishPublication(actor, {
    id: staged?.id ?? "",
    shown: shownOf(staged as NonNullable<typeof staged>),
  });
};

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (isDomainError(error) ? error.code : String(error)),
  );

describe("a version that a stolen key has staged", () => {
  test("waits, is seen by the owner, who is mailed, and is refused: nothing was public", async () => {
    const answer = await upload("1.0.1");
    expect(answer.status).toBe(202);
    const staged = answer.body as { page_url: string };
    expect(staged).toMatchObject({ state: "staged", name, version: "1.0.1" });
    await drainJobs({ vet_publication: (job) => vetPublication(job) });
    expect(await versions()).toEqual(["1.0.0"]);
    const page = await call("GET", `/v1/skills/${name}/versions`);
    expect(JSON.stringify(page.body)).not.toContain("1.0.1");

    const [waiting] = await listUnderWay(accountId);
    expect(waiting).toMatchObject({ slug: name, stagedBy: key.slice(0, 11), vettingState: "done" });
    expect(staged.page_url).toContain(`/publish/steps/${waiting?.id}/review`);
    const told = await database().event.findFirstOrThrow({
      where: { kind: "account:access-changed", subjectId: accountId },
      orderBy: { id: "desc" },
    });
    expect(told.data).toMatchObject({ change: "release-staged", by: "key", with: key.slice(0, 11) });

    await discardPublication({ id: waiting?.id ?? "", accountId });
    expect(await versions()).toEqual(["1.0.0"]);
    expect(
      await database().logEntry.count({ where: { body: { contains: `"${name}","version":"1.0.1"` } } }),
    ).toBe(0);
  });

  test("is released by a person who confirms that it is them, and by nobody else", async () => {
    await upload("1.0.1");
    expect(await codeOf(release(new Date(Date.now() - 3_600_000)))).toBe("CONFIRMATION_REQUIRED");
    expect(await versions()).toEqual(["1.0.0"]);
    await release();
    expect(await versions()).toEqual(["1.0.0", "1.0.1"]);
    expect(await listUnderWay(accountId)).toEqual([]);
  });

  test("the same bytes again are the same upload, and five wait at most", async () => {
    for (const version of ["1.0.1", "1.0.1", "1.0.2", "1.0.3", "1.0.4", "1.0.5"])
      expect((await upload(version)).status).toBe(202);
    expect(await listUnderWay(accountId)).toHaveLength(MAX_STAGED);
    expect((await upload("1.0.6")).status).toBe(403);
  });

  test("of eight at once five wait", async () => {
    const numbers = Array.from({ length: 8 }, (_, i) => `1.0.${i + 1}`);
    const statuses = await Promise.all(numbers.map(async (version) => (await upload(version)).status));
    expect(statuses.toSorted((one, other) => one - other)).toEqual([202, 202, 202, 202, 202, 403, 403, 403]);
    expect(await listUnderWay(accountId)).toHaveLength(MAX_STAGED);
  });
});

test("a key that may only stage does nothing else", async () => {
  const asked: [string, string, object?][] = [
    ["POST", "/v1/keys/api", { name: "another" }],
    ["GET", "/v1/keys/api"],
    ["POST", `/v1/skills/${name}/versions/1.0.0/yank`, { reason: "no" }],
    ["POST", `/v1/skills/${name}/maintainers`, { username: "eve" }],
    ["PUT", `/v1/skills/${name}/deprecation`, { message: "no" }],
    ["DELETE", `/v1/skills/${name}/deprecation`],
    ["POST", `/v1/skills/${name}/reviews`, { rating: 5 }],
    ["GET", "/v1/account"],
    ["GET", "/v1/account/notices"],
  ];
  const answers = await Promise.all(
    asked.map(async ([method, path, json]) => {
      const answer = await call(method, path, { key, ...(json && { json }) });
      return [path, answer.status, (answer.body as { error_code?: string }).error_code];
    }),
  );
  const refused = answers.filter(([, , code]) => code === "PERMISSION_DENIED");
  expect(answers.filter((each) => !refused.includes(each) && each[1] !== 404)).toEqual([]);
  expect(refused.length).toBeGreaterThanOrEqual(7);
  expect((await call("GET", "/v1/account/skills", { key })).status).toBe(200);
});

test("whose name it is not is told at once, and a broken package too", async () => {
  const { key: other } = await makeKeyHolder();
  expect((await upload("1.0.1", { by: other, query: "?stage=true" })).status).toBe(409);
  const broken = await call("POST", "/v1/skills/upload", {
    key,
    json: { skill_md: "---\nname: [\n---\n" },
    remoteAddress: newClientAddress(),
  });
  expect(broken.status).toBe(422);
});

describe("a job that may only stage", () => {
  const exchange = async () => {
    const token = await issuer.sign({ aud: audienceOf() });
    const answer = await call("POST", "/v1/trusted-publishing/tokens", {
      json: { skill: name, token },
      remoteAddress: newClientAddress(),
    });
    return (answer.body as { token: string }).token;
  };

  beforeEach(async () => {
    await trustPublisher({
      actor: await person(),
      skill: name,
      issuer: issuer.url(),
      repository: JOB.repository,
      workflow: "publish.yml",
      environment: "",
      mayOnlyStage: true,
    });
  });

  test("has its upload wait, once; released as it was sent, the market signs where it came from", async () => {
    const right = await exchange();
    expect((await upload("1.0.1", { by: right })).status).toBe(202);
    expect((await upload("1.0.2", { by: right })).status).toBe(401);
    const { versionId } = await release();
    expect((await getProvenance(versionId))?.said).toMatchObject({ commit: JOB.sha, version: "1.0.1" });
  });

  test("released with another text, nothing is said of where it came from", async () => {
    await upload("1.0.1", { by: await exchange() });
    const [staged] = await listUnderWay(accountId);
    const where = { id: staged?.id ?? "", accountId };
    const text = `${(await readPublication(where))?.skillMd}\nMore.\n`;
    await changeSource(where, { over: staged?.packageDigest ?? "", text });
    const { versionId } = await release();
    expect(await getProvenance(versionId)).toBeNull();
  });
});
