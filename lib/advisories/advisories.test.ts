import { beforeAll, describe, expect, test } from "vitest";
import { backfillAdvisories } from "@/lib/advisories/backfill-advisories";
import { OSV_PAYLOAD_TYPE } from "@/lib/advisories/osv-document";
import {
  getAdvisory,
  getAdvisoryEnvelope,
  listAdvisories,
  listAdvisoriesOf,
  MAX_COPIES,
} from "@/lib/advisories/read-advisories";
import { writeAdvisory, writeKeyAdvisory } from "@/lib/advisories/write-advisory";
import { decideChallenge, openChallenge } from "@/lib/audits/challenges";
import { revokeAudit } from "@/lib/audits/sign-audit";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { inTransaction } from "@/lib/db/transaction";
import type { Actor } from "@/lib/identity/actor";
import { systemClock } from "@/lib/kernel/clock";
import { sha256Digest } from "@/lib/kernel/digest";
import { openEnvelope } from "@/lib/log/attestation/dsse";
import { makeCurrent, type AtRotation } from "@/lib/log/attestation/keys/keys";
import { platformKey } from "@/lib/log/attestation/platform-key";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { decideAppeal } from "@/lib/moderation/decide-appeal";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import { closeAccount, WITHDRAWN_REASON } from "@/lib/ownership/account-closing/close-account";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { getActorOf, makeAccount, makeAdministrator, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publisher, publish, upload } = testPublisher();

let verifier: TestVerifier;
let administrator: Actor;
beforeAll(async () => {
  [verifier, administrator] = [await makeVerifier(), await makeAdministrator()];
});

const of = async (skill: string) => (await listAdvisories({ skill })).advisories;
const entriesOf = async (id: string) =>
  (await database().logEntry.findMany({ where: { subjectId: id }, orderBy: { seq: "asc" } })).map(
    ({ kind, body }) => ({ kind, data: JSON.parse(body).data as Record<string, unknown> }),
  );
const yank = (skill: string, version = "1.0.0", reason = "It deletes files.") =>
  yankVersion({ actor: publisher(), skill, version, reason });
const quarantine = (skill: string, reason = "It sends files away.") =>
  quarantineSkill({ actor: administrator, skill, reason });

describe("what makes an advisory", () => {
  test("a challenge that is upheld, and none that is rejected", async () => {
    const { slug, versionId } = await publish();
    await verifier.audit(versionId);
    const challenger = await makeAccount();
    const challenge = async (decision: "upheld" | "rejected") => {
      const words = { claim: "It sends the text away.", evidence: "scripts/main.py, line 2" };
      const { challengeId } = await openChallenge({ accountId: challenger.accountId, versionId, ...words });
      await decideChallenge(administrator, { challengeId, decision, outcome: `It is ${decision}.` });
    };
    await challenge("rejected");
    expect(await of(slug)).toEqual([]);
    await challenge("upheld");
    expect(await of(slug)).toMatchObject([
      {
        kind: "challenge-upheld",
        severity: "high",
        reason: "It is upheld.",
        versions: [{ version: "1.0.0" }],
      },
    ]);
  });

  test("a quarantine, about every published version; its end withdraws it, and the next one writes another", async () => {
    const { slug } = await publish();
    await publish({ name: slug, version: "1.1.0" });
    await quarantine(slug);
    const [first] = await of(slug);
    expect(first).toMatchObject({
      kind: "skill-quarantined",
      withdrawn: null,
      appeal: `/skills/${slug}/quarantine`,
    });
    expect(first?.versions.map(({ version }) => version)).toEqual(["1.0.0", "1.1.0"]);
    await releaseSkill({ actor: administrator, skill: slug, reason: "It was a mistake." });
    expect(await of(slug)).toMatchObject([{ id: first?.id, withdrawn: { reason: "It was a mistake." } }]);
    await quarantine(slug);
    expect((await of(slug)).map(({ withdrawn }) => withdrawn === null)).toEqual([true, false]);
  });

  test("an appeal that is won withdraws it with the words of the answer", async () => {
    const { slug } = await publish();
    await quarantine(slug);
    const actor = await getActorOf(publisher().username);
    const { appealId } = await appealDecision({ actor, skill: slug, text: "It does not." });
    await decideAppeal({ actor: administrator, appealId, decision: "grant", text: "You are right." });
    expect(await of(slug)).toMatchObject([{ withdrawn: { reason: "You are right." } }]);
  });

  test("a revoked seal, about the patches that carry it too; another verdict taken back makes none", async () => {
    const { slug, versionId } = await publish();
    const auditId = await verifier.audit(versionId);
    await publish({ name: slug, version: "1.0.1", body: "# Patch\n" });
    const asked = await verifier.audit(versionId, { verdict: "changes_requested", note: "Say more." });
    const revoke = (id: string) =>
      revokeAudit({ accountId: verifier.accountId, auditId: id, reason: "I overlooked a file." });
    await revoke(asked);
    expect(await of(slug)).toEqual([]);
    await revoke(auditId);
    await revoke(auditId);
    const advisories = await of(slug);
    expect(advisories).toMatchObject([
      { kind: "seal-revoked", severity: "medium", reason: "I overlooked a file." },
    ]);
    expect(advisories[0]?.versions.map(({ version }) => version)).toEqual(["1.0.0", "1.0.1"]);
  });

  test("a version that is withdrawn, once; one that nobody could have installed makes none", async () => {
    const { slug } = await publish();
    await yank(slug);
    await yank(slug, "1.0.0", "Another reason.");
    expect(await of(slug)).toMatchObject([
      { kind: "version-withdrawn", severity: "low", reason: "It deletes files." },
    ]);
    const insecure = await publish();
    const security = {
      actor: publisher(),
      skill: insecure.slug,
      version: "1.0.0",
      kind: "insecure",
    } as const;
    await yankVersion({ ...security, reason: "It runs what it is given." });
    expect(await of(insecure.slug)).toMatchObject([{ kind: "version-withdrawn", severity: "high" }]);
    await yankVersion({ ...security, kind: "secret", reason: "A key of ours is in it." });
    expect((await of(insecure.slug)).map(({ kind }) => kind)).toEqual([
      "secret-exposed",
      "version-withdrawn",
    ]);
    const waiting = uniqueName();
    await upload({ name: waiting });
    await yank(waiting);
    expect(await of(waiting)).toEqual([]);
  });

  test("a key that ended because it leaked, about no version", async () => {
    const reason = "A backup was lost.";
    const also: AtRotation = (db, keyId, now) => writeKeyAdvisory(db, { keyId, reason }, now);
    await makeCurrent("a-key", systemClock, also); // there was none before it
    await makeCurrent(platformKey().keyId, systemClock, also);
    const found = (await listAdvisories()).advisories.find(({ kind }) => kind === "key-leaked");
    expect(found).toMatchObject({ slug: null, key: "a-key", versions: [], severity: "high" });
    expect(JSON.parse(found?.document ?? "")).not.toHaveProperty("affected");
    expect((await entriesOf(found?.id ?? ""))[0]?.data).toMatchObject({ kind: "key-leaked", cause: "a-key" });
    expect((await entriesOf(found?.id ?? ""))[0]?.data).not.toHaveProperty("slug");
  });
});

describe("numbers", () => {
  test("have no gap, however many are written at once, half of them by the same cause, and some given up", async () => {
    const skills = await Promise.all(Array.from({ length: 6 }, () => publish()));
    await Promise.allSettled([
      ...skills.map(({ slug }) => yank(slug)),
      ...skills.map(({ slug }) => yank(slug)),
      ...skills.map(({ versionId }) =>
        inTransaction(async (db) => {
          const about = { versionIds: [versionId] };
          await writeAdvisory(
            db,
            { kind: "secret-exposed", causeId: versionId, about, reason: "x" },
            new Date(),
          );
          throw new Error("changed my mind");
        }),
      ),
    ]);
    const rows = await database().advisory.findMany({ orderBy: { number: "asc" } });
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
    const year = new Date().getUTCFullYear();
    expect(rows[0]?.id).toBe(`EMP-${year}-0001`);
    for (const { slug } of skills) expect(await of(slug)).toHaveLength(1);
  });

  test("cannot be skipped, and a cause cannot be told twice, whoever writes", async () => {
    const last = await database().advisory.findFirstOrThrow({ orderBy: { number: "desc" } });
    const { statement: _, ...row } = last;
    const next = (change: object) =>
      database().advisory.create({
        data: {
          ...row,
          causeId: "other",
          number: row.number + 1,
          previousNumber: row.number,
          ...change,
        } as never,
      });
    const idOf = (number: number) => `EMP-${row.year}-${String(number).padStart(4, "0")}`;
    await expect(
      next({ id: idOf(row.number + 2), number: row.number + 2, previousNumber: row.number + 1 }),
    ).rejects.toThrow();
    await expect(next({ id: idOf(row.number + 1), previousNumber: null })).rejects.toThrow();
    await expect(next({ id: "EMP-2026-1" })).rejects.toThrow();
    await expect(next({ id: idOf(row.number + 1), causeId: row.causeId })).rejects.toThrow();
  });
});

describe("an advisory", () => {
  test("is an entry of the log with the digest of its document, and so is its withdrawal", async () => {
    const { slug } = await publish();
    await quarantine(slug);
    const [written] = await of(slug);
    await releaseSkill({ actor: administrator, skill: slug, reason: "It was a mistake." });
    const [withdrawn] = await of(slug);
    expect(await entriesOf(written?.id ?? "")).toMatchObject([
      { kind: "advisory:published", data: { slug, documentDigest: sha256Digest(written?.document ?? "") } },
      {
        kind: "advisory:withdrawn",
        data: { reason: "It was a mistake.", documentDigest: sha256Digest(withdrawn?.document ?? "") },
      },
    ]);
  });

  test("is an envelope that the market's key has signed, over the document of now", async () => {
    const { slug } = await publish();
    await yank(slug);
    const [advisory] = await of(slug);
    const envelope = await getAdvisoryEnvelope(advisory?.id ?? "");
    const publicKey = platformKey().keyId;
    const payload = openEnvelope(envelope, { payloadType: OSV_PAYLOAD_TYPE, publicKey });
    expect(payload?.toString()).toBe(advisory?.document);
    await expect(getAdvisory("EMP-2026-9999")).rejects.toMatchObject({ code: "ADVISORY_NOT_FOUND" });
  });

  test("is found by digest, or by skill and version, also under a former name; not when it is withdrawn", async () => {
    const { slug } = await publish();
    const other = await publish();
    await yank(slug);
    const packageDigest = (await of(slug))[0]?.versions[0]?.packageDigest ?? "";
    await quarantine(other.slug);
    await releaseSkill({ actor: administrator, skill: other.slug, reason: "It was a mistake." });
    const copies = [
      { skill: slug, version: "1.0.0" },
      { skill: "somebody-elses-name", digest: packageDigest },
      { skill: slug, version: "2.0.0", digest: `sha256:${"0".repeat(64)}` },
      { skill: slug, version: "1.0.0", digest: packageDigest },
      { skill: other.slug, version: "1.0.0" },
    ];
    const found = await listAdvisoriesOf(copies);
    expect(found.map((each) => each.map(({ kind }) => kind))).toEqual([
      ["version-withdrawn"],
      ["version-withdrawn"],
      [],
      ["version-withdrawn"],
      [],
    ]);
    const many = Array.from({ length: MAX_COPIES + 1 }, () => ({ skill: slug }));
    await expect(listAdvisoriesOf(many)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    expect(await listAdvisoriesOf(many.slice(1))).toHaveLength(MAX_COPIES);
  });

  test("is listed once over all pages, the one that changed last first, and since a moment", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listAdvisories({ limit: 3, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.advisories.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(await database().advisory.count());
    expect(new Set(seen).size).toBe(seen.length);
    const newest = await getAdvisory(seen[0] ?? "");
    const since = new Date(newest.modifiedAt);
    expect((await listAdvisories({ since })).advisories[0]?.id).toBe(newest.id);
    const later = new Date(since.getTime() + 1);
    expect((await listAdvisories({ since: later })).advisories).toEqual([]);
    await expect(listAdvisories({ cursor: "2026_x" })).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  });
});

test("what happened before gets its advisory, says when it happened, and gets it once", async () => {
  const [yanked, held] = [await publish(), await publish()];
  await yank(yanked.slug);
  await quarantine(held.slug);
  const leaving = await makeAccount();
  const left = await publish({}, leaving);
  await closeAccount(await getActorOf(leaving.username), { username: leaving.username, locale: "en" });
  const before = await database().advisory.findMany();
  await database().$transaction(async (tx) => {
    await tx.advisoryVersion.deleteMany();
    await tx.$executeRaw`DELETE FROM "Advisories"`;
    await tx.advisoryYear.deleteMany();
  });
  const later = { now: () => new Date(Date.now() + 60_000) };
  while ((await backfillAdvisories({ without: [WITHDRAWN_REASON] }, later)) > 0);
  expect(await backfillAdvisories({ without: [WITHDRAWN_REASON] }, later)).toBe(0);
  expect(await of(left.slug)).toEqual([]);
  const [again] = await of(yanked.slug);
  const first = before.find(({ slug }) => slug === yanked.slug);
  expect(again).toMatchObject({ kind: "version-withdrawn", reason: "It deletes files." });
  expect(again?.happenedAt).toBe(first?.happenedAt.toISOString());
  expect((await entriesOf(again?.id ?? "")).at(-1)?.data).toMatchObject({ backfilled: again?.happenedAt });
  // A quarantine from before is told as the same cause, so that its end withdraws it.
  expect(await of(held.slug)).toHaveLength(1);
  await releaseSkill({ actor: administrator, skill: held.slug, reason: "It was a mistake." });
  expect(await of(held.slug)).toMatchObject([{ withdrawn: { reason: "It was a mistake." } }]);
});
