import type { Clock } from "@/lib/kernel/clock";
import { publishKey } from "@/lib/attestation/keys/publish-key";
import { loadPlatformKey, replaceKeyFile } from "@/lib/attestation/platform-key";

/**
 * Makes a new key in `file` and publishes it; the former private key is gone, its public half stays published with an
 * end. What runs takes the new key up with its next signature. Returns both key ids.
 */
export async function rotateKey(file: string, clock: Clock): Promise<{ from: string; to: string }> {
  const from = loadPlatformKey({ file }).keyId;
  await publishKey(from, clock); // a key that has signed is never unpublished, even if it was never asked for
  replaceKeyFile(file);
  const to = loadPlatformKey({ file }).keyId;
  await publishKey(to, clock);
  return { from, to };
}
