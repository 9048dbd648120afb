import { DAY_MS, HOUR_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { insertNextUpload, listUploadTimes, type Window } from "@/lib/publishing/drafts/repository";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { keyedHash } from "@/lib/platform/config/server-key";

/** Drafts need no account, so what bounds them is the address they come from (USK, draft upload). */
const HOURLY = { uploads: 5, windowMs: HOUR_MS, words: "an hour" } as const;
const DAILY = { uploads: 20, windowMs: DAY_MS, words: "a day" } as const;
/** Each failed try means that another upload got a place; there are no more than this to be had. */
const MAX_TRIES = DAILY.uploads + 1;

/**
 * Counts one upload of an address, or throws RATE_LIMITED with the seconds until there is room again. Any hour and any
 * day holds no more than its limit, also of uploads that arrive at once: each takes the next number of its address,
 * which a unique constraint gives to one. Call it when nothing but vetting can refuse the upload any more.
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

/** What an address may still upload, by whichever of its two limits leaves less. */
export interface DraftRoom {
  /** Uploads in the window. */
  limit: number;
  remaining: number;
  /** Seconds until the oldest upload leaves the window; the whole window when there was none. */
  resetSeconds: number;
}

/** How much room an address has, without counting anything. */
export async function readDraftRoom(address: string): Promise<DraftRoom> {
  const { limit, remaining, waitMs } = await tightestRoom(address, systemClock);
  return { limit: limit.uploads, remaining, resetSeconds: Math.ceil(waitMs / 1000) };
}

/** Throws RATE_LIMITED when the next upload of the address would be refused, without counting one. */
export async function assertDraftRoom(address: string, clock: Clock = systemClock): Promise<void> {
  const { limit, remaining, waitMs } = await tightestRoom(address, clock);
  if (remaining === 0) throw rateLimited(limit, waitMs);
}

async function tightestRoom(address: string, clock: Clock) {
  const now = clock.now().getTime();
  const times = await listUploadTimes(database(), subjectOf(address), new Date(now - DAY_MS));
  const rooms = [HOURLY, DAILY].map((limit) => {
    const uploads = times.filter((time) => time.getTime() > now - limit.windowMs).slice(0, limit.uploads);
    const oldest = uploads.at(-1)?.getTime() ?? now;
    return { limit, remaining: limit.uploads - uploads.length, waitMs: oldest + limit.windowMs - now };
  });
  return rooms.reduce((one, other) =>
    other.remaining < one.remaining || (other.remaining === one.remaining && other.waitMs > one.waitMs)
      ? other
      : one,
  );
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
