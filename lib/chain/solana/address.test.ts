import fc from "fast-check";
import { expect, test } from "vitest";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { encodeAddress, findAddressBytes, isTransactionSignature } from "@/lib/chain/solana/address";

test("every 32 bytes are an address, and come back from its text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const text = encodeAddress(bytes);
      expect(isSolanaAddress(text)).toBe(true);
      expect(findAddressBytes(text)).toEqual(bytes);
    }),
  );
});

test("the system program, 32 zero bytes, is an address", () => {
  expect(findAddressBytes("1".repeat(32))).toEqual(new Uint8Array(32));
});

test.each([
  ["empty text", ""],
  ["31 bytes", "1".repeat(31)],
  ["33 zero bytes", "1".repeat(33)],
  ["44 characters that are 33 bytes", "z".repeat(44)],
  ["a character outside base 58", "0".repeat(32)],
  ["a trailing newline", `${"1".repeat(32)}\n`],
  ["a very long text", "1".repeat(1_000_000)],
  ["a number", 7],
])("%s is not an address", (_name, value) => {
  expect(isSolanaAddress(value)).toBe(false);
});

test("an address is not a transaction signature", () => {
  expect(isTransactionSignature("1".repeat(32))).toBe(false);
  expect(isTransactionSignature("1".repeat(64))).toBe(true);
});
