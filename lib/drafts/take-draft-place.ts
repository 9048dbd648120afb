import { DAY_MS, HOUR_MS, systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { insertNextUpload, listUploadTimes, type Window } from "@/lib/drafts/quota-repository";
import { DomainError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { keyedHash } from "@/lib/server-key";

/** Drafts need no account, so what bounds them is the address they come from (R-002-135). */
const HOURLY = { uploads: 5, windowMs: HOUR_MS, words: "an hour" } as const;
const DAILY = { uploads: 20, windowMs: DAY_MS, words: "a day" } as const;
/** Each failed try means that another upload got a place; there are no more than this to be had. */
const MAX_TRIES = DAILY.uploads + 1;

/**
 * Counts one upload of an address, or throws RATE_LIMITED with the seconds until there is room again. Any hour and any day
 * holds no more than its limit, also of uploads that arrive at once: each takes the next number of its address, which a
 * unique constraint gives to one. Call it when nothing but vetting can refuse the upload any more.
 */
export async function takeDraftPlace(address: string, clock: Clock = systemClock): Promise<void> {
  const subject = subjectOf(address);
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    const now = clock.now();
    const upload = { id: newId("upl", now.getTime()), subject, occurredAt: now };
    const windows = [windowOf(HOURLY, now), windowOf(DAILY, now)] as const;
    if (await insertNextUpload(database(), upload, windows)) return;
    await assertDraftRoom(address, clock);
  }
  throw rateLimited(HOURLY, HOUR_MS);
}

function windowOf({ uploads, windowMs }: typeof HOURLY | typeof DAILY, now: Date): Window {
  return { uploads, since: new Date(now.getTime() - windowMs) };
}

/** Throws RATE_LIMITED when the next upload of the address would be refused, without counting one. */
export async function assertDraftRoom(address: string, clock: Clock = systemClock): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - DAY_MS);
  const times = await listUploadTimes(database(), subjectOf(address), since);
  const waits = [HOURLY, DAILY].map((limit) => {
    // With as many uploads in the window as it holds, room comes when the oldest of them leaves it.
    const oldest = times[limit.uploads - 1]?.getTime();
    return { limit, waitMs: oldest === undefined ? 0 : oldest + limit.windowMs - now.getTime() };
  });
  const [longest] = waits.sort((one, other) => other.waitMs - one.waitMs);
  if (longest && longest.waitMs > 0) throw rateLimited(longest.limit, longest.waitMs);
}

function rateLimited({ uploads, words }: typeof HOURLY | typeof DAILY, waitMs: number): DomainError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new DomainError(
    "RATE_LIMITED",
    `An address may upload ${uploads} drafts ${words}. Try again in ${retryAfterSeconds} s.`,
    { details: { retryAfterSeconds } },
  );
}

/** Addresses are people's: stored under a keyed hash. */
const subjectOf = (address: string) => keyedHash("addresses", address).toString("base64url");
