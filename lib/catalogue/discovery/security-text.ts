import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";

/** Less than a year, as RFC 9116 recommends; the text is made anew each time it is asked for. */
const VALID_MS = 180 * DAY_MS;

/** Where a fault of this market's safety is reported (RFC 9116). Throws NOT_FOUND where the operator names nobody. */
export function securityText(origin: string, clock: Clock = systemClock): string {
  const { SECURITY_CONTACT: contact } = env();
  if (contact === undefined)
    throw new DomainError("NOT_FOUND", "This market names no contact for its safety.");
  const expires = new Date(clock.now().getTime() + VALID_MS).toISOString();
  return `Contact: ${contact}\nExpires: ${expires}\nCanonical: ${origin}/.well-known/security.txt\n`;
}
