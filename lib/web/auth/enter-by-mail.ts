import { cookies } from "next/headers";
import { deleteJoining } from "@/lib/web/auth/joining-cookie";
import { sessionCookie } from "@/lib/web/auth/session-cookie";
import { isDomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { joinByMail } from "@/lib/identity/registration/joining";

/**
 * Signs this browser in with the token of a mailed link, for the answer of an action or a route; false, and nothing
 * changed, where the link does not work (any more).
 */
export async function enterByMail(token: string): Promise<boolean> {
  const joined = await joinByMail(token).catch((error: unknown) => {
    if (isDomainError(error, "CLAIM_TOKEN_INVALID")) return null;
    throw error;
  });
  if (!joined) return false;
  const { accountId, username, sessionVersion, isOnlyWayIn } = joined;
  const confirmed = { at: isOnlyWayIn ? Date.now() : 0, wallet: null };
  const identity = { id: newId("ses"), accountId, address: null, sessionVersion, confirmed };
  const { name, value, options } = await sessionCookie({ id: accountId, name: username, identity });
  (await cookies()).set(name, value, options);
  await deleteJoining();
  return true;
}
