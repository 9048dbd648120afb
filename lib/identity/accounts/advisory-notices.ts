/** Of which skills an account is mailed advisories: none; those it follows or called; or all. */
export const ADVISORY_NOTICES = ["none", "own", "all"] as const;
export type AdvisoryNotices = (typeof ADVISORY_NOTICES)[number];

/** The choice that is stored; anything else is the one that everybody has who chose nothing. */
export const readAdvisoryNotices = (stored: string): AdvisoryNotices =>
  ADVISORY_NOTICES.find((each) => each === stored) ?? "own";

/** How an account is mailed what happened to what it follows. */
export const FOLLOWING_NOTICES = ["none", "daily"] as const;
export type FollowingNotices = (typeof FOLLOWING_NOTICES)[number];
