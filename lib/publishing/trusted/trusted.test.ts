import { generateKeyPair } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { openProvenance } from "@/lib/identity/workloads/provenance-statement";
import { audienceOf } from "@/lib/identity/workloads/verify-workload";
import { JOB, testIssuer } from "@/lib/identity/workloads/testing/issuer";
import { fakeClock, systemClock } from "@/lib/kernel/clock";
import { isDomainError } from "@/lib/kernel/errors";
import { drainJobs } from "@/lib/platform/jobs/work";
import { publishVersion, runVetting } from "@/lib/publishing/publish-version";
import { getProvenance } from "@/lib/publishing/trusted/get-provenance";
import { exchangeToken, openRight, useRight } from "@/lib/publishing/trusted/publish-right";
import { endTrust, listTrustedPublishers, trustPublisher } from "@/lib/publishing/trusted/trusted-publishers";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();
const issuer = testIssuer();

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) =>
      isDomainError(error)
        ? ((error.details?.["refusal"] as string | undefined) ?? error.code)
        : String(error),
  );

let name: string;
let username: string;
const owner = () => getActorOf(username);

/** A skill whose owner lets the job of the tests publish it. */
beforeEach(async () => {
  name = uniqueName();
  const account = await makeAccount();
  username = account.username;
  await publishNow(buildSkillPackage({ name, version: "1.0.0" }), account);
  await trust();
});

const trust = async (change: Partial<Parameters<typeof trustPublisher>[0]> = {}) =>
  trustPublisher({
    actor: await owner(),
    skill: name,
    issuer: issuer.url(),
    repository: "acme/skills",
    workflow: "publish.yml",
    environment: "",
    mayOnlyStage: false,
    ...change,
  });

const token = (claims = {}, signing = {}) => issuer.sign({ aud: audienceOf(), ...claims }, signing);
const exchange = async (given?: string, skill = name) =>
  exchangeToken({ token: given ?? (await token()), skill });

/** What the API does with a right. */
async function publishWith(text: string, version: string, skill = name) {
  const right = await openRight(text);
  return publishVersion({
    actor: right.actor,
    package: buildSkillPackage({ name: skill, version }),
    source: "multipart",
    alongside: (db, published, now) => useRight(db, right, published, now),
  });
}

test("a job publishes one version without a key, and the market signs where it came from", async () => {
  const { token: right } = await exchange();
  const published = await publishWith(right, "1.0.1");
  const found = await getProvenance(published.versionId);
  expect(found?.said).toMatchObject({
    slug: name,
    version: "1.0.1",
    packageDigest: published.packageDigest,
    repositoryUrl: "https://github.com/acme/skills",
    repositoryId: "4711",
    workflow: "publish.yml",
    commit: JOB.sha,
    namesPackage: false,
  });
  await drainJobs({ vet_version: ({ vettingJobId }) => runVetting(vettingJobId) });
  const entry = await database().logEntry.findFirstOrThrow({
    where: { kind: "version:published", subjectId: published.versionId },
  });
  expect(JSON.parse(entry.body)).toMatchObject({
    data: {
      from: `https://github.com/acme/skills@${JOB.sha}`,
      provenance: expect.stringMatching(/^sha256:/) as unknown,
    },
  });
  const payload = JSON.parse(Buffer.from(found?.envelope.payload ?? "", "base64").toString()) as object;
  const forged = {
    ...found?.envelope,
    payload: Buffer.from(JSON.stringify(payload).replace("acme", "evil")).toString("base64"),
  };
  expect(openProvenance(forged, found?.keyId ?? "")).toBeNull();
  // The right is used up, and nothing is left of a second try.
  expect(await refusalOf(publishWith(right, "1.0.2"))).toBe("AUTH_FAILED");
  expect(await database().skillVersion.count({ where: { version: "1.0.2", skill: { slug: name } } })).toBe(0);
});

test("what is refused says why", async () => {
  const refused = exchange(undefined, "no-such-skill");
  await expect(refused).rejects.toMatchObject({
    code: "WORKLOAD_REFUSED",
    message: "The token lets nothing be published: no skill of this name takes versions from its repository.",
  });
});

test("of two uploads at once with one right one is published", async () => {
  const { token: right } = await exchange();
  const both = await Promise.all([
    refusalOf(publishWith(right, "1.0.1")),
    refusalOf(publishWith(right, "1.0.2")),
  ]);
  // The other one finds a higher version, or the right used.
  expect(both.filter((each) => each === "none")).toHaveLength(1);
  expect(both.every((each) => ["none", "AUTH_FAILED", "VERSION_NOT_HIGHER"].includes(each))).toBe(true);
});

test("a token that names the digest of a package is good for those bytes alone", async () => {
  const { digest } = buildSkillPackage({ name, version: "1.0.1" });
  const { token: right } = await exchange(await token({ aud: audienceOf(digest) }));
  expect(await refusalOf(publishWith(right, "1.0.2"))).toBe("PERMISSION_DENIED");
  const { versionId } = await publishWith(right, "1.0.1");
  expect((await getProvenance(versionId))?.said.namesPackage).toBe(true);
});

describe("a forged token is refused by the name of what is wrong", () => {
  test.each<[string, () => Promise<string>]>([
    ["malformed", () => Promise.resolve("not.a.token")],
    ["malformed", () => Promise.resolve("a".repeat(9_000))],
    ["issuer", () => token({ iss: "https://token.example" })],
    ["signature", async () => token({}, { by: (await generateKeyPair("RS256")).privateKey })],
    ["signature", () => token({}, { kid: "unknown" })],
    [
      "signature",
      async () => {
        const [header, , signature] = (await token()).split(".");
        const claims = { ...JOB, iss: issuer.url(), aud: audienceOf(), repository: "evil/skills" };
        return [header, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
      },
    ],
    [
      "signature",
      async () => {
        const [, claims] = (await token()).split(".");
        return `${Buffer.from('{"alg":"none"}').toString("base64url")}.${claims}.`;
      },
    ],
    ["audience", () => token({ aud: "https://other.example" })],
    ["audience", () => token({ aud: [audienceOf(), "https://other.example"] })],
    ["audience", () => token({ aud: `${audienceOf()}#sha256:short` })],
    ["expired", () => token({}, { ago: 400 })],
    ["time", () => token({ nbf: Math.floor(Date.now() / 1_000) + 600 })],
    ["time", () => token({}, { seconds: 90_000 })],
    ["claims", () => token({ jti: undefined })],
    ["claims", () => token({ exp: undefined })],
    ["claims", () => token({ sha: "main" })],
    ["event", () => token({ event_name: "pull_request_target" })],
    [
      "repository",
      () => token({ repository: "evil/skills", workflow_ref: JOB.workflow_ref.replace("acme", "evil") }),
    ],
    ["workflow", () => token({ workflow_ref: JOB.workflow_ref.replace("publish", "test") })],
  ])("%s", async (refusal, make) => {
    expect(await refusalOf(exchange(await make()))).toBe(refusal);
    expect(await database().publishToken.count({ where: { skill: { slug: name } } })).toBe(0);
  });

  test("used: a token is exchanged once, for whichever skill, also at the same time", async () => {
    const given = await token();
    const both = await Promise.all([refusalOf(exchange(given)), refusalOf(exchange(given))]);
    expect(both.sort()).toEqual(["none", "used"]);
  });

  test("repository-id: whoever gets the repository's name later publishes nothing", async () => {
    await exchange();
    expect(await refusalOf(exchange(await token({ repository_id: "4712" })))).toBe("repository-id");
  });

  test("environment, where one is named", async () => {
    const [job] = await listTrustedPublishers(await owner());
    await endTrust({ actor: await owner(), id: job?.id ?? "" });
    await trust({ environment: "production" });
    expect(await refusalOf(exchange())).toBe("environment");
  });

  test("for a skill that takes versions from nobody, and for one that is not there, it is the same", async () => {
    expect(await refusalOf(exchange(undefined, "no-such-skill"))).toBe("repository");
  });
});

test("while the issuer gives no keys, those it gave before go on working", async () => {
  await exchange();
  issuer.away(true);
  await exchange();
  issuer.away(false);
});

test("a right ends after fifteen minutes, for another skill, and with what lets it", async () => {
  const { token: right } = await exchange();
  const later = fakeClock(new Date(Date.now() + 15 * 60_000).toISOString());
  expect(await refusalOf(openRight(right, later))).toBe("AUTH_FAILED");
  expect(await refusalOf(openRight(`pt_${"0".repeat(64)}`))).toBe("AUTH_FAILED");
  expect(await refusalOf(publishWith(right, "1.0.0", uniqueName()))).toBe("PERMISSION_DENIED");
});

test("a job loses its right with the skill's owner, and when it is removed", async () => {
  const other = await makeAccount();
  await database().skill.update({ where: { slug: name }, data: { ownerId: other.accountId } });
  expect(await refusalOf(exchange())).toBe("repository");
  expect(await listTrustedPublishers(await owner())).toEqual([]);
});

describe("who may name a job", () => {
  test("not a program, not somebody else, not an old session", async () => {
    const actor = await owner();
    const request = {
      skill: name,
      issuer: issuer.url(),
      repository: "acme/more",
      workflow: "publish.yml",
      environment: "",
      mayOnlyStage: false,
    };
    expect(await refusalOf(trustPublisher({ actor: { ...actor, session: null }, ...request }))).toBe(
      "PERMISSION_DENIED",
    );
    const stranger = await getActorOf((await makeAccount()).username);
    expect(await refusalOf(trustPublisher({ actor: stranger, ...request }))).toBe("PERMISSION_DENIED");
    const old = await getActorOf(username, new Date(systemClock.now().getTime() - 3_600_000));
    expect(await refusalOf(trustPublisher({ actor: old, ...request }))).toBe("CONFIRMATION_REQUIRED");
    const [job] = await listTrustedPublishers(actor);
    expect(await refusalOf(endTrust({ actor: stranger, id: job?.id ?? "" }))).toBe("NOT_FOUND");
    expect((await listTrustedPublishers(actor)).map(({ repository }) => repository)).toEqual(["acme/skills"]);
  });

  test.each([
    { repository: "acme" },
    { repository: "https://github.com/acme/skills" },
    { workflow: "publish" },
    { workflow: "../publish.yml\n" },
    { environment: "a\u0000" },
  ])("not with %j", async (wrong) => {
    expect(await refusalOf(trust(wrong))).toBe("REQUEST_INVALID");
  });

  test("the same again changes nothing, and ten is the most", async () => {
    await trust();
    for (let i = 1; i < 10; i++) await trust({ workflow: `publish-${i}.yml` });
    expect(await refusalOf(trust({ workflow: "publish-10.yml" }))).toBe("PERMISSION_DENIED");
    expect(await listTrustedPublishers(await owner())).toHaveLength(10);
  });
});
