import { sha256Hex } from "@/lib/kernel/digest";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { checkPassword } from "@/lib/identity/passwords/own-password";
import { newId } from "@/lib/kernel/ids";
import type { SessionIdentity } from "@/lib/identity/accounts/accounts";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const MAX_FIELD_CHARACTERS = 1024;

/**
 * The account an e-mail address and its password sign in to, or null: nothing tells which of the two was wrong, or
 * whether there is such an account. `forwardedFor` is the stamped header of a page request. Throws RATE_LIMITED.
 */
export async function signInWithPassword(
  { email, password }: { email: string; password: string },
  forwardedFor: string | null | undefined,
): Promise<{ id: string; name: string; identity: SessionIdentity } | null> {
  if (email.length > MAX_FIELD_CHARACTERS || password.length > MAX_FIELD_CHARACTERS) return null;
  await consumeRateLimit(REQUEST_LIMITS.login, subscriberOfStamped(forwardedFor));
  await consumeRateLimit(REQUEST_LIMITS.loginToAccount, fingerprint(email));
  const account = await checkPassword(email, password);
  if (!account) return null;
  const { accountId, username, sessionVersion } = account;
  const confirmed = { at: Date.now(), wallet: null };
  const identity = { id: newId("ses"), accountId, address: null, sessionVersion, confirmed };
  return { id: accountId, name: username, identity };
}

const fingerprint = (email: string) => sha256Hex(email.trim().toLowerCase());
