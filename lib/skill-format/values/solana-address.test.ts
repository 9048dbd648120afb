import bs58 from "bs58";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isSolanaAddress } from "./solana-address";

it("every 32 bytes are an address, leading zeros included", () => {
  const bytes = fc.tuple(fc.nat(32), fc.uint8Array({ minLength: 32, maxLength: 32 }));
  fc.assert(fc.property(bytes, ([zeros, value]) => isSolanaAddress(bs58.encode(value.fill(0, 0, zeros)))));
});

it("any other number of bytes is none", () => {
  const bytes = fc.uint8Array({ maxLength: 64 }).filter(({ length }) => length !== 32);
  fc.assert(fc.property(bytes, (value) => !isSolanaAddress(bs58.encode(value))));
});

it.each([
  "",
  "0gX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn",
  "IgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn",
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "1".repeat(31),
  "1".repeat(33),
  "kim",
  "z".repeat(44),
])("%j is no address", (text) => expect(isSolanaAddress(text)).toBe(false));
