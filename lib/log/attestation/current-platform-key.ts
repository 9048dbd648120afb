import fs from "node:fs";
import path from "node:path";
import { env } from "@/lib/platform/config/env";
import { loadPlatformKey, type PlatformKey } from "@/lib/log/attestation/platform-key";

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
