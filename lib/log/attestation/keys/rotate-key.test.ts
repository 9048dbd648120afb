import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { IN_TOTO_PAYLOAD_TYPE, openEnvelope, signEnvelope } from "@/lib/log/attestation/dsse";
import { systemClock } from "@/lib/kernel/clock";
import { logger } from "@/lib/kernel/observability/logger";
import { metrics } from "@/lib/kernel/observability/metrics";
import { newId } from "@/lib/kernel/ids";
import { platformKey, platformKeyFile } from "@/lib/log/attestation/platform-key";
import {
  assertMaySign,
  askAgain,
  measurePlatformKey,
  listKeys,
  makeCurrent,
  rotateKey,
} from "@/lib/log/attestation/keys/keys";
import { testDatabase } from "@/lib/testing/database";
import { openCheckpoint, signCheckpoint } from "@/lib/log/transparency/checkpoint";

const database = testDatabase();
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "rotate-key-"));
process.env["DATA_DIRECTORY"] = directory;
delete process.env["PLATFORM_KEY"];
afterAll(() => fs.rmSync(directory, { recursive: true }));

const HOUR_MS = 3_600_000;
const after = (ms: number) => ({ now: () => new Date(Date.now() + ms) });
const rotate = () => rotateKey({ file: platformKeyFile() }, systemClock);

test("only the first key of a market becomes its key by signing; reading and other keys change nothing", async () => {
  expect(await listKeys()).toEqual([]);
  const { keyId } = platformKey();
  await assertMaySign(keyId, systemClock);
  const [first] = await listKeys();
  const strangers = Array.from({ length: 8 }, () => newId("key"));
  for (const stranger of strangers)
    await expect(assertMaySign(stranger, systemClock)).rejects.toMatchObject({ code: "INTERNAL" });
  for (const _ of strangers) await listKeys();
  expect(await listKeys()).toEqual([first]);
  expect(first).toMatchObject({ keyId, validUntil: null });
});

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
  const keys = await listKeys();
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
  if (from === null) throw new Error("there was no key before");
  await assertMaySign(from, after(HOUR_MS / 2));
  await expect(assertMaySign(from, after(2 * HOUR_MS))).rejects.toMatchObject({ code: "INTERNAL" });
  const told = await listKeys();
  expect(told.map(({ keyId }) => keyId)).toEqual(expect.arrayContaining([from, to]));
  await assertMaySign(to, after(2 * HOUR_MS));
});

test("of many processes that come to a new market at once, one key is first, and the others may not sign", async () => {
  await database().platformKey.deleteMany();
  askAgain();
  const keyIds = Array.from({ length: 8 }, () => newId("key"));
  const answers = await Promise.allSettled(keyIds.map((keyId) => assertMaySign(keyId, systemClock)));
  const allowed = keyIds.filter((_, index) => answers[index]?.status === "fulfilled");
  expect((await listKeys()).map(({ keyId }) => keyId)).toEqual(allowed);
  expect(allowed).toHaveLength(1);
});

test("of many calls that come to a new market at once with its key, none is refused", async () => {
  for (let market = 0; market < 10; market++) {
    await database().platformKey.deleteMany();
    askAgain();
    const keyId = newId("key");
    await Promise.all(Array.from({ length: 100 }, () => assertMaySign(keyId, systemClock)));
  }
});

test("a market returns to a former key, with its file or its setting, and the one between ends", async () => {
  await rotate();
  const kept = path.join(directory, "kept.pem");
  fs.copyFileSync(platformKeyFile(), kept);
  const former = platformKey().keyId;
  const { to: between } = await rotate();
  const back = await rotateKey({ file: platformKeyFile(), pem: fs.readFileSync(kept, "utf8") }, systemClock);
  expect([back.from, back.to, platformKey().keyId]).toEqual([between, former, former]);
  await assertMaySign(former, after(48 * HOUR_MS));
  await expect(assertMaySign(between, after(2 * HOUR_MS))).rejects.toMatchObject({ code: "INTERNAL" });
  const [current, ...others] = await listKeys();
  expect(current).toMatchObject({ keyId: former, validUntil: null });
  expect(others.every(({ validUntil }) => validUntil !== null)).toBe(true);
  expect(await makeCurrent(between, systemClock)).toBe(former);
  await assertMaySign(between, after(48 * HOUR_MS));
  fs.rmSync(kept);
});

test("a key file that cannot be used changes nothing", async () => {
  await rotate();
  const before = [platformKey().keyId, await listKeys()];
  await expect(rotateKey({ file: platformKeyFile(), pem: "nonsense" }, systemClock)).rejects.toThrow();
  expect([platformKey().keyId, await listKeys()]).toEqual(before);
  expect(fs.readdirSync(directory)).toEqual(["platform-key.pem"]);
});

test("the old private key is gone from the disk", async () => {
  await rotate();
  expect(fs.readdirSync(directory)).toEqual(["platform-key.pem"]);
});

test("the log says when a key begins and ends, and the figures what the key of this process is", async () => {
  const [told, failed] = [vi.spyOn(logger, "info"), vi.spyOn(logger, "error")];
  const stateNow = async () => {
    await measurePlatformKey();
    const text = await metrics.getSingleMetricAsString("emporion_platform_key");
    return /state="(\w+)"\} 1$/m.exec(text)?.[1];
  };
  const { from, to } = await rotate();
  expect(told).toHaveBeenCalledWith({ keyId: to }, "a key begins to sign");
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ keyId: from }), "a key ends");
  expect(await stateNow()).toBe("current");
  await makeCurrent(newId("key"), systemClock);
  expect(await stateNow()).toBe("ending");
  await database().platformKey.deleteMany();
  askAgain();
  await makeCurrent(newId("key"), systemClock);
  expect(await stateNow()).toBe("refused");
  await expect(assertMaySign(to, systemClock)).rejects.toMatchObject({ code: "INTERNAL" });
  expect(failed).toHaveBeenCalledWith(
    expect.objectContaining({ keyId: to }),
    expect.stringContaining("may not sign"),
  );
});
