import type { Database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import type { Way } from "@/lib/mail/security-mail";
import type { AccessChanged } from "@/lib/notices/access-change";
import { recordEvent } from "@/lib/registry/events";

type Changed = Omit<AccessChanged, keyof Way> & { accountId: string; by: Actor | "link" };

/**
 * Records that a way into an account has changed, or whom its skills pay, and tells its owner; pass the transaction of the change. `by` is
 * who did it, or "link" for whoever opened a link that was mailed to the account.
 */
export async function recordAccessChange(
  db: Database,
  { accountId, by, ...changed }: Changed,
  now: Date,
): Promise<void> {
  const data = { ...changed, ...(by === "link" ? { by, with: null } : wayOf(by)) };
  await recordEvent(db, { kind: "account:access-changed", accountId, data }, now, accountId);
}

function wayOf({ session, apiKey }: Actor): Way {
  if (apiKey) return { by: "key", with: apiKey.prefix };
  const wallet = session?.wallet ?? null;
  return { by: wallet === null ? "password" : "wallet", with: wallet };
}
