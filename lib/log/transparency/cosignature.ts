import { createHash } from "node:crypto";
import { encodeAddress } from "@/lib/chain/solana/address";
import { verifyEd25519 } from "@/lib/chain/solana/ed25519";

/** A witness that has seen a checkpoint and signs that it saw nothing else (C2SP tlog-cosignature). */
export interface Witness {
  name: string;
  /** Ed25519 public key, base58. */
  keyId: string;
  /** First bytes of the hash of name, kind and key, by which signature lines name their key. */
  keyHash: Buffer;
}

const COSIGNATURE_V1 = 4;
const KEY_BYTES = 32;
const HASH_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
const MAX_NOTE_CHARACTERS = 8_192;
const MAX_SIGNATURES = 16;

/** The witness that a verifier key `name+hash+key` describes; null for anything else, also for keys of another kind. */
export function parseWitnessKey(text: string): Witness | null {
  const [, name = "", hash = "", encoded = ""] =
    /^([^\s+]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44,48})$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded, "base64");
  if (name === "" || bytes.length !== KEY_BYTES + 1 || bytes[0] !== COSIGNATURE_V1) return null;
  const keyHash = createHash("sha256").update(`${name}\n`).update(bytes).digest().subarray(0, HASH_BYTES);
  return keyHash.toString("hex") === hash ? { name, keyId: encodeAddress(bytes.subarray(1)), keyHash } : null;
}

/** When the witness says it saw this checkpoint; null unless one of the note's signatures is its cosignature. */
export function findCosignature(note: string, { name, keyId, keyHash }: Witness): Date | null {
  const end = note.lastIndexOf("\n\n");
  if (note.length > MAX_NOTE_CHARACTERS || end < 0) return null;
  const text = note.slice(0, end + 1);
  for (const line of note.slice(end + 2).split("\n", MAX_SIGNATURES)) {
    const prefix = `— ${name} `;
    if (!line.startsWith(prefix)) continue;
    const bytes = Buffer.from(line.slice(prefix.length), "base64");
    if (bytes.length !== HASH_BYTES + TIME_BYTES + SIGNATURE_BYTES) continue;
    if (!bytes.subarray(0, HASH_BYTES).equals(keyHash)) continue;
    const seconds = bytes.readBigUInt64BE(HASH_BYTES);
    const signed = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);
    if (
      seconds > 0n &&
      seconds < MAX_SECONDS &&
      verifyEd25519(keyId, signed, bytes.subarray(HASH_BYTES + TIME_BYTES))
    )
      return new Date(Number(seconds) * 1000);
  }
  return null;
}

/** Beyond it there are no dates. */
const MAX_SECONDS = 8_640_000_000_000n;
