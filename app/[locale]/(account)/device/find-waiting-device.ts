import { isDomainError } from "@/lib/kernel/errors";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import type { Actor } from "@/lib/identity/actor";
import { findDeviceLogin, type DeviceLoginView } from "@/lib/identity/devices/device-login";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

/** The program that waits with this code, or why it is not shown. */
export async function findWaitingDevice(
  actor: Actor,
  code: string,
): Promise<DeviceLoginView | "unknown" | "too-often"> {
  try {
    await consumeRateLimit(REQUEST_LIMITS.deviceCode, actor.accountId);
  } catch (error) {
    if (!isDomainError(error, "RATE_LIMITED")) throw error;
    return "too-often";
  }
  return (await findDeviceLogin(code)) ?? "unknown";
}
