import { generateKeyPairSync } from "node:crypto";
import bs58 from "bs58";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { openCheckpoint, openNote, signCheckpoint } from "@/lib/log/transparency/checkpoint";

/** The example of the note format's own documentation (golang.org/x/mod/sumdb/note). */
const NOTE =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
  "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
const VERIFIER_KEY = "ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"; // algorithm byte, then the key
const peter = { name: "PeterNeumann", keyId: bs58.encode(Buffer.from(VERIFIER_KEY, "base64").subarray(1)) };

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const keyId = addressOfKey(publicKey);
const checkpoint = { origin: "market.example/log", size: 7, root: Buffer.alloc(32, 9) };

test("the published note opens, and one changed character does not", () => {
  expect(openNote(NOTE, peter)).toContain("cryptography");
  expect(openNote(NOTE.replace("answer", "Answer"), peter)).toBeNull();
  expect(openNote(NOTE, { ...peter, name: "PeterNewman" })).toBeNull();
});

test("a checkpoint opens for the key that signed it and no other", () => {
  const note = signCheckpoint(checkpoint, { privateKey, keyId });
  expect(note.split("\n").slice(0, 3)).toEqual([
    "market.example/log",
    "7",
    checkpoint.root.toString("base64"),
  ]);
  expect(openCheckpoint(note, keyId)).toEqual(checkpoint);
  expect(openCheckpoint(note, peter.keyId)).toBeNull();
  expect(openCheckpoint(note.replace("\n7\n", "\n8\n"), keyId)).toBeNull();
});

test("whatever is not a note opens to nothing and throws nothing", () => {
  fc.assert(fc.property(fc.string(), (text) => openCheckpoint(text, keyId) === null));
});
