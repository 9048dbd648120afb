import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { backfillLog } from "@/lib/log/transparency/backfill-log";
import { listLogEntries } from "@/lib/log/transparency/read-log";
import { verifyLog } from "@/lib/log/transparency/verify-log";

const database = testDatabase();
testBlobStore();

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const log = { origin: "market.example/log", key: { privateKey, keyId: addressOfKey(publicKey) } };
const DIGEST = `sha256:${"ab".repeat(32)}`;

test("what happened before there was a log gets entries that say so, once, and the log verifies", async () => {
  const author = await makeAccount();
  const reader = await makeAccount();
  const versions = [];
  for (let at = 0; at < 3; at++)
    versions.push((await publishNow(buildSkillPackage({ name: uniqueName() }), author)).versionId);
  const verifier = { id: "vrf_1", accountId: reader.accountId, address: reader.address, displayName: "R" };
  await database().verifier.create({ data: verifier });
  const issuedAt = new Date("2026-01-02T03:04:05Z");
  await database().audit.create({
    data: {
      id: "aud_1",
      versionId: versions[0] ?? "",
      verifierId: verifier.id,
      verdict: "seal",
      scope: "full",
      packageDigest: DIGEST,
      payload: "{}",
      envelope: {},
      signature: "s",
      nonce: "n",
      issuedAt,
      expiresAt: new Date("2027-01-02T03:04:05Z"),
      revokedAt: new Date("2026-02-02T03:04:05Z"),
      revokeReason: "I had missed a line.",
    },
  });
  // As it was before the log: nothing in it.
  await database().$executeRaw`DELETE FROM "LogNodes"`;
  await database().$executeRaw`DELETE FROM "LogEntries"`;
  await database().$executeRaw`UPDATE "LogHeads" SET "size" = 0`;
  const now = fakeClock("2026-11-21T12:00:00Z");
  const added = await Promise.all([backfillLog(now), backfillLog(now), backfillLog(now)]);
  expect(added.reduce((sum, count) => sum + count, 0)).toBe(4);
  expect(await backfillLog(now)).toBe(0);
  const { entries, checkpoint } = await listLogEntries({ start: 0, limit: 100 }, log);
  const bodies = entries.map(
    ({ body }) => JSON.parse(body) as { kind: string; at: string; data: Record<string, unknown> },
  );
  expect(bodies.map(({ kind }) => kind).toSorted()).toEqual([
    "audit:revoked",
    "audit:signed",
    "version:published",
    "version:published",
    "version:published",
  ]);
  for (const { at, data } of bodies) {
    expect(at).toBe("2026-11-21T12:00:00.000Z");
    expect(data["backfilled"]).toMatch(/^\d{4}-/);
  }
  expect(bodies.find(({ kind }) => kind === "audit:signed")?.data).toMatchObject({
    auditId: "aud_1",
    backfilled: issuedAt.toISOString(),
  });
  expect(verifyLog({ checkpoint, entries }, log.key.keyId)).toMatchObject({ ok: true });
});
