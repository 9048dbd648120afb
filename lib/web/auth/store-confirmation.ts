import { cookies } from "next/headers";
import { sessionCookie } from "@/lib/web/auth/session-cookie";
import type { Actor } from "@/lib/identity/actor";

/**
 * Writes into the session of this browser that its person has proven that it is them: for the answer of an action or a
 * route. Another browser with the same account, or a copy of the session from before, does not become confirmed by it.
 */
export async function storeConfirmation({ accountId, username, session }: Actor): Promise<void> {
  if (session === null) return;
  const { id, version: sessionVersion, wallet: address, confirmedAt, confirmedBy } = session;
  const confirmed = { at: confirmedAt.getTime(), wallet: confirmedBy };
  const identity = { ...(id === null ? {} : { id }), accountId, address, sessionVersion, confirmed };
  const { name, value, options } = await sessionCookie({ id: accountId, name: username, identity });
  (await cookies()).set(name, value, options);
}
