import fs from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { parseStatement } from "@/lib/audits/audit-statement";
import { decideChallenge, openChallenge } from "@/lib/audits/challenges";
import { getAudit, listOwnAudits, notifyUnfoundedSeals } from "@/lib/audits/seals";
import { getReview } from "@/lib/audits/review/get-review";
import { listQueue } from "@/lib/audits/queue";
import { revokeAudit, signAudit } from "@/lib/audits/sign-audit";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { endVerifier } from "@/lib/audits/verifiers";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { DAY_MS, fakeClock, systemClock } from "@/lib/kernel/clock";
import { sha256Digest } from "@/lib/kernel/digest";
import { makeOwner } from "@/lib/log/events/notices/testing/owner";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { give, somebody } from "@/lib/ownership/transfers/testing/market";
import { assemblePackage } from "@/lib/package";
import { previewVersion } from "@/lib/publishing/preview-version";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testPublisher } from "@/lib/registry/testing/publisher";
import {
  buildSkillPackage,
  makeAccount,
  makeAdministrator,
  publishNow,
  uniqueName,
  type SkillParts,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publish, publisher } = testPublisher();
let reader: TestVerifier;
beforeAll(async () => {
  reader = await makeVerifier();
});

const NOTES = { "notes.txt": "one\n", "more.txt": "two\n" };

/** Publishes versions of one skill, each with what it changes; gives their ids, in order. */
async function line(...versions: [version: string, change?: SkillParts][]) {
  const name = uniqueName("read");
  const ids = [];
  for (const [version, { files, ...change } = {}] of versions)
    ids.push((await publish({ name, version, files: { ...NOTES, ...files }, ...change })).versionId);
  return { name, ids, last: ids.at(-1) ?? "" };
}

const coveredBy = async (versionId: string, by = reader) => {
  const review = await getReview(by.accountId, versionId);
  const covered = review.files.filter((file) => file.covered).map(({ path }) => path);
  return { base: review.base?.version ?? null, duty: review.duty, covered };
};
const statementOf = async (versionId: string, by = reader) => {
  const { payload } = await by.prepare(versionId);
  const statement = parseStatement(payload);
  if (!statement) throw new Error("no statement was prepared");
  return statement.predicate;
};
const stateOf = async (name: string, version: string) =>
  (await listVersions(name)).find((row) => row.version === version)?.auditState;
const revoke = (auditId: string, by = reader) =>
  revokeAudit({ accountId: by.accountId, auditId, reason: "I read too fast." });
/** The skill at its latest version, sealed first: 1.0.0 in full, then 1.1.0 against it. */
async function chain() {
  const { name, ids } = await line(["1.0.0"], ["1.1.0", { files: { "notes.txt": "1\n" } }]);
  const first = await reader.audit(ids[0] ?? "");
  const second = await reader.audit(ids[1] ?? "");
  return { name, ids, first, second };
}

const EVERY = ["SKILL.md", "more.txt", "notes.txt", "scripts/main.py"];

describe("without a sealed version before it", () => {
  test("a minor release of unread releases is read whole, however little it changed", async () => {
    const { name, last } = await line(["1.0.0"], ["1.1.0"], ["1.2.0", { body: "# One line\n" }]);
    expect(await coveredBy(last)).toEqual({ base: null, duty: "full", covered: EVERY });
    const { packageDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: last } });
    const { scope, base, coveredFiles } = await statementOf(last);
    expect({ scope, base, coveredFiles }).toEqual({
      scope: "full",
      base: undefined,
      coveredFiles: { count: EVERY.length, digest: packageDigest },
    });
    const queue = await listQueue(reader.accountId);
    expect(queue.rows.find(({ slug }) => slug === name)?.duty).toBe("full");
    await reader.audit(last);
    expect((await getSkill(name)).audit).toMatchObject({
      scope: "full",
      baseVersion: null,
      carriedFrom: null,
    });
  });

  test("a patch is Unverified, and read whole", async () => {
    const { name, last } = await line(["1.0.0"], ["1.0.1", { body: "# One line\n" }]);
    expect(await coveredBy(last)).toMatchObject({ base: null, duty: "full", covered: EVERY });
    expect(await stateOf(name, "1.0.1")).toBe("Unverified");
  });

  test("what publishing would ask for is said before: the same", async () => {
    const { name, ids } = await line(["1.0.0"]);
    const next = (version: string, parts: SkillParts = {}) =>
      previewVersion({
        accountId: publisher().accountId,
        package: buildSkillPackage({ name, version, files: NOTES, ...parts }),
        priceLamports: null,
      });
    expect(await next("1.1.0")).toMatchObject({ duty: "full" });
    expect(await next("1.0.1")).toMatchObject({ duty: "full" });
    await reader.audit(ids[0] ?? "");
    expect(await next("1.1.0")).toMatchObject({ duty: "reduced" });
    expect(await next("1.0.1")).toMatchObject({ duty: "none" });
    expect(await next("2.0.0")).toMatchObject({ duty: "full" });
    const network = { permissions: { network: true, filesystem: false, subprocess: false, env_vars: [] } };
    expect(await next("1.1.0", { frontMatter: network })).toMatchObject({ duty: "full" });
  });
});

describe("against the last sealed version", () => {
  test("all that changed since is read, however many versions lie between", async () => {
    const { name, ids } = await line(
      ["1.0.0"],
      ["1.1.0", { files: { "notes.txt": "1\n" } }],
      ["1.2.0", { files: { "notes.txt": "1\n", "more.txt": "2\n" } }],
      ["1.2.1", { files: { "notes.txt": "1\n", "more.txt": "2\n" }, body: "# Patch\n" }],
    );
    const auditId = await reader.audit(ids[0] ?? "");
    const expected = { base: "1.0.0", duty: "reduced", covered: ["SKILL.md", "more.txt", "notes.txt"] };
    for (const id of ids.slice(2)) expect(await coveredBy(id)).toEqual(expected);
    expect(await coveredBy(ids[1] ?? "")).toEqual({ ...expected, covered: ["SKILL.md", "notes.txt"] });
    expect(await stateOf(name, "1.2.1")).toBe("Unverified");

    const { scope, base, coveredFiles } = await statementOf(ids[3] ?? "");
    const sealed = await getAudit(auditId);
    expect({ scope, base }).toEqual({
      scope: "reduced",
      base: {
        version: "1.0.0",
        packageDigest: sealed.packageDigest,
        statementDigest: sha256Digest(sealed.payload),
      },
    });
    const record = await getAudit(await reader.audit(ids[3] ?? ""));
    expect(record).toMatchObject({ counts: true, baseVersion: "1.0.0" });
    expect(sha256Digest(record.coveredFiles ?? "")).toBe(coveredFiles?.digest);
    expect(record.coveredFiles?.split("\n").map((each) => each.slice(66))).toEqual([
      "SKILL.md",
      "more.txt",
      "notes.txt",
      "",
    ]);
    expect(await stateOf(name, "1.2.1")).toBe("Audited");
    expect((await getSkill(name)).audit).toMatchObject({ scope: "reduced", baseVersion: "1.0.0" });
  });

  test("a file that is gone, renamed, or may be run now is among what is read", async () => {
    const name = uniqueName("modes");
    const packageOf = (version: string, files: { path: string; text: string; executable: boolean }[]) =>
      assemblePackage([
        ...buildSkillPackage({ name, version }).files,
        ...files.map(({ path, text, executable }) => ({ path, bytes: Buffer.from(text), executable })),
      ]);
    const script = { path: "run.sh", text: "echo 1\n", executable: false };
    const old = { path: "old.txt", text: "same text\n", executable: false };
    const first = await publishNow(packageOf("1.0.0", [script, old]), publisher());
    await reader.audit(first.versionId);
    const next = await publishNow(
      packageOf("1.1.0", [
        { ...script, executable: true },
        { ...old, path: "new.txt" },
      ]),
      publisher(),
    );
    const review = await getReview(reader.accountId, next.versionId);
    expect(
      review.files.map(({ path, status, covered, isExecutable }) => [path, status, covered, isExecutable]),
    ).toEqual([
      ["SKILL.md", "changed", true, false],
      ["new.txt", "added", true, false],
      ["old.txt", "removed", true, null],
      ["run.sh", "changed", true, true],
      ["scripts/main.py", "same", false, false],
    ]);
  });

  test("a breaking change in between asks for a full audit, until it is taken back", async () => {
    const network = (value: boolean) => ({
      frontMatter: { permissions: { network: value, filesystem: false, subprocess: false, env_vars: [] } },
    });
    const { ids } = await line(
      ["1.0.0", network(false)],
      ["1.1.0", network(true)],
      ["1.2.0", { ...network(true), body: "# More\n" }],
      ["1.3.0", network(false)],
    );
    await reader.audit(ids[0] ?? "");
    expect(await coveredBy(ids[1] ?? "")).toMatchObject({ duty: "full", covered: EVERY });
    expect(await coveredBy(ids[2] ?? "")).toMatchObject({ base: "1.0.0", duty: "full", covered: EVERY });
    expect(await statementOf(ids[2] ?? "")).toMatchObject({ scope: "full" });
    expect(await coveredBy(ids[3] ?? "")).toMatchObject({ duty: "reduced", covered: ["SKILL.md"] });
  });

  test("a sealed pre-release of a later line is no base", async () => {
    const { ids } = await line(["1.0.0"], ["2.0.0-rc.1"], ["1.1.0"], ["2.0.0"]);
    await reader.audit(ids[1] ?? "");
    expect(await coveredBy(ids[2] ?? "")).toMatchObject({ base: null, duty: "full" });
    expect(await coveredBy(ids[3] ?? "")).toMatchObject({ base: "2.0.0-rc.1", duty: "reduced" });
    await reader.audit(ids[0] ?? "");
    expect(await coveredBy(ids[2] ?? "")).toMatchObject({ base: "1.0.0", duty: "reduced" });
  });

  test("one that was withdrawn, and one of a former owner, were read all the same", async () => {
    const [ann, bob] = [await somebody(), await somebody()];
    const name = uniqueName("given");
    const { versionId } = await publishNow(buildSkillPackage({ name, files: NOTES }), ann);
    await reader.audit(versionId);
    await yankVersion({ actor: ann, skill: name, version: "1.0.0", reason: "Old." });
    await publishNow(buildSkillPackage({ name, version: "1.1.0", files: NOTES }), ann);
    await give(ann, bob, name);
    const { versionId: next } = await publishNow(
      buildSkillPackage({ name, version: "1.2.0", files: NOTES }),
      bob,
    );
    expect(await coveredBy(next)).toMatchObject({ base: "1.0.0", duty: "reduced" });
    await expect(statementOf(next)).resolves.toMatchObject({ scope: "reduced" });
  });
});

describe("a seal of a difference", () => {
  test("falls with the seal it rests on, and with that one's, and its patches with it", async () => {
    const { name, ids, first, second } = await chain();
    const third = (await publish({ name, version: "1.2.0", files: NOTES })).versionId;
    await reader.audit(third);
    await publish({ name, version: "1.2.1", files: NOTES });
    const states = async () => (await listVersions(name)).map(({ auditState }) => auditState);
    expect(await states()).toEqual(["Audited", "Audited", "Audited", "Audited"]);
    expect((await getSkill(name)).audit).toMatchObject({ baseVersion: "1.1.0", carriedFrom: "1.2.0" });

    await revoke(second);
    expect(await states()).toEqual(["Unverified", "Unverified", "Unverified", "Audited"]);
    expect((await getSkill(name)).seals.every(({ counts }) => !counts)).toBe(true);
    expect(await coveredBy(third)).toMatchObject({ base: "1.0.0", duty: "reduced" });
    await reader.audit(ids[1] ?? "");
    await reader.audit(third);
    expect(await states()).toEqual(["Audited", "Audited", "Audited", "Audited"]);
    await revoke(first);
    expect(await states()).toEqual(["Unverified", "Unverified", "Unverified", "Unverified"]);
    expect(await coveredBy(third)).toMatchObject({ base: null, duty: "full" });
  });

  test("falls when a challenge of the version it rests on is upheld", async () => {
    const { name, ids, second } = await chain();
    const { challengeId } = await openChallenge({
      accountId: (await makeAccount()).accountId,
      versionId: ids[0] ?? "",
      claim: "It sends files away.",
      evidence: "See notes.txt.",
    });
    expect((await getAudit(second)).counts).toBe(true);
    const decision = { challengeId, decision: "upheld" as const, outcome: "It does." };
    await decideChallenge(await makeAdministrator(), decision);
    expect((await getAudit(second)).counts).toBe(false);
    expect(await stateOf(name, "1.1.0")).toBe("Unverified");
  });

  test("stays when who sealed the version before is a verifier no longer: they were one", async () => {
    const former = await makeVerifier();
    const { name, ids } = await line(["1.0.0"], ["1.1.0"]);
    await former.audit(ids[0] ?? "");
    await reader.audit(ids[1] ?? "");
    await endVerifier("operator", former.address);
    expect(await stateOf(name, "1.1.0")).toBe("Audited");
  });

  test("ends with the seal it rests on at the latest", async () => {
    const { name, ids } = await line(["1.0.0"], ["1.1.0"]);
    await reader.audit(ids[0] ?? "", { validityDays: 10 });
    const auditId = await reader.audit(ids[1] ?? "", { validityDays: 365 });
    const base = await database().audit.findFirstOrThrow({ where: { versionId: ids[0] ?? "" } });
    expect((await getAudit(auditId)).expiresAt).toBe(base.expiresAt.toISOString());
    const later = fakeClock(new Date(systemClock.now().getTime() + 11 * DAY_MS));
    expect((await getSkill(name, { clock: later })).auditState).toBe("Unverified");
  });

  test("falls when the bytes of the version it rests on are others than were sealed", async () => {
    const { ids, second } = await chain();
    const packageDigest = `sha256:${"0".repeat(64)}`;
    await database().skillVersion.update({ where: { id: ids[0] ?? "" }, data: { packageDigest } });
    expect((await getAudit(second)).counts).toBe(false);
  });

  test("is not signed once the seal it would rest on has ended, or against a base of one's own choice", async () => {
    const { ids } = await line(["1.0.0"], ["1.1.0"]);
    const first = await reader.audit(ids[0] ?? "");
    const prepared = await reader.prepare(ids[1] ?? "");
    const other = prepared.payload.replace(
      /"packageDigest":"sha256:[0-9a-f]{64}"/,
      `"packageDigest":"sha256:${"0".repeat(64)}"`,
    );
    expect(other).not.toBe(prepared.payload);
    for (const [payload, reason] of [
      [other, "not_prepared"],
      [prepared.payload.replace('"scope":"reduced"', '"scope":"full"'), "not_prepared"],
    ] as const)
      await expect(signAudit({ ...prepared, payload })).rejects.toMatchObject({
        code: "AUDIT_STATEMENT_MISMATCH",
        details: { reason },
      });
    await revoke(first);
    await expect(signAudit(prepared)).rejects.toMatchObject({
      code: "AUDIT_STATEMENT_MISMATCH",
      details: { reason: "scope_changed" },
    });
    expect(await database().audit.count({ where: { versionId: ids[1] ?? "" } })).toBe(0);
  });

  test("is what a patch needs that was there before the seal: it carries none", async () => {
    const { name, ids } = await line(["1.0.0"], ["1.0.1"]);
    await reader.audit(ids[0] ?? "");
    expect(await coveredBy(ids[1] ?? "")).toMatchObject({ base: "1.0.0", duty: "reduced" });
    const patch = (await publish({ name, version: "1.0.2", files: NOTES })).versionId;
    expect(await stateOf(name, "1.0.2")).toBe("Unverified");
    expect(await coveredBy(patch)).toMatchObject({ base: "1.0.0", duty: "reduced" });
  });
});

describe("seals from before statements named their base", () => {
  /** As they are after the migration: the statement of `scope`, and what it was found to rest on. */
  const asBefore = (id: string, data: { scope: string; restsOn: string[] }) =>
    database().audit.update({ where: { id }, data });

  test.each(["reduced", "patch"])(
    "of scope %s count for nothing without one, and are told of once",
    async (scope) => {
      const [owner, former, name] = [await makeOwner(), await makeVerifier(), uniqueName("before")];
      const email = `${name}@example.org`;
      const data = { email, emailVerifiedAt: new Date() };
      await database().account.update({ where: { id: former.accountId }, data });
      const { versionId } = await owner.publish({ name });
      const auditId = await former.audit(versionId);
      await asBefore(auditId, { scope, restsOn: [] });
      expect(await stateOf(name, "1.0.0")).toBe("Unverified");
      expect((await getAudit(auditId)).counts).toBe(false);
      expect((await listOwnAudits(former.accountId)).audits[0]).toMatchObject({ unfounded: true });

      await Promise.all([notifyUnfoundedSeals(), notifyUnfoundedSeals()]);
      await notifyUnfoundedSeals();
      expect(await owner.told()).toEqual([
        `${name} 1.0.0 has been sealed`,
        `${name} 1.0.0 is no longer Audited`,
      ]);
      expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
        `Your seal of ${name} 1.0.0 no longer counts`,
      ]);
      const entries = await database().logEntry.findMany({
        where: { kind: "audit:unfounded", subjectId: versionId },
      });
      expect(entries).toHaveLength(1);
    },
  );

  test("rest on what had a seal in force when they were signed, as the migration finds out", async () => {
    const folder = fs.readdirSync("prisma/migrations").find((each) => each.endsWith("_seals_rest_on_seals"));
    const sql = fs.readFileSync(`prisma/migrations/${folder ?? ""}/migration.sql`, "utf8");
    const backfill = /DO \$body\$.*\$body\$;/s.exec(sql)?.[0] ?? "";
    const { name, first, second } = await chain();
    const third = await reader.audit((await publish({ name, version: "1.2.0", files: NOTES })).versionId);
    const alone = await line(["1.0.0"], ["1.1.0"]);
    const unfounded = await reader.audit(alone.last);
    const late = await line(["1.0.0"], ["1.1.0"]);
    const before = await reader.audit(late.ids[0] ?? "");
    await revoke(before);
    const after = await reader.audit(late.last);
    const taken = await chain();
    await revoke(taken.first);
    for (const id of [second, third, unfounded, after, taken.second])
      await asBefore(id, { scope: "reduced", restsOn: [] });
    await database().$executeRawUnsafe(backfill);
    const restsOn = async (id: string) =>
      (await database().audit.findUniqueOrThrow({ where: { id } })).restsOn;
    expect(await Promise.all([first, second, third, unfounded, after, taken.second].map(restsOn))).toEqual([
      [],
      [first],
      [second, first],
      [],
      [],
      // It was founded when it was signed, and has fallen since.
      [taken.first],
    ]);
    expect((await getAudit(third)).counts).toBe(true);
    expect((await getAudit(taken.second)).counts).toBe(false);
  });

  test("nobody is told of a full one, of one with a base, or of one that had ended anyway", async () => {
    const { ids, second } = await chain();
    const { last } = await line(["1.0.0"]);
    const ended = await reader.audit(last);
    await revoke(ended);
    await asBefore(ended, { scope: "reduced", restsOn: [] });
    await notifyUnfoundedSeals();
    const told = await database().audit.findMany({
      where: { versionId: { in: [...ids, last] }, unfoundedAt: { not: null } },
    });
    expect(told).toEqual([]);
    expect((await getAudit(second)).counts).toBe(true);
  });
});
