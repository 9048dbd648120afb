import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadPlatformKey } from "@/lib/log/attestation/platform-key";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "platform-key-"));
const file = path.join(directory, "kept", "platform-key.pem");
afterAll(() => fs.rmSync(directory, { recursive: true }));

test("the key is made once, kept for its owner only, and found again", () => {
  const first = loadPlatformKey({ file });
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(path.dirname(file))).toEqual(["platform-key.pem"]);
  expect(loadPlatformKey({ file }).keyId).toBe(first.keyId);
  expect(execFileSync("openssl", ["pkey", "-in", file, "-noout", "-text"], { encoding: "utf8" })).toContain(
    "ED25519",
  );
});

test("a key given as text wins over the file", () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  expect(loadPlatformKey({ file, pem }).keyId).not.toBe(loadPlatformKey({ file }).keyId);
});

test("a key of another kind is refused", () => {
  const { privateKey } = generateKeyPairSync("x25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  expect(() => loadPlatformKey({ file, pem })).toThrow(/Ed25519/);
});
