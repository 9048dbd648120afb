import { createPrivateKey, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { findSignedText, isSignedText } from "@/lib/chain/solana/off-chain-message";

const SEED = Buffer.alloc(32, 7);
const key = createPrivateKey({
  key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), SEED]),
  format: "der",
  type: "pkcs8",
});
const ADDRESS = "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB";
const OTHER = "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU";
const SIGNER = "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c";
const DOMAIN = "ff736f6c616e61206f6666636861696e";
const TEXT = "Sign in to a market";
const hexOf = (text: string) => Buffer.from(text).toString("hex");

// Those with signers were made by @solana/offchain-messages 8.4.0; the short one is that of the Solana CLI.
const ENVELOPES: [form: string, text: string, envelope: string][] = [
  ["version 1", "Sign in to 시장", `${DOMAIN}0101${SIGNER}5369676e20696e20746f20ec8b9cec9ea5`],
  ["version 0", TEXT, `${DOMAIN}00${"00".repeat(32)}0001${SIGNER}1300${hexOf(TEXT)}`],
  ["short", TEXT, `${DOMAIN}00001300${hexOf(TEXT)}`],
  ["short, of UTF-8", "시장", `${DOMAIN}00010600${hexOf("시장")}`],
];

describe.each(ENVELOPES)("an envelope (%s)", (_, text, written) => {
  const envelope = Buffer.from(written, "hex");
  const signature = sign(null, envelope, key);

  test("is a signature of its text by its signer, of no other text and by nobody else", () => {
    expect(isSignedText(ADDRESS, Buffer.from(text), signature)).toBe(true);
    expect(isSignedText(ADDRESS, Buffer.from(`${text}.`), signature)).toBe(false);
    expect(isSignedText(OTHER, Buffer.from(text), signature)).toBe(false);
  });

  test("says its text", () => {
    expect(Buffer.from(findSignedText(ADDRESS, envelope) ?? []).toString()).toBe(text);
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["of another version", (bytes) => (bytes.writeUInt8(9, 16), bytes)],
    ["without a text", (bytes) => bytes.subarray(0, bytes.length - Buffer.byteLength(text))],
    ["cut in its head", (bytes) => bytes.subarray(0, 17)],
  ])("%s is none", (_name, change) => {
    const changed = findSignedText(ADDRESS, change(Buffer.from(envelope)));
    expect(changed === null || Buffer.from(changed).toString() !== text).toBe(true);
  });
});

test("a text that is signed as it is counts, and is what it says", () => {
  const text = Buffer.from(TEXT);
  expect(isSignedText(ADDRESS, text, sign(null, text, key))).toBe(true);
  expect(findSignedText(ADDRESS, text)).toEqual(text);
});

test("an envelope of another signer says nothing, and an envelope is never put into one", () => {
  const [[, , written] = ["", "", ""]] = ENVELOPES;
  const envelope = Buffer.from(written, "hex");
  expect(findSignedText(OTHER, envelope)).toBeNull();
  const twice = Buffer.concat([Buffer.from(`${DOMAIN}0101${SIGNER}`, "hex"), envelope]);
  expect(isSignedText(ADDRESS, envelope, sign(null, twice, key))).toBe(false);
});

test("what is no address, no signature, empty or too long is false", () => {
  const text = Buffer.from(TEXT);
  for (const [address, signed, signature] of [
    ["nobody", text, Buffer.alloc(64)],
    [ADDRESS, text, Buffer.alloc(63)],
    [ADDRESS, Buffer.alloc(0), Buffer.alloc(64)],
    [ADDRESS, Buffer.alloc(70_000, 65), Buffer.alloc(64)],
  ] as const)
    expect(isSignedText(address, signed, signature)).toBe(false);
});
