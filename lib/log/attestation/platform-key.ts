import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { readPem } from "@/lib/platform/config/setting-forms";
import { addressOfKey } from "@/lib/chain/solana/ed25519";

/** A key of this installation. The one that signs receipts holds no money and signs no transactions. */
export interface PlatformKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** The public key in base58, as receipts and `/.well-known` name it. */
  keyId: string;
}

/**
 * The platform's key from `pem` (PKCS #8), or else from `file`, where it is made at the first start and kept
 * readable for its owner only. Processes that start together get one key. Throws when what it finds is not an
 * Ed25519 private key.
 */
export function loadPlatformKey({ pem, file }: { pem?: string; file: string }): PlatformKey {
  const privateKey = createPrivateKey(pem === undefined ? readOrMake(file) : readPem(pem));
  if (privateKey.asymmetricKeyType !== "ed25519")
    throw new Error("The platform key must be an Ed25519 private key.");
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKey, keyId: addressOfKey(publicKey) };
}

function readOrMake(file: string): string {
  if (!fs.existsSync(file)) makeOnce(file);
  return fs.readFileSync(file, "utf8");
}

/** Written beside and then linked: whoever comes second finds a whole key, never half of one, and keeps the first. */
function makeOnce(file: string): void {
  const draft = draftKeyFile(file);
  try {
    fs.linkSync(draft.path, file);
  } catch (error) {
    if (!fs.existsSync(file)) throw error;
  } finally {
    draft.discard();
  }
}

/** A key on the disk that is not in force yet. */
interface KeyDraft {
  path: string;
  /** Puts it in the place of the key in the file it was made for, at once and for good. */
  keep(): void;
  discard(): void;
}

/** Writes a new key, or the given one (PEM), beside `file`. */
export function draftKeyFile(file: string, pem: string = newPem()): KeyDraft {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  fs.writeFileSync(draft, pem, { mode: 0o600, flush: true });
  return {
    path: draft,
    keep: () => fs.renameSync(draft, file),
    discard: () => fs.rmSync(draft, { force: true }),
  };
}

function newPem(): string {
  return String(generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
}
