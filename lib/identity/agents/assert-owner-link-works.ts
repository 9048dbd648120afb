import { systemClock, type Clock } from "@/lib/kernel/clock";
import { getRegistration, verifyLinkTooOld } from "@/lib/identity/registration/owner-registration";

/**
 * Throws what is wrong with the link of a registration: CLAIM_TOKEN_INVALID or CLAIM_VERIFY_EXPIRED. One that was
 * confirmed still has something to show, so it is right.
 */
export async function assertOwnerLinkWorks(token: unknown, clock: Clock = systemClock): Promise<void> {
  const { state } = await getRegistration(token, clock);
  if (state === "expired") throw verifyLinkTooOld();
}
