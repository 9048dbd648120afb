import { systemClock, type Clock } from "@/lib/kernel/clock";
import { dayWindow, toDailySeries, type DailySeries, type Period } from "@/lib/kernel/day-window";
import { database } from "@/lib/db/client";
import { sumByDay } from "@/lib/payments/earnings/repository";

/**
 * Lamports that reached an account's wallets on each UTC day of a period and of the one before, without what vanished.
 */
export async function getDailyEarnings(
  accountId: string,
  period: Period,
  clock: Clock = systemClock,
): Promise<DailySeries<bigint>> {
  const window = dayWindow(period, clock.now());
  return toDailySeries(await sumByDay(database(), accountId, window), window, 0n);
}
