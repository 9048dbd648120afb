import { systemClock } from "@/lib/kernel/clock";
import { env } from "@/lib/config/env";
import { platformKey } from "@/lib/attestation/current-platform-key";
import { publishKey } from "@/lib/attestation/keys/publish-key";
import type { LogIdentity } from "@/lib/transparency/read-log";

/**
 * The log of this installation, named after where it is published and signed with the platform's key. The key is
 * published first: a checkpoint is kept, and must not be older than the key that `GET /v1/keys` shows for it.
 */
export async function currentLog(): Promise<LogIdentity> {
  const key = platformKey();
  await publishKey(key.keyId, systemClock);
  return { origin: `${new URL(env().APP_URL).host}/log`, key };
}
