import { env } from "@/lib/platform/config/env";
import { database } from "@/lib/db/client";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { readBounded } from "@/lib/kernel/read-bounded";
import { findStoredRate, storeRate } from "@/lib/payments/rates/rates-repository";
import { isFresh, mayFollow, readRate, type SolRate } from "@/lib/payments/rates/sol-rate";

const MAX_ANSWER_BYTES = 64 * 1024;
const ANSWER_MS = 10_000;

/** Who says what one SOL is, in which currency, and where in the answer; null where the settings name nobody. */
export function rateSource(): { url: string; currency: string; pointer: string } | null {
  const { SOL_RATE_URL: url, SOL_RATE_CURRENCY: currency, SOL_RATE_POINTER: pointer } = env();
  return url === undefined || currency === undefined ? null : { url, currency, pointer };
}

/**
 * Asks the source of the settings what one SOL is and stores it in the place of what it said before. Throws where it does
 * not answer in ten seconds, with another address, with more than 64 KiB, or with what is no rate or cannot follow the
 * last: that one stays until it is too old. Without a source it does nothing.
 */
export async function refreshRate({
  signal,
  clock = systemClock,
}: { signal?: AbortSignal; clock?: Clock } = {}) {
  const source = rateSource();
  if (source === null) return;
  const micros = readRate(await ask(source.url, signal), source.pointer);
  if (micros === null) throw new Error(`${hostOf(source.url)} answers without a rate at ${source.pointer}`);
  const rate = { currency: source.currency, source: hostOf(source.url), micros, fetchedAt: clock.now() };
  const last = await findStoredRate(database(), rate);
  if (!mayFollow(micros, last, rate.fetchedAt))
    throw new Error(`${rate.source} answers with a rate far from its last: it is not taken over`);
  await storeRate(database(), rate);
}

/** What the source of the settings said within the last hour; null for nothing. Reads the database and asks nobody. */
export async function findRate(clock: Clock = systemClock): Promise<SolRate | null> {
  const source = rateSource();
  if (source === null) return null;
  const { currency, url } = source;
  const rate = await findStoredRate(database(), { currency, source: hostOf(url) });
  return rate !== null && isFresh(rate, clock.now()) ? rate : null;
}

const hostOf = (url: string) => new URL(url).host;

async function ask(url: string, signal: AbortSignal | undefined): Promise<unknown> {
  const limit = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    redirect: "error",
    signal: signal ? AbortSignal.any([limit, signal]) : limit,
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${hostOf(url)} answers with ${response.status}`);
  }
  const bytes = await readBounded(response.body, MAX_ANSWER_BYTES);
  if (bytes === null) throw new Error(`${hostOf(url)} answers with more than ${MAX_ANSWER_BYTES} bytes`);
  return JSON.parse(bytes.toString("utf8"));
}
