import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
  sign,
} from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { readPem } from "@/lib/platform/config/setting-forms";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { env } from "@/lib/platform/config/env";
import { PublicKey } from "@solana/web3.js";
import { findVersionedTransaction } from "@/lib/chain/solana/read-transaction";

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

const fileOf = (name: string): string => path.join(env().DATA_DIRECTORY, "demo-keys", `${name}.pem`);

/** A key that this installation makes for its demonstration and keeps, readable by its owner only. */
export const demoKey = (name: string): PlatformKey => loadPlatformKey({ file: fileOf(name) });

/** The same where it was made; null elsewhere, as on a machine that only has a worker. */
export const findDemoKey = (name: string): PlatformKey | null =>
  fs.existsSync(fileOf(name)) ? demoKey(name) : null;

let loaded: { key: PlatformKey; from: string } | undefined;

/**
 * The key this installation signs receipts with: `PLATFORM_KEY` (PEM), else one kept beside its data. A key that was
 * rotated in its file is taken up at once.
 */
export function platformKey(): PlatformKey {
  const pem = process.env["PLATFORM_KEY"];
  const file = platformKeyFile();
  const from = pem ?? `${file} ${fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs}`;
  if (loaded?.from === from) return loaded.key;
  const key = loadPlatformKey({ ...(pem ? { pem } : {}), file });
  loaded = { key, from };
  return key;
}

/** Where the key is kept when it is not given as PEM. */
export const platformKeyFile = () => path.join(env().DATA_DIRECTORY, "platform-key.pem");

/**
 * A transaction of this market's own making with the signatures of those keys that it asks for; the signatures it has
 * stay. Throws for bytes that are no transaction.
 */
export function signTransaction(raw: Uint8Array, keys: readonly PlatformKey[]): Uint8Array {
  const transaction = findVersionedTransaction(raw);
  if (!transaction) throw new Error("These bytes are no transaction.");
  const { message } = transaction;
  const signers = message.staticAccountKeys.slice(0, message.header.numRequiredSignatures);
  const asked = new Set(signers.map(String));
  const bytes = message.serialize();
  for (const { keyId, privateKey } of keys)
    if (asked.has(keyId)) transaction.addSignature(new PublicKey(keyId), sign(null, bytes, privateKey));
  return transaction.serialize();
}
