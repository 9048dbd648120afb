import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { getAudit } from "@/lib/audits/seals";
import { prepareAudit, type AuditRequest, type PreparedAudit, signAudit } from "@/lib/audits/sign-audit";
import { reserveReview } from "@/lib/audits/review/review";
import { setVerifierRevoked } from "@/lib/audits/verifiers-repository";
import { executablesDigest } from "@/lib/package";
import { verifySeal } from "@/lib/audits/audit-statement";
import { fakeClock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";

const database = testDatabase();
const DIGEST = `sha256:${"ab".repeat(32)}`;
process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";

interface Person {
  accountId: string;
  address: string;
  key: KeyObject;
}

let author: Person;
let verifier: Person;
let versionId: string;
let clock: ReturnType<typeof fakeClock>;

async function makePerson(enrolled: boolean): Promise<Person> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const person = { accountId: newId("acc"), address: addressOfKey(publicKey), key: privateKey };
  await database().account.create({
    data: { id: person.accountId, username: person.accountId.toLowerCase() },
  });
  await database().wallet.create({ data: { address: person.address, accountId: person.accountId } });
  if (enrolled) {
    const row = {
      id: newId("vrf"),
      accountId: person.accountId,
      address: person.address,
      displayName: "Reader",
    };
    await database().verifier.create({ data: row });
  }
  return person;
}

async function makeVersion(owner: Person): Promise<string> {
  const skillId = newId("skl");
  const slug = `skill-${skillId.slice(-8)}`;
  await database().skill.create({
    data: { id: skillId, slug, canonicalName: slug.replaceAll("-", ""), ownerId: owner.accountId },
  });
  const id = newId("ver");
  await database().skillVersion.create({
    data: {
      id,
      skillId,
      version: "1.0.0",
      versionScheme: "semver",
      versionChange: "first",
      vettingStatus: "approved",
      packageDigest: DIGEST,
      archiveDigest: DIGEST,
      packageSizeBytes: 1,
      skillMd: "",
      manifest: {},
      dialectReports: [],
      publishedAt: clock.now(),
    },
  });
  return id;
}

beforeEach(async () => {
  clock = fakeClock("2026-11-21T00:00:00Z");
  author = await makePerson(true);
  verifier = await makePerson(true);
  versionId = await makeVersion(author);
});

const request = (person: Person): AuditRequest => ({
  accountId: person.accountId,
  versionId,
  verdict: "seal",
  note: null,
  validityDays: 365,
  genesisHash: "local",
});
const signatureOf = (prepared: PreparedAudit, key: KeyObject) =>
  sign(null, Buffer.from(prepared.message, "base64"), key);
const submit = (prepared: PreparedAudit, signature: Uint8Array, person = verifier) =>
  signAudit({ accountId: person.accountId, versionId, ...prepared, signature }, clock);

describe("signing an audit", () => {
  test("a verifier's signature seals exactly this package, and anybody can check it offline", async () => {
    const prepared = await prepareAudit(request(verifier), clock);
    const { auditId } = await submit(prepared, signatureOf(prepared, verifier.key));
    const audit = await getAudit(auditId, clock);
    expect(audit.counts).toBe(true);
    const expected = { verifierAddress: verifier.address, packageDigest: DIGEST, now: clock.now() };
    expect(verifySeal(audit.envelope, expected)).toMatchObject({ ok: true });
    const otherPackage = { ...expected, packageDigest: `sha256:${"cd".repeat(32)}` };
    expect(verifySeal(audit.envelope, otherPackage)).toEqual({ ok: false, reason: "another_package" });
    const none = executablesDigest([]);
    expect(JSON.parse(audit.payload)).toMatchObject({ predicate: { executablesDigest: none } });
    expect(verifySeal(audit.envelope, { ...expected, executablesDigest: none })).toMatchObject({ ok: true });
    const otherModes = { ...expected, executablesDigest: executablesDigest(["run.sh"]) };
    expect(verifySeal(audit.envelope, otherModes)).toEqual({ ok: false, reason: "other_executables" });
  });

  test("who has signed has nothing reserved any more; another's reservation stays", async () => {
    const other = await makePerson(true);
    const held = async () => database().reviewClaim.count({ where: { versionId } });
    for (const [reader, left] of [
      [verifier, 0],
      [other, 1],
    ] as const) {
      await reserveReview({ accountId: reader.accountId, versionId }, clock);
      const prepared = await prepareAudit(request(verifier), clock);
      await submit(prepared, signatureOf(prepared, verifier.key));
      expect(await held()).toBe(left);
    }
  });

  test("a seal stops counting when the package under it is another one", async () => {
    const prepared = await prepareAudit(request(verifier), clock);
    const { auditId } = await submit(prepared, signatureOf(prepared, verifier.key));
    await database().skillVersion.update({
      where: { id: versionId },
      data: { packageDigest: `sha256:${"ef".repeat(32)}` },
    });
    expect((await getAudit(auditId, clock)).counts).toBe(false);
  });

  test("a seal ends with its term", async () => {
    const prepared = await prepareAudit(request(verifier), clock);
    const { auditId } = await submit(prepared, signatureOf(prepared, verifier.key));
    clock.advanceMs(366 * 86_400_000);
    expect((await getAudit(auditId, clock)).counts).toBe(false);
  });

  test("the author can never audit their own skill, though enrolled", async () => {
    await expect(prepareAudit(request(author), clock)).rejects.toMatchObject({ code: "AUDIT_NOT_ALLOWED" });
  });

  test("nor does whoever is paid for it, whichever of their wallets they sign with", async () => {
    // Its publisher has taken the wallet off their account since, and the verifier has linked it to theirs.
    const paid = await makePerson(false);
    const wallet = { where: { address: paid.address }, data: { accountId: verifier.accountId } };
    await database().wallet.update(wallet);
    const payeeAddress = paid.address;
    await database().skillVersion.update({ where: { id: versionId }, data: { payeeAddress } });
    await expect(prepareAudit(request(verifier), clock)).rejects.toMatchObject({ code: "AUDIT_NOT_ALLOWED" });
  });

  test("who is not a verifier cannot sign", async () => {
    const stranger = await makePerson(false);
    await expect(prepareAudit(request(stranger), clock)).rejects.toMatchObject({ code: "VERIFIER_REQUIRED" });
  });

  test("nor who is struck off at that very moment: their statement is older, and would count", async () => {
    const prepared = await prepareAudit(request(verifier), clock);
    const end = (db: Database) => setVerifierRevoked(db, verifier.address, new Date());
    const signing = whileHeld(end, () => submit(prepared, signatureOf(prepared, verifier.key)));
    await expect(signing).rejects.toMatchObject({ code: "VERIFIER_REQUIRED" });
    expect(await database().audit.count({ where: { versionId } })).toBe(0);
  });

  test("a signature by another key is refused and nothing is recorded", async () => {
    const prepared = await prepareAudit(request(verifier), clock);
    const forged = submit(prepared, signatureOf(prepared, author.key));
    await expect(forged).rejects.toMatchObject({ code: "AUDIT_SIGNATURE_INVALID" });
    expect(await database().audit.count({ where: { versionId } })).toBe(0);
  });

  test("a statement changed after it was prepared is refused, though correctly signed", async () => {
    const prepared = await prepareAudit(
      { ...request(verifier), verdict: "challenge", note: "Wrong." },
      clock,
    );
    const changed = { ...prepared, payload: prepared.payload.replace('"challenge"', '"seal"') };
    const attempt = submit(changed, signatureOf(prepared, verifier.key));
    await expect(attempt).rejects.toMatchObject({ code: "AUDIT_STATEMENT_MISMATCH" });
  });

  test("a statement prepared for another version is refused", async () => {
    const prepared = await prepareAudit(request(verifier), clock);
    versionId = await makeVersion(author);
    const attempt = submit(prepared, signatureOf(prepared, verifier.key));
    await expect(attempt).rejects.toMatchObject({ code: "AUDIT_STATEMENT_MISMATCH" });
  });

  test("a statement works once", async () => {
    const prepared = await prepareAudit(request(verifier), clock);
    const signature = signatureOf(prepared, verifier.key);
    const results = await Promise.allSettled([submit(prepared, signature), submit(prepared, signature)]);
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await database().audit.count({ where: { versionId } })).toBe(1);
  });

  test("a statement left lying for too long must be prepared again", async () => {
    const prepared = await prepareAudit(request(verifier), clock);
    clock.advanceMs(16 * 60_000);
    const attempt = submit(prepared, signatureOf(prepared, verifier.key));
    await expect(attempt).rejects.toMatchObject({ code: "AUDIT_STATEMENT_MISMATCH" });
  });

  test("every audit leaves an event in the public log", async () => {
    const prepared = await prepareAudit(request(verifier), clock);
    await submit(prepared, signatureOf(prepared, verifier.key));
    expect(await database().event.findMany({ where: { subjectId: versionId } })).toMatchObject([
      { kind: "version:sealed", actor: verifier.address },
    ]);
  });
});
