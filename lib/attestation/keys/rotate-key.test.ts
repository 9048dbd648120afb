import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { IN_TOTO_PAYLOAD_TYPE, openEnvelope, signEnvelope } from "@/lib/attestation/dsse";
import { systemClock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { platformKey, platformKeyFile } from "@/lib/attestation/current-platform-key";
import { listKeys, publishKey } from "@/lib/attestation/keys/publish-key";
import { rotateKey } from "@/lib/attestation/keys/rotate-key";
import { testDatabase } from "@/lib/testing/database";
import { openCheckpoint, signCheckpoint } from "@/lib/transparency/checkpoint";

testDatabase();
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "rotate-key-"));
process.env["DATA_DIRECTORY"] = directory;
delete process.env["PLATFORM_KEY"];
afterAll(() => fs.rmSync(directory, { recursive: true }));

const HOUR_MS = 3_600_000;
const after = (ms: number) => ({ now: () => new Date(Date.now() + ms) });
const rotate = () => rotateKey(platformKeyFile(), systemClock);

test("after a rotation what runs signs with the new key, and what the old one signed still verifies", async () => {
  const old = platformKey();
  const receipt = signEnvelope(Buffer.from("{}"), {
    payloadType: IN_TOTO_PAYLOAD_TYPE,
    key: old.privateKey,
    keyId: old.keyId,
  });
  const note = signCheckpoint({ origin: "market/log", size: 3, root: Buffer.alloc(32, 7) }, old);
  const { from, to } = await rotate();
  expect([from, platformKey().keyId]).toEqual([old.keyId, to]);
  const keys = await listKeys(platformKey().keyId, systemClock);
  expect(keys.map(({ keyId, validUntil }) => [keyId, validUntil !== null])).toEqual([
    [to, false],
    [from, true],
  ]);
  const oldId = keys[1]?.keyId ?? "";
  expect(openEnvelope(receipt, { payloadType: IN_TOTO_PAYLOAD_TYPE, publicKey: oldId })).not.toBeNull();
  expect(openCheckpoint(note, oldId)).toMatchObject({ size: 3 });
  expect(openCheckpoint(note, to)).toBeNull();
});

test("a process that kept the old key may sign for an hour, and then no more", async () => {
  const { from, to } = await rotate();
  await publishKey(from, after(HOUR_MS / 2));
  await expect(publishKey(from, after(2 * HOUR_MS))).rejects.toMatchObject({ code: "INTERNAL" });
  const told = await listKeys(from, after(2 * HOUR_MS)); // by which receipts are verified, whoever tells it
  expect(told.map(({ keyId }) => keyId)).toEqual(expect.arrayContaining([from, to]));
  await publishKey(to, after(2 * HOUR_MS));
});

test("of many processes that come with one new key, one publishes it and nothing is listed twice", async () => {
  const keyId = newId("key");
  await Promise.all(Array.from({ length: 8 }, () => publishKey(keyId, systemClock)));
  const keys = await listKeys(keyId, systemClock);
  expect(keys.filter((key) => key.keyId === keyId)).toHaveLength(1);
  expect(keys.filter(({ validUntil }) => validUntil === null).map((key) => key.keyId)).toEqual([keyId]);
});

test("the old private key is gone from the disk", async () => {
  await rotate();
  expect(fs.readdirSync(directory)).toEqual(["platform-key.pem"]);
});
