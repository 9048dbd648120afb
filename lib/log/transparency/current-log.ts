import { systemClock } from "@/lib/kernel/clock";
import { env } from "@/lib/platform/config/env";
import { platformKey } from "@/lib/log/attestation/platform-key";
import { assertMaySign } from "@/lib/log/attestation/keys/keys";
import type { LogIdentity } from "@/lib/log/transparency/read-log";

/**
 * The log of this installation, named after where it is published and signed with the platform's key. The key is
 * asked about first: a checkpoint is kept, and its key must be one that `GET /v1/keys` shows.
 */
export async function currentLog(): Promise<LogIdentity> {
  const key = platformKey();
  await assertMaySign(key.keyId, systemClock);
  return { origin: `${new URL(env().APP_URL).host}/log`, key };
}
