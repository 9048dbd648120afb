import { sha256Hex } from "@/lib/kernel/digest";
import { subscriberOfStamped } from "@/lib/http/client-address";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import { checkPassword } from "@/lib/identity/passwords/check-password";
import { newId } from "@/lib/kernel/ids";
import type { SessionIdentity } from "@/lib/identity/accounts/get-account";

const MAX_FIELD_CHARACTERS = 1024;
const WINDOW_SECONDS = 15 * 60;
const BY_CALLER = { name: "login-caller", points: 20, durationSeconds: WINDOW_SECONDS };
/** Guesses at one account from many addresses. Its owner waits a quarter of an hour, or signs in with a wallet. */
const BY_ADDRESS = { name: "login-email", points: 10, durationSeconds: WINDOW_SECONDS };

/**
 * The account an e-mail address and its password sign in to, or null: nothing tells which of the two was wrong, or
 * whether there is such an account. `forwardedFor` is the stamped header of a page request. Throws RATE_LIMITED.
 */
export async function signInWithPassword(
  { email, password }: { email: string; password: string },
  forwardedFor: string | null | undefined,
): Promise<{ id: string; name: string; identity: SessionIdentity } | null> {
  if (email.length > MAX_FIELD_CHARACTERS || password.length > MAX_FIELD_CHARACTERS) return null;
  await consumeRateLimit(BY_CALLER, subscriberOfStamped(forwardedFor));
  await consumeRateLimit(BY_ADDRESS, fingerprint(email));
  const account = await checkPassword(email, password);
  if (!account) return null;
  const { accountId, username, sessionVersion } = account;
  const confirmed = { at: Date.now(), wallet: null };
  const identity = { id: newId("ses"), accountId, address: null, sessionVersion, confirmed };
  return { id: accountId, name: username, identity };
}

const fingerprint = (email: string) => sha256Hex(email.trim().toLowerCase());
