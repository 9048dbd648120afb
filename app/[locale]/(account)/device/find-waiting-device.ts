import { isDomainError } from "@/lib/kernel/errors";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import type { Actor } from "@/lib/identity/actor";
import { findDeviceLogin, type DeviceLoginView } from "@/lib/identity/devices/answer-device-login";

/** Codes one account may try: enough for mistyping, too few for guessing. */
const CODE_LIMIT = { name: "device-code", points: 20, durationSeconds: 600 };

/** The program that waits with this code, or why it is not shown. */
export async function findWaitingDevice(
  actor: Actor,
  code: string,
): Promise<DeviceLoginView | "unknown" | "too-often"> {
  try {
    await consumeRateLimit(CODE_LIMIT, actor.accountId);
  } catch (error) {
    if (!isDomainError(error, "RATE_LIMITED")) throw error;
    return "too-often";
  }
  return (await findDeviceLogin(code)) ?? "unknown";
}
