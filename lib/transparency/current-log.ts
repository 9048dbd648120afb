import { env } from "@/lib/env";
import { platformKey } from "@/lib/settlement/current-settlement";
import type { LogIdentity } from "@/lib/transparency/read-log";

/** The log of this installation, named after where it is published and signed with the platform's key. */
export function currentLog(): LogIdentity {
  return { origin: `${new URL(env().APP_URL).host}/log`, key: platformKey() };
}
