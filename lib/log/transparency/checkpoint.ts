import { createHash, sign, type KeyObject } from "node:crypto";
import { findAddressBytes } from "@/lib/chain/solana/address";
import { verifyEd25519 } from "@/lib/chain/solana/ed25519";
import type { Hash } from "@/lib/log/transparency/merkle";

/** What a log says of itself at one moment (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Name of the log; also the name its key signs under. */
  origin: string;
  size: number;
  root: Hash;
}

const ED25519 = Buffer.from([1]);
const KEY_HASH_BYTES = 4;
const ROOT_BYTES = 32;
const MAX_NOTE_CHARACTERS = 8_192;
const MAX_SIGNATURES = 16;
const SIZE = /^(?:0|[1-9]\d{0,15})$/;

/** The checkpoint as a signed note (C2SP signed-note), signed with an Ed25519 key under the log's name. */
export function signCheckpoint(
  checkpoint: Checkpoint,
  { privateKey, keyId }: { privateKey: KeyObject; keyId: string },
): string {
  const text = `${checkpoint.origin}\n${checkpoint.size}\n${checkpoint.root.toString("base64")}\n`;
  const signature = Buffer.concat([
    keyHash(checkpoint.origin, keyId),
    sign(null, Buffer.from(text), privateKey),
  ]);
  return `${text}\n— ${checkpoint.origin} ${signature.toString("base64")}\n`;
}

/**
 * The text of a signed note when one of its signatures is `keyId`'s under `name`, else null. Takes anything: notes come
 * from outside.
 */
export function openNote(note: string, { name, keyId }: { name: string; keyId: string }): string | null {
  if (note.length > MAX_NOTE_CHARACTERS) return null;
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) return null;
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > MAX_SIGNATURES) return null;
  const expected = keyHash(name, keyId);
  const signed = lines.some((line) => {
    const prefix = `— ${name} `;
    if (!line.startsWith(prefix)) return false;
    const bytes = Buffer.from(line.slice(prefix.length), "base64");
    return (
      bytes.subarray(0, KEY_HASH_BYTES).equals(expected) &&
      verifyEd25519(keyId, Buffer.from(text), bytes.subarray(KEY_HASH_BYTES))
    );
  });
  return signed ? text : null;
}

/** The checkpoint in a note that `keyId` signed; null for anything else. */
export function openCheckpoint(note: string, keyId: string): Checkpoint | null {
  const [origin = "", size = "", root = ""] = note.split("\n", 3);
  if (origin === "" || openNote(note, { name: origin, keyId }) === null || !SIZE.test(size)) return null;
  const bytes = Buffer.from(root, "base64");
  return bytes.length === ROOT_BYTES ? { origin, size: Number(size), root: bytes } : null;
}

function keyHash(name: string, keyId: string): Buffer {
  const key = findAddressBytes(keyId) ?? new Uint8Array();
  const hash = createHash("sha256").update(name).update("\n").update(ED25519).update(key).digest();
  return hash.subarray(0, KEY_HASH_BYTES);
}
