/** The five dialects a skill can be written in. No document overrides another. */
export const DIALECTS = ["exo", "metadata", "usk", "vibelife", "agent-skills"] as const;
export type Dialect = (typeof DIALECTS)[number];

/**
 * What a skill can be checked against: a dialect, or `agent-skills-upstream`, the profile that follows
 * today's reference implementation of Agent Skills where it differs from the translated text.
 */
export const CHECK_PROFILES = [...DIALECTS, "agent-skills-upstream"] as const;
export type CheckProfile = (typeof CHECK_PROFILES)[number];
