import { generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "@/lib/db/transaction";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { yankVersion } from "@/lib/publishing/yank-version";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { appendAllToLog, appendToLog } from "@/lib/log/transparency/append-to-log";
import { openCheckpoint } from "@/lib/log/transparency/checkpoint";
import { hashLeaf } from "@/lib/log/transparency/merkle";
import { verifyConsistency, verifyInclusion } from "@/lib/log/transparency/testing/verify-proofs";
import { getCheckpoint, listLogEntries, proveEntry, proveGrowth } from "@/lib/log/transparency/read-log";
import { verifyLog } from "@/lib/log/transparency/verify-log";

const database = testDatabase();
testBlobStore();

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const keyId = addressOfKey(publicKey);
const log = { origin: "market.example/log", key: { privateKey, keyId } };
const everything = { start: 0, limit: 1000 };

const append = (subjectId: string) =>
  inTransaction((db) =>
    appendToLog(db, { kind: "version:published", subjectId, data: { slug: subjectId } }, new Date()),
  );

/** The whole log as it is published. */
async function published() {
  const { checkpoint, entries } = await listLogEntries(everything, log);
  return { checkpoint, entries: entries.map(({ seq, body, leafHash }) => ({ seq, body, leafHash })) };
}

beforeAll(async () => {
  // Four times ten writers at once, a quarter of which change their mind.
  for (let wave = 0; wave < 4; wave++) {
    await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        inTransaction(async (db) => {
          await appendToLog(db, { kind: "audit:signed", subjectId: `s${index}`, data: {} }, new Date());
          if (index % 4 === 3) throw new Error("changed my mind");
        }),
      ),
    );
  }
});

describe("the log", () => {
  test("numbers what was committed without gaps, however many write at once", async () => {
    const { entries } = await published();
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 32 }, (_, index) => index));
  });

  test("refuses a gap, a second entry of a number and a shorter head in the database itself", async () => {
    const row = (seq: bigint, previousSeq: bigint | null) =>
      database().logEntry.create({
        data: {
          seq,
          previousSeq,
          kind: "x",
          subjectId: "x",
          body: "{}",
          leafHash: "0".repeat(64),
          loggedAt: new Date(),
        },
      });
    await expect(row(99n, 98n)).rejects.toThrow();
    await expect(row(99n, 31n)).rejects.toThrow();
    await expect(row(99n, null)).rejects.toThrow();
    await expect(row(31n, 30n)).rejects.toThrow();
    await expect(database().logHead.create({ data: { id: 2, size: 0 } })).rejects.toThrow();
  });

  test("verifies as a whole against its signed checkpoint", async () => {
    expect(verifyLog(await published(), keyId)).toMatchObject({ ok: true, checkpoint: { size: 32 } });
    expect(verifyLog(await published(), addressOfKey(generateKeyPairSync("ed25519").publicKey))).toEqual({
      ok: false,
      reason: "checkpoint_not_signed",
    });
  });

  test("a tampered entry is found, also when its hash was changed with it", async () => {
    const whole = await published();
    const at = (index: number, change: object) => ({
      ...whole,
      entries: whole.entries.map((entry, i) => (i === index ? { ...entry, ...change } : entry)),
    });
    const body = whole.entries[3]?.body.replace("s", "z") ?? "";
    expect(verifyLog(at(3, { body }), keyId)).toEqual({ ok: false, reason: "entry_changed", seq: 3 });
    const leafHash = hashLeaf(Buffer.from(body)).toString("hex");
    expect(verifyLog(at(3, { body, leafHash }), keyId)).toEqual({ ok: false, reason: "root_differs" });
    expect(verifyLog({ ...whole, entries: whole.entries.toSpliced(5, 1) }, keyId)).toMatchObject({
      ok: false,
    });
    expect(verifyLog({ ...whole, entries: whole.entries.slice(1) }, keyId)).toMatchObject({ ok: false });
    const [, , second] = whole.entries;
    if (!second) throw new Error("too short");
    const swapped = whole.entries.with(1, { ...second, seq: 1 });
    expect(verifyLog({ ...whole, entries: swapped }, keyId)).toEqual({ ok: false, reason: "root_differs" });
  });

  test("proves that an entry is in it and that it has only grown", async () => {
    const before = openCheckpoint(await getCheckpoint(log), keyId);
    for (const name of ["a", "b", "c"]) await append(name);
    const proof = await proveEntry({ seq: 33 }, log);
    const after = openCheckpoint(proof.checkpoint, keyId);
    if (!before || !after) throw new Error("not signed");
    const leaf = hashLeaf(Buffer.from(proof.entry.body));
    expect(verifyInclusion({ leaf, index: 33, ...after }, proof.hashes)).toBe(true);
    const growth = await proveGrowth({ first: before.size }, log);
    const claim = { first: before.size, firstRoot: before.root, second: after.size, secondRoot: after.root };
    expect(verifyConsistency(claim, growth.hashes)).toBe(true);
    await expect(proveEntry({ seq: 35 }, log)).rejects.toMatchObject({ code: "LOG_ENTRY_NOT_FOUND" });
    await expect(proveGrowth({ first: 5, second: 99 }, log)).rejects.toMatchObject({
      code: "LOG_ENTRY_NOT_FOUND",
    });
  });

  test("takes several entries of one change at once, and verifies as if each had come alone", async () => {
    const { length: before } = (await published()).entries;
    const entries = Array.from({ length: 21 }, (_, i) => {
      return { kind: "version:yanked", subjectId: `many-${i}`, data: { i } } as const;
    });
    await inTransaction((db) => appendAllToLog(db, entries, new Date()));
    await append("afterwards");
    const log = await published();
    expect(
      log.entries.slice(before).map(({ body }) => (JSON.parse(body) as { subject: string }).subject),
    ).toEqual([...entries.map(({ subjectId }) => subjectId), "afterwards"]);
    expect(verifyLog(log, keyId)).toMatchObject({ ok: true, checkpoint: { size: before + 22 } });
  });

  test("holds what was published and taken back, in the order it happened", async () => {
    const publisher = await makeAccount();
    const name = uniqueName("logged");
    const { versionId } = await publishNow(buildSkillPackage({ name }), publisher);
    await yankVersion({ actor: publisher, skill: name, version: "1.0.0", reason: "wrong file" });
    const { entries } = await listLogEntries(everything, log);
    expect(entries.filter(({ subjectId }) => subjectId === versionId).map(({ kind }) => kind)).toEqual([
      "version:published",
      "version:yanked",
    ]);
    const { packageDigest } = await getSkill(name, { version: "1.0.0" });
    expect(entries.at(-2)?.body).toContain(packageDigest);
    expect(entries.at(-1)?.kind).toBe("advisory:published");
  });
});
