import { randomInt } from "node:crypto";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/clock";

/** Spreads the questions, so that what was proven at one time is not asked for at one time ever after. */
const SPREAD_MS = 2 * HOUR_MS;

/** When a proven domain is asked for again: in a day and a little, so that no two checks are on one day. */
export const nextDailyCheck = (now: Date) => new Date(now.getTime() + DAY_MS + randomInt(SPREAD_MS));

/** When it is asked for again after the DNS has not answered: within two hours. */
export const nextTry = (now: Date) => new Date(now.getTime() + HOUR_MS + randomInt(HOUR_MS));
