import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { isDomainError } from "@/lib/kernel/errors";
import { DEVICE_POLL_SECONDS, hashDeviceCode } from "@/lib/identity/devices/begin-device-login";
import { createKeyIn } from "@/lib/identity/keys/create-api-key";
import { findLoginByDeviceCode, noteAsked, takeLogin } from "@/lib/identity/devices/device-logins-repository";
import { findActorById } from "@/lib/identity/accounts/get-account";
import { shareLockAccount } from "@/lib/identity/accounts/share-lock-account";

/** Clocks and networks are not exact. */
const TOLERANCE_MS = 500;

/** What a program is told that asks whether it was let in; the words of RFC 8628, 3.5. */
export type DeviceAnswer =
  | { key: string }
  | { error: "authorization_pending" | "slow_down" | "expired_token" | "access_denied" | "invalid_grant" };

/**
 * The API key of a login a person approved: made now, given out once. Of any number of requests at once one gets it; an
 * account that has all the keys it may have, or was closed, is told `access_denied`.
 */
export async function redeemDeviceCode(
  deviceCode: string,
  clock: Clock = systemClock,
): Promise<DeviceAnswer> {
  const now = clock.now();
  const login = await findLoginByDeviceCode(database(), hashDeviceCode(deviceCode));
  if (!login || login.state === "taken") return { error: "invalid_grant" };
  if (login.state === "denied") return { error: "access_denied" };
  if (login.expiresAt <= now) return { error: "expired_token" };
  if (login.state === "pending") {
    await noteAsked(database(), login.id, now);
    return { error: isTooSoon(login.lastAskedAt, now) ? "slow_down" : "authorization_pending" };
  }
  const actor = login.accountId === null ? null : await findActorById(login.accountId);
  if (!actor) return { error: "access_denied" };
  try {
    return await inTransaction(async (tx) => {
      // Held first: ending all keys of the account waits for this one, or has taken the login away.
      await shareLockAccount(tx, actor.accountId);
      if (!(await takeLogin(tx, login.id))) return { error: "invalid_grant" };
      return { key: (await createKeyIn(tx, { actor, name: login.label, wallet: login.wallet }, now)).key };
    });
  } catch (error) {
    if (!isDomainError(error, "PERMISSION_DENIED") && !isDomainError(error, "AUTH_FAILED")) throw error;
    return { error: "access_denied" };
  }
}

const isTooSoon = (last: Date | null, now: Date) =>
  last !== null && Math.abs(now.getTime() - last.getTime()) < DEVICE_POLL_SECONDS * 1000 - TOLERANCE_MS;
