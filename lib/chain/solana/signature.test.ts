import bs58 from "bs58";
import { describe, expect, test } from "vitest";
import { findSignatureBytes, readSignature } from "@/lib/chain/solana/signature";

const bytes = Uint8Array.from({ length: 64 }, (_, index) => (index * 37 + 251) % 256);
const base64 = Buffer.from(bytes).toString("base64");
const base64url = Buffer.from(bytes).toString("base64url");

test.each([
  ["base58", bs58.encode(bytes)],
  ["base64", base64],
  ["base64 without padding", base64.replace(/=+$/, "")],
  ["base64url", base64url],
  ["base64url with padding", `${base64url}==`],
])("%s is read", (_name, text) => {
  expect(Buffer.from(findSignatureBytes(text) ?? []).equals(bytes)).toBe(true);
});

describe("whatever else it is, it is no signature", () => {
  test.each([
    ["nothing", ""],
    ["hex", Buffer.from(bytes).toString("hex")],
    ["63 bytes in base58", bs58.encode(bytes.subarray(1))],
    ["63 bytes in base64", Buffer.from(bytes.subarray(1)).toString("base64")],
    ["65 bytes in base64", Buffer.from([...bytes, 1]).toString("base64")],
    ["both alphabets of base64", `+_${base64.slice(2)}`],
    ["blanks", ` ${base64}`],
    ["a list of numbers", JSON.stringify([...bytes])],
  ])("%s", (_name, text) => {
    expect(findSignatureBytes(text)).toBeNull();
    expect(() => readSignature(text)).toThrow("64 bytes in base64 or base58 are expected");
  });
});

test("every signature is read from both of its encodings", () => {
  for (let seed = 0; seed < 500; seed++) {
    const each = Uint8Array.from(
      { length: 64 },
      (_, index) => (Math.imul(seed + 1, 2654435761) >>> (index % 24)) & 255,
    );
    for (const text of [bs58.encode(each), Buffer.from(each).toString("base64")])
      expect(Buffer.from(findSignatureBytes(text) ?? []).equals(each)).toBe(true);
  }
});
