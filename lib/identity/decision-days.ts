/** Within how many days an administrator decides about what waits for one. After them a challenge lapses. */
export const DECISION_DAYS = 14;
