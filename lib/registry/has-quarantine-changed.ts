import { hasEventSince } from "@/lib/events/read-events";

/** Clocks of two machines, and the time from an event's moment to its commit. */
const SLACK_MS = 5_000;

/**
 * Whether a skill may have come into quarantine, or out of it, since a moment, in any process. One look into an index.
 */
export function hasQuarantineChanged(since: Date): Promise<boolean> {
  const moment = new Date(since.getTime() - SLACK_MS);
  return hasEventSince(["skill:quarantined", "skill:released"], moment);
}
