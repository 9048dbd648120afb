/** What an operator runs on the database (`scripts/run-with-database.ts`). */
export const OF_OPERATORS = [
  "make-administrator",
  "check-packages",
  "accept-settings",
  "rotate-platform-key",
  "erase-version",
  "reconcile",
];
