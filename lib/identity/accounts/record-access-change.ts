import type { Database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import type { Way } from "@/lib/platform/mail/mail";
import type { AccessChanged } from "@/lib/log/events/notices/access-change";
import { recordEvent } from "@/lib/log/events/events";

type Changed = Omit<AccessChanged, keyof Way> & { accountId: string; by: Actor | Other };
/** Who is not in the account, but for an agent of it. */
type Other = { agent: string } | { administrator: string } | "operator" | "link" | "issuer";

/**
 * Records that a way into an account has changed, or whom its skills pay, and tells its owner; pass the transaction of
 * the change. `by` is who did it: an actor, an agent of the account, an administrator or the operator of the market, or
 * "link" for whoever opened a link that was mailed to it, "issuer" for whoever an issuer said that they have its address.
 */
export async function recordAccessChange(
  db: Database,
  { accountId, by, ...changed }: Changed,
  now: Date,
): Promise<void> {
  const data = { ...changed, ...wayOf(by) };
  await recordEvent(db, { kind: "account:access-changed", accountId, data }, now, accountId);
}

function wayOf(by: Changed["by"]): Way {
  if (by === "link" || by === "operator" || by === "issuer") return { by, with: null };
  if ("administrator" in by) return { by: "administrator", with: by.administrator };
  if ("agent" in by) return { by: "agent", with: by.agent };
  const { session, apiKey } = by;
  if (apiKey) return { by: "key", with: apiKey.prefix };
  if (session?.issuerIdentity) return { by: "issuer", with: null };
  const wallet = session?.wallet ?? null;
  return { by: wallet === null ? "password" : "wallet", with: wallet };
}
