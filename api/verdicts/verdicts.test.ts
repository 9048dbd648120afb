import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { decideChallenge, openChallenge } from "@/lib/audits/challenges";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { yankVersion } from "@/lib/publishing/yank-version";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

const version = "1.0.0";
interface Item {
  asked: { name: string; version: string | null; digest: string | null };
  unknown: string | null;
  package_digest: string | null;
  advisories: { id: string; severity: string; url: string; summary: string; modified: string }[];
  [member: string]: unknown;
}
async function ask(items: readonly unknown[]): Promise<Item[]> {
  const { status, body } = await call("POST", "/v1/verdicts", { json: { items } });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body["items"] as Item[];
}
const askOne = async (item: unknown): Promise<Item> => {
  const [only] = await ask([item]);
  if (only === undefined) throw new Error("no answer");
  return only;
};

let creator: TestAccount;
const names = {
  plain: uniqueName(),
  sealed: uniqueName(),
  revoked: uniqueName(),
  challenged: uniqueName(),
  withdrawn: uniqueName(),
  quarantined: uniqueName(),
  behind: uniqueName(),
};
const ids = new Map<string, string>();
beforeAll(async () => {
  creator = await makeAccount();
  for (const name of Object.values(names))
    ids.set(name, (await publishNow(buildSkillPackage({ name }), creator)).versionId);
  const idOf = (name: string) => ids.get(name) ?? "";
  const verifier = await makeVerifier();
  for (const name of [names.sealed, names.challenged, names.revoked]) await verifier.audit(idOf(name));
  const administrator = await makeAdministrator();
  const { accountId } = await makeAccount();
  const words = { claim: "It lies.", evidence: "Read line 1." };
  const { challengeId } = await openChallenge({ accountId, versionId: idOf(names.challenged), ...words });
  await decideChallenge(administrator, { challengeId, decision: "upheld", outcome: "It does." });
  await database().audit.updateMany({
    where: { versionId: idOf(names.revoked) },
    data: { revokedAt: new Date(), revokeReason: "I read the wrong file." },
  });
  const actor = await getActorOf(creator.username);
  await yankVersion({ actor, skill: names.withdrawn, version, reason: "It is broken." });
  await publishNow(buildSkillPackage({ name: names.behind, version: "1.0.1" }), creator);
  await quarantineSkill({ actor: administrator, skill: names.quarantined, reason: "It sends secrets away." });
});

describe("verdicts of installed copies", () => {
  test("stand in the order of the request, and say what is not known", async () => {
    const asked = [
      ...Object.values(names).map((name) => ({ name, version })),
      { name: "no-such-skill", version },
      { name: names.plain, version: "9.9.9" },
      { name: names.plain, version, digest: `sha256:${"0".repeat(64)}` },
      { name: names.plain, digest: `sha256:${"0".repeat(64)}` },
    ];
    const items = await ask(asked);
    expect(items.map(({ asked: { name } }) => name)).toEqual(asked.map(({ name }) => name));
    expect(items.map(({ unknown }) => unknown)).toEqual([
      ...Object.values(names).map(() => null),
      "skill",
      "version",
      "digest",
      "version",
    ]);
    for (const item of items.slice(-4))
      expect(item).toMatchObject({ version: null, package_digest: null, audit_state: null, publisher: null });
    expect(items.at(-4)).toMatchObject({ name: null, newest: null, quarantined: null, advisories: [] });
    expect(items.at(-1)).toMatchObject({ name: names.plain, newest: { version } });
  });

  test("a copy that nothing speaks against has its publisher, and is the newest", async () => {
    const item = await askOne({ name: names.plain, version });
    expect(item).toMatchObject({
      quarantined: null,
      withdrawn: null,
      audit_state: "Unverified",
      audit: null,
      ended_seal: null,
      advisories: [],
      advisories_total: 0,
      publisher: { name: creator.username },
      newest: { version, package_digest: item.package_digest, publisher: { name: creator.username } },
      next: null,
    });
    expect(await askOne({ name: names.plain, digest: item.package_digest })).toMatchObject({
      unknown: null,
      version,
    });
  });

  test("say who sealed it, and what ended the last seal", async () => {
    const [sealed, revoked, challenged] = await ask(
      [names.sealed, names.revoked, names.challenged].map((name) => ({ name, version })),
    );
    expect(sealed).toMatchObject({ audit_state: "Audited", audit: { scope: "full" }, ended_seal: null });
    expect(revoked).toMatchObject({
      audit_state: "Unverified",
      audit: null,
      ended_seal: {
        how: "revoked",
        reason: "I read the wrong file.",
        ended_at: expect.stringMatching(/Z$/) as string,
      },
    });
    expect(challenged).toMatchObject({ audit_state: "Unverified", ended_seal: { how: "challenge_upheld" } });
  });

  test("a seal that expired says so, and when", async () => {
    const versionId = ids.get(names.sealed) ?? "";
    const { expiresAt, issuedAt } = await database().audit.findFirstOrThrow({ where: { versionId } });
    const ended = new Date(issuedAt.getTime() + 1);
    await database().audit.updateMany({ where: { versionId }, data: { expiresAt: ended } });
    expect(await askOne({ name: names.sealed, version })).toMatchObject({
      audit_state: "Unverified",
      ended_seal: { how: "expired", ended_at: ended.toISOString(), reason: null },
    });
    await database().audit.updateMany({ where: { versionId }, data: { expiresAt } });
  });

  test("give reasons, advisories and what is offered instead", async () => {
    const [withdrawn, quarantined, challenged, behind] = await ask(
      [names.withdrawn, names.quarantined, names.challenged, names.behind].map((name) => ({ name, version })),
    );
    expect(withdrawn).toMatchObject({
      withdrawn: { reason: "It is broken.", kind: "other", is_closed: false },
      newest: null,
    });
    expect(quarantined).toMatchObject({ quarantined: { reason: "It sends secrets away." }, newest: null });
    expect(challenged?.advisories).toMatchObject([{ severity: "high" }]);
    const [advisory] = challenged?.advisories ?? [];
    expect(advisory?.id).toMatch(/^EMP-\d{4}-\d{4}$/);
    expect(advisory?.url.endsWith(`/advisories/${advisory.id}`)).toBe(true);
    expect(behind).toMatchObject({ version, newest: { version: "1.0.1" } });
  });

  test("a version whose bytes are closed, and a skill that another one replaces, say so", async () => {
    const [closed, old] = [uniqueName(), uniqueName()];
    for (const name of [closed, old]) await publishNow(buildSkillPackage({ name }), creator);
    const actor = await getActorOf(creator.username);
    await yankVersion({ actor, skill: closed, version, reason: "A key is in it.", kind: "secret" });
    const idOf = async (slug: string) => (await database().skill.findUniqueOrThrow({ where: { slug } })).id;
    const deprecate = async (successor: string) =>
      database().skill.update({
        where: { slug: old },
        data: {
          deprecatedAt: new Date(),
          deprecationMessage: "Use the other.",
          successorId: await idOf(successor),
        },
      });
    await deprecate(names.plain);
    const [first, second] = await ask([closed, old].map((name) => ({ name, version })));
    expect(first?.["withdrawn"]).toMatchObject({
      reason: "A key is in it.",
      kind: "secret",
      is_closed: true,
    });
    expect(first?.advisories).toMatchObject([{ severity: "high" }]);
    expect(second?.["deprecated"]).toEqual({ message: "Use the other.", successor: names.plain });
    await deprecate(names.quarantined);
    expect((await askOne({ name: old, version }))["deprecated"]).toMatchObject({ successor: null });
  });

  test("a draft that nobody published is a skill nobody knows", async () => {
    const name = uniqueName();
    const skillId = (
      await database().skillVersion.findFirstOrThrow({ where: { id: ids.get(names.plain) ?? "" } })
    ).skillId;
    const { slug: _, ...skill } = await database().skill.findUniqueOrThrow({ where: { id: skillId } });
    await database().skill.create({
      data: {
        id: `${skillId}x`,
        slug: name,
        canonicalName: name.replaceAll("-", ""),
        ownerId: skill.ownerId,
      },
    });
    expect(await askOne({ name, version })).toMatchObject({ unknown: "skill", name: null });
  });
});

describe("what is no request", () => {
  test.each([
    ["nothing", {}],
    ["no copy", { items: [] }],
    ["more than a thousand", { items: Array.from({ length: 1_001 }, () => ({ name: "a", version: "1" })) }],
    ["neither version nor digest", { items: [{ name: "a" }] }],
    ["a digest of another form", { items: [{ name: "a", digest: "md5:1" }] }],
    ["a name that no row holds", { items: [{ name: "a\0", version: "1" }] }],
  ])("%s is refused", async (_, json) => {
    expectProblem(await call("POST", "/v1/verdicts", { json }), 400, "REQUEST_INVALID");
  });

  test("a thousand with the longest words are answered, a body beyond that is not read", async () => {
    const items = Array.from({ length: 1_000 }, (_, at) => ({
      name: `${at}`.padEnd(100, "n"),
      version: "1".repeat(64),
      digest: `sha256:${"0".repeat(64)}`,
    }));
    expect(await ask(items)).toHaveLength(1_000);
    const { status } = await call("POST", "/v1/verdicts", { json: { items, more: "x".repeat(600_000) } });
    expect(status).toBe(413);
  });

  test("each copy is one use: an address that asks about too many waits", async () => {
    const items = Array.from({ length: 1_000 }, () => ({ name: "no-such-skill", version }));
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1)
      statuses.push((await call("POST", "/v1/verdicts", { json: { items } })).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses[0]).toBe(200);
  });
});
