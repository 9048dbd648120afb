import { createPublicKey } from "node:crypto";
import path from "node:path";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { findAddressBytes } from "@/lib/chain/solana/address";
import type { ListedFile } from "@/lib/audits/review/covered-files";
import { sha256Hex } from "@/lib/kernel/digest";
import { executablesDigest, isExecutable, listExecutables } from "@/lib/package";
import { InputError, type CommandContext } from "../command";
import { openEverything } from "../open-package";
import { readAtMost, readJson } from "../read-input";

/** What a verification came to. */
export type FileVerdict =
  | { ok: true; statement: unknown; lines: string[] }
  /** In words for people. */
  | { ok: false; reason: string };

const KEY_MAX_BYTES = 16 * 1024;

/**
 * The envelope in a file: the file itself, or its member `envelope`, as the market's answers have it.
 *
 * @throws InputError when it cannot be read.
 */
export async function readEnvelope(file: string, context: CommandContext): Promise<unknown> {
  const value = await readJson(file, context);
  const member = (value as { envelope?: unknown } | null)?.envelope;
  return member ?? value;
}

/**
 * A public key in base58, from itself or from a PEM file.
 *
 * @throws InputError when it is neither.
 */
export async function readPublicKey(given: string, cwd: string): Promise<string> {
  if (findAddressBytes(given) !== null) return given;
  const pem = await readAtMost(path.resolve(cwd, given), KEY_MAX_BYTES);
  try {
    return addressOfKey(createPublicKey(pem));
  } catch {
    throw new InputError(`${given}: is neither a base58 key of 32 bytes nor a PEM file with an Ed25519 key`);
  }
}

/** What a statement about a package is compared with. */
export interface PackageFacts {
  packageDigest: string;
  /** Of the list of its files that may be run; null where nothing tells that: a digest alone, a disk without modes. */
  executablesDigest: string | null;
  /** Its files; null where only a digest was given. */
  files: ListedFile[] | null;
}

/**
 * What is known of a package from its digest, an archive or a skill's directory.
 *
 * @throws InputError when it is none of them.
 */
export async function readPackageFacts(given: string, cwd: string): Promise<PackageFacts> {
  if (/^sha256:[0-9a-f]{64}$/.test(given))
    return { packageDigest: given, executablesDigest: null, files: null };
  const { digest, files } = await openEverything(given, cwd);
  const isTold = process.platform !== "win32" || /\.(?:skill|zip)$/i.test(given);
  return {
    packageDigest: digest,
    executablesDigest: isTold ? executablesDigest(listExecutables(files)) : null,
    files: files.map((file) => ({
      path: file.path,
      sha256: sha256Hex(file.bytes),
      isExecutable: isTold ? isExecutable(file) : null,
    })),
  };
}
