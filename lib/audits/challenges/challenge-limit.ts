/**
 * Challenges from one address, under whichever account: each is an entry of the log for good, and waits for
 * an administrator.
 */
export const CHALLENGE_LIMIT = { name: "challenge", points: 10, durationSeconds: 3600 };
