import type { Clock } from "@/lib/kernel/clock";
import { makeCurrent } from "@/lib/log/attestation/keys/make-current";
import { draftKeyFile, loadPlatformKey } from "@/lib/log/attestation/platform-key";

/**
 * Makes a new key, or the given one (PEM), the market's, and puts it into `file`; the former private key is gone, its
 * public half stays published with an end. What runs takes the key up with its next signature. Returns both key ids.
 */
export async function rotateKey(
  { file, pem }: { file: string; pem?: string },
  clock: Clock,
): Promise<{ from: string | null; to: string }> {
  const draft = draftKeyFile(file, pem);
  try {
    const { keyId: to } = loadPlatformKey({ file: draft.path });
    const from = await makeCurrent(to, clock);
    draft.keep();
    return { from, to };
  } finally {
    draft.discard();
  }
}
