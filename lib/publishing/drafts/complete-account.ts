import { systemClock, type Clock } from "@/lib/kernel/clock";
import { getCompletion } from "@/lib/publishing/drafts/get-completion";
import { DomainError } from "@/lib/kernel/errors";
import { setFirstPassword } from "@/lib/identity/passwords/first-password";

export interface AccountCompletion {
  token: unknown;
  password: string;
  /** Another user name; empty or left out, it keeps the one it was given. */
  username?: string;
}

/**
 * Sets the password of an account that a claim opened, and its user name, once (USK, agent identity). Throws
 * CLAIM_TOKEN_INVALID, CLAIM_ALREADY_COMPLETED when it has a password, and REQUEST_INVALID for a password or a user
 * name that cannot be one.
 */
export async function completeAccount(
  { token, password, username }: AccountCompletion,
  clock: Clock = systemClock,
): Promise<void> {
  const completion = await getCompletion(token, clock);
  const keepsName = username === undefined || username === "" || username === completion.username;
  const done =
    !completion.hasPassword &&
    (await setFirstPassword(
      {
        accountId: completion.accountId,
        link: completion.link,
        password,
        ...(keepsName ? {} : { username }),
      },
      clock,
    ));
  if (!done)
    throw new DomainError("CLAIM_ALREADY_COMPLETED", "This account has a password. Sign in with it.");
}
