import { execFileSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { VersionedTransaction } from "@solana/web3.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  IN_TOTO_PAYLOAD_TYPE,
  isEnvelope,
  openEnvelope,
  preAuthEncoding,
  sealEnvelope,
  signEnvelope,
} from "@/lib/log/attestation/dsse";
import { parseSignInText } from "@/lib/identity/wallets/siws";
import { addressOfKey } from "@/lib/chain/solana/ed25519";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const address = addressOfKey(publicKey);
const signText = (text: string) =>
  signEnvelope(Buffer.from(text), { payloadType: IN_TOTO_PAYLOAD_TYPE, key: privateKey, keyId: address });
const openText = (envelope: unknown, key: string) =>
  openEnvelope(envelope, { payloadType: IN_TOTO_PAYLOAD_TYPE, publicKey: key })?.toString("utf8") ?? null;

test("the pre-authentication encoding is that of the specification's own vector", () => {
  const encoded = preAuthEncoding("http://example.com/HelloWorld", Buffer.from("hello world"));
  expect(Buffer.from(encoded).toString()).toBe("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
});

test("lengths count bytes, not characters", () => {
  expect(Buffer.from(preAuthEncoding("t", Buffer.from("합"))).toString()).toBe("DSSEv1 1 t 3 합");
});

test("a signed payload verifies, and one changed character does not", () => {
  const envelope = signText('{"a":1}');
  expect(openText(envelope, address)).toBe('{"a":1}');
  const changed = { ...envelope, payload: Buffer.from('{"a":2}').toString("base64") };
  expect(openText(changed, address)).toBeNull();
});

test("a signature counts only for the key the verifier brings along", () => {
  const envelope = signText("{}");
  const other = addressOfKey(generateKeyPairSync("ed25519").publicKey);
  expect(openText(envelope, other)).toBeNull();
  // The hint inside the envelope changes nothing, in either direction.
  const hinted = { ...envelope, signatures: envelope.signatures.map((each) => ({ ...each, keyid: other })) };
  expect(openText(hinted, other)).toBeNull();
  expect(openText(hinted, address)).toBe("{}");
});

test("the type is signed as well", () => {
  const envelope = signText("{}");
  expect(openText({ ...envelope, payloadType: "text/plain" }, address)).toBeNull();
  expect(openEnvelope(envelope, { payloadType: "text/plain", publicKey: address })).toBeNull();
});

test("a signature that a wallet made over the encoding is sealed into the same envelope", () => {
  const payload = Buffer.from('{"a":1}');
  const signature = sign(null, preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, payload), privateKey);
  const sealed = sealEnvelope(payload, { payloadType: IN_TOTO_PAYLOAD_TYPE, signature, keyId: address });
  expect(sealed).toEqual(signText('{"a":1}'));
});

test("one valid signature among others is enough", () => {
  const envelope = signText("{}");
  const other = { keyid: "x", sig: Buffer.alloc(64).toString("base64") };
  expect(openText({ ...envelope, signatures: [other, ...envelope.signatures] }, address)).toBe("{}");
});

test("what is signed cannot be read as a transaction or a sign-in text", () => {
  const message = preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, Buffer.from("{}"));
  expect(() => VersionedTransaction.deserialize(message)).toThrow();
  expect(parseSignInText(message.toString())).toBeNull();
});

test("openssl agrees with the signature", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "dsse-"));
  try {
    const envelope = signText('{"checked":"elsewhere"}');
    const file = (name: string, content: string | Uint8Array) => {
      writeFileSync(path.join(folder, name), content);
      return path.join(folder, name);
    };
    const pem = file("key.pem", publicKey.export({ type: "spki", format: "pem" }));
    const message = file(
      "message",
      preAuthEncoding(envelope.payloadType, Buffer.from(envelope.payload, "base64")),
    );
    const signature = file("signature", Buffer.from(envelope.signatures[0]?.sig ?? "", "base64"));
    const output = execFileSync("openssl", [
      "pkeyutl",
      "-verify",
      "-pubin",
      "-inkey",
      pem,
      "-rawin",
      "-in",
      message,
      "-sigfile",
      signature,
    ]);
    expect(output.toString()).toContain("Signature Verified Successfully");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("whatever is not an envelope opens to nothing", () => {
  for (const value of [
    null,
    "x",
    {},
    { payload: "e30=", payloadType: IN_TOTO_PAYLOAD_TYPE, signatures: [] },
  ]) {
    expect(isEnvelope(value)).toBe(false);
    expect(openText(value, address)).toBeNull();
  }
});

test("opening never throws, whatever it is given, and does not read what is too much", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(openText(value, address)).toBeNull();
    }),
  );
  const envelope = signText("{}");
  const many = Array.from({ length: 17 }, () => ({ keyid: "", sig: "" }));
  for (const change of [
    { signatures: many },
    { payload: "no base64!" },
    { payload: "A".repeat(1_000_001) },
  ]) {
    expect(isEnvelope({ ...envelope, ...change })).toBe(false);
  }
});
